import { SelfService, selfServiceApi } from '@regie/contract/self-service.ts'
import { useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { AmountInput } from '../../ui/amount-input.tsx'
import { Button } from '../../ui/button.tsx'
import { ConflictNotice } from '../../ui/conflict-notice.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { FormActions } from '../../ui/form.tsx'
import { NumberInput } from '../../ui/inputs.tsx'
import { LeaveQuestion } from '../../ui/leave-question.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'
import { useVersionedForm } from '../../ui/use-versioned-form.ts'
import { type Allowed, type Draft, draftOf, rulesOf } from './rules-draft.ts'
import styles from './self-service.module.css'

/** What debtors of one customer may do by themselves on the page of a payment link. */
export function SelfServiceForm({ customerID }: { customerID: number }) {
  const query = useApi(selfServiceApi.get, { params: { customerID } })
  if (query.data === undefined) return <NotLoaded query={query} lines={10} />
  return <Fields key={customerID} row={query.data} />
}

const isSame = (one: Draft, other: Draft) => JSON.stringify(one) === JSON.stringify(other)

function Fields({ row }: { row: SelfService }) {
  const t = useText()
  const change = useApiChange(selfServiceApi.change, { refresh: [selfServiceApi.get] })
  const [draft, setDraft] = useState(() => draftOf(row))
  const put = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const { base, theirs, lastSave, takeTheirs, save } = useVersionedForm({
    row,
    schema: SelfService,
    isChanged: (kept) => !isSame(draft, draftOf(kept)),
    show: (next) => setDraft(draftOf(next)),
  })
  const unsaved = !isSame(draft, draftOf(theirs ?? base))
  const rules = rulesOf(draft)
  const refusal = change.error instanceof ApiFailure ? change.error : null
  const faultAt = (field: string) => (refusal?.field === field ? errorText(refusal.code, refusal.params) : undefined)
  const allow = (name: Allowed) => (
    <SwitchInput label={t(`selfService.${name}`)} value={draft[name]} onChange={(value) => put({ [name]: value })} />
  )

  async function send() {
    if (rules === null) return
    try {
      const saved = await save((version) => change.mutateAsync({ params: { customerID: row.customerID }, body: { ...rules, version } }))
      if (saved !== null) notify(t('selfService.saved'))
    } catch {
      // Shown by change.error.
    }
  }

  return (
    <div className={styles.form}>
      <Stack isWide>
        <Panel title={t('selfService.paying')}>
          <Stack isWide>
            {allow('partAllowed')}
            {draft.partAllowed && (
              <div className={styles.under}>
                <AmountInput
                  label={t('selfService.partMin')}
                  value={draft.partMin}
                  error={faultAt('partMinCents')}
                  onChange={(partMin) => put({ partMin })}
                />
              </div>
            )}
            {allow('planAllowed')}
            {draft.planAllowed && (
              <div className={styles.under}>
                <NumberInput
                  label={t('selfService.planPartsMax')}
                  min={2}
                  max={12}
                  value={draft.planPartsMax}
                  error={faultAt('planPartsMax')}
                  onChange={(planPartsMax) => put({ planPartsMax })}
                />
                <AmountInput
                  label={t('selfService.planPartMin')}
                  value={draft.planPartMin}
                  error={faultAt('planPartMinCents')}
                  onChange={(planPartMin) => put({ planPartMin })}
                />
              </div>
            )}
            {allow('dayAllowed')}
            {draft.dayAllowed && (
              <div className={styles.under}>
                <NumberInput
                  label={t('selfService.dayDaysMax')}
                  min={1}
                  max={60}
                  value={draft.dayDaysMax}
                  error={faultAt('dayDaysMax')}
                  onChange={(dayDaysMax) => put({ dayDaysMax })}
                />
              </div>
            )}
          </Stack>
        </Panel>
        <Panel title={t('selfService.contact')}>
          <Stack isWide>
            {allow('messageAllowed')}
            {allow('callbackAllowed')}
          </Stack>
        </Panel>
      </Stack>
      <Stack isWide>
        <Panel title={t('selfService.hardship')}>
          <Stack isWide>
            <NumberInput
              label={t('selfService.hardshipDays')}
              help={t('selfService.hardshipDaysHelp')}
              min={1}
              max={90}
              value={draft.hardshipDays}
              error={faultAt('hardshipDays')}
              onChange={(hardshipDays) => put({ hardshipDays })}
            />
            <TextInput
              label={t('selfService.helpName')}
              help={t('selfService.helpNameHelp')}
              maxLength={60}
              value={draft.helpName}
              onChange={(helpName) => put({ helpName })}
            />
            <TextInput
              label={t('selfService.helpUrl')}
              maxLength={200}
              value={draft.helpUrl}
              error={faultAt('helpUrl')}
              onChange={(helpUrl) => put({ helpUrl })}
            />
            <TextInput
              label={t('selfService.helpPhone')}
              type="tel"
              maxLength={25}
              value={draft.helpPhone}
              error={faultAt('helpPhone')}
              onChange={(helpPhone) => put({ helpPhone })}
            />
          </Stack>
        </Panel>
        <Panel title={t('selfService.own')}>
          <Stack isWide>
            <p>{t('selfService.ownHelp')}</p>
            {allow('lettersAllowed')}
            {allow('detailsAllowed')}
            {allow('wishesAllowed')}
          </Stack>
        </Panel>
      </Stack>
      <div className={styles.actions}>
        <Stack isWide>
          {theirs !== null && (
            <ConflictNotice
              lastSave={lastSave}
              onTake={() => {
                takeTheirs()
                change.reset()
              }}
            />
          )}
          {refusal !== null && refusal.field === undefined && theirs === null && <FailureText failure={refusal} />}
          <FormActions>
            <Button
              kind="main"
              reason={!unsaved ? t('selfService.nothing') : rules === null ? t('selfService.incomplete') : undefined}
              isBusy={change.isPending}
              onPress={() => void send()}
            >
              {t('selfService.save')}
            </Button>
          </FormActions>
        </Stack>
      </div>
      <LeaveQuestion isUnsaved={unsaved} keepsWithin />
    </div>
  )
}
