import { Letterhead, letterheadApi, logoBytesMax, shownIban } from '@regie/contract/letterheads.ts'
import { useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { ConflictNotice } from '../../ui/conflict-notice.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { FormActions } from '../../ui/form.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { LeaveQuestion } from '../../ui/leave-question.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { useVersionedForm } from '../../ui/use-versioned-form.ts'
import styles from './letterhead.module.css'
import { LetterheadBlock } from './letterhead-block.tsx'
import { LogoInput } from './logo-input.tsx'

/** The logo of one customer and how it is reached, with how that stands on paper beside it. */
export function LetterheadForm({ customerID }: { customerID: number }) {
  const query = useApi(letterheadApi.get, { params: { customerID } })
  if (query.data === undefined) return <NotLoaded query={query} lines={10} />
  return <Fields key={customerID} row={query.data} />
}

const drafted = ({ address, phone, email, chamberNumber, iban, privacyUrl, logo }: Letterhead) => ({
  ...{ address, phone, email, chamberNumber, privacyUrl },
  iban: shownIban(iban),
  logo,
})
type Draft = ReturnType<typeof drafted>
const isSame = (one: Draft, other: Draft) => JSON.stringify(one) === JSON.stringify(other)

function Fields({ row }: { row: Letterhead }) {
  const t = useText()
  const change = useApiChange(letterheadApi.change, { refresh: [letterheadApi.get] })
  const [draft, setDraft] = useState(() => drafted(row))
  const put = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const { base, theirs, lastSave, takeTheirs, save } = useVersionedForm({
    row,
    schema: Letterhead,
    isChanged: (kept) => !isSame(draft, drafted(kept)),
    show: (next) => setDraft(drafted(next)),
  })
  const unsaved = !isSame(draft, drafted(theirs ?? base))
  const refusal = change.error instanceof ApiFailure ? change.error : null
  const faultAt = (field: keyof Draft) => (refusal?.field === field ? errorText(refusal.code, refusal.params) : undefined)
  const isAtField = refusal?.field !== undefined && Object.hasOwn(draft, refusal.field)

  async function send() {
    const { logo, ...rest } = draft
    // A logo is large: only a new one is sent.
    const body = { ...rest, ...(logo !== base.logo && { logo }) }
    try {
      const saved = await save((version) => change.mutateAsync({ params: { customerID: row.customerID }, body: { ...body, version } }))
      if (saved !== null) notify(t('letterhead.saved'))
    } catch {
      // Shown by change.error.
    }
  }
  const words = (['address', 'phone', 'email', 'chamberNumber', 'iban', 'privacyUrl'] as const).map((key) => ({
    ...{ key, label: t(`letterhead.${key}`) },
    value: theirs?.[key] ?? '',
  }))
  return (
    <div className={styles.form}>
      <Stack isWide>
        <Panel title={t('letterhead.logo')}>
          <LogoInput logo={draft.logo} error={faultAt('logo')} bytesMax={logoBytesMax} onChange={(logo) => put({ logo })} />
        </Panel>
        <Panel title={t('letterhead.reach')}>
          <Stack isWide>
            <TextAreaInput
              label={t('letterhead.address')}
              help={t('letterhead.addressHelp')}
              rows={4}
              maxLength={300}
              value={draft.address}
              error={faultAt('address')}
              onChange={(address) => put({ address })}
            />
            <TextInput
              label={t('letterhead.phone')}
              type="tel"
              maxLength={30}
              value={draft.phone}
              error={faultAt('phone')}
              onChange={(phone) => put({ phone })}
            />
            <TextInput
              label={t('letterhead.email')}
              type="email"
              maxLength={254}
              value={draft.email}
              error={faultAt('email')}
              onChange={(email) => put({ email })}
            />
            <TextInput
              label={t('letterhead.chamberNumber')}
              help={t('letterhead.chamberNumberHelp')}
              inputMode="numeric"
              maxLength={8}
              value={draft.chamberNumber}
              error={faultAt('chamberNumber')}
              onChange={(chamberNumber) => put({ chamberNumber })}
            />
            <TextInput
              label={t('letterhead.iban')}
              help={t('letterhead.ibanHelp')}
              maxLength={42}
              value={draft.iban}
              error={faultAt('iban')}
              onChange={(iban) => put({ iban })}
            />
            <TextInput
              label={t('letterhead.privacyUrl')}
              help={t('letterhead.privacyUrlHelp')}
              placeholder="https://…"
              maxLength={200}
              value={draft.privacyUrl}
              error={faultAt('privacyUrl')}
              onChange={(privacyUrl) => put({ privacyUrl })}
            />
          </Stack>
        </Panel>
        {theirs !== null && (
          <ConflictNotice
            lastSave={lastSave}
            items={words}
            onTake={() => {
              takeTheirs()
              change.reset()
            }}
          />
        )}
        {refusal !== null && !isAtField && theirs === null && <FailureText failure={refusal} />}
        <FormActions>
          <Button kind="main" reason={unsaved ? undefined : t('letterhead.nothing')} isBusy={change.isPending} onPress={() => void send()}>
            {t('letterhead.save')}
          </Button>
        </FormActions>
      </Stack>
      <Panel title={t('letterhead.onPaper')}>
        <div className={styles.sheet}>
          <LetterheadBlock letterhead={{ ...base, ...draft }} />
          <div className={styles.lines} aria-hidden="true" />
        </div>
        <p className={styles.help}>{t('letterhead.where')}</p>
      </Panel>
      <LeaveQuestion isUnsaved={unsaved} keepsWithin />
    </div>
  )
}
