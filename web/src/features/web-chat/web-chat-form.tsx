import { greetingMax, WebChat, webChatApi } from '@regie/contract/web-chat.ts'
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
import { SwitchInput } from '../../ui/toggles.tsx'
import { useVersionedForm } from '../../ui/use-versioned-form.ts'
import { ColorChoice, isColor } from './color-choice.tsx'
import { HoursList } from './hours-list.tsx'
import { SiteCode } from './site-code.tsx'
import styles from './web-chat.module.css'
import { WebChatPreview } from './web-chat-preview.tsx'

/** The chat on the sites of one customer: where it stands, how it looks, when somebody answers; with how a visitor sees it beside it. */
export function WebChatForm({ customerID }: { customerID: number }) {
  const query = useApi(webChatApi.get, { params: { customerID } })
  if (query.data === undefined) return <NotLoaded query={query} lines={10} />
  return <Fields key={customerID} row={query.data} />
}

const drafted = ({ isOn, sites, greeting, color, hours }: WebChat) => ({ isOn, sites: sites.join('\n'), greeting, color, hours })
const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

function Fields({ row }: { row: WebChat }) {
  const t = useText()
  const change = useApiChange(webChatApi.change, { refresh: [webChatApi.get] })
  const [draft, setDraft] = useState(() => drafted(row))
  const put = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const { base, theirs, lastSave, takeTheirs, save } = useVersionedForm({
    row,
    schema: WebChat,
    isChanged: (kept) => !isSame(draft, drafted(kept)),
    show: (next) => setDraft(drafted(next)),
  })
  const { isOn, sites, greeting, color, hours } = draft
  const unsaved = !isSame(draft, drafted(theirs ?? base))
  const refusal = change.error instanceof ApiFailure ? change.error : null
  const isAtSites = refusal?.field?.startsWith('sites') === true
  const refused = refusalOf()
  function refusalOf(): string | undefined {
    if (!unsaved && base.version > 0) return t('webChat.nothing')
    if (!isColor(color)) return t('webChat.colorInvalid')
    if (hours.some(({ weekdays }) => weekdays.length === 0)) return t('webChat.daysMissing')
    return hours.some(({ start, end }) => start >= end) ? t('webChat.hoursReversed') : undefined
  }
  async function send() {
    const listed = sites.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
    try {
      const saved = await save((version) =>
        change.mutateAsync({ params: { customerID: row.customerID }, body: { ...draft, sites: listed, version } }),
      )
      if (saved !== null) notify(t('webChat.saved'))
    } catch {
      // Shown by change.error.
    }
  }
  const greetings = { nl: t('webChat.greetingNl'), eng: t('webChat.greetingEng'), fr: t('webChat.greetingFr') }
  return (
    <div className={styles.form}>
      <Stack isWide>
        <Panel title={t('webChat.place')}>
          <Stack isWide>
            <SwitchInput label={t('webChat.on')} help={t('webChat.onHelp')} value={isOn} onChange={(on) => put({ isOn: on })} />
            <TextAreaInput
              label={t('webChat.sites')}
              help={t('webChat.sitesHelp')}
              rows={3}
              maxLength={4_000}
              placeholder="https://www.example.nl"
              value={sites}
              error={isAtSites ? errorText(refusal.code, refusal.params) : undefined}
              onChange={(typed) => put({ sites: typed })}
            />
            <SiteCode siteKey={base.siteKey} isOn={base.isOn} />
          </Stack>
        </Panel>
        <Panel title={t('webChat.looks')}>
          <Stack isWide>
            <ColorChoice value={color} onChange={(chosen) => put({ color: chosen })} />
            {(['nl', 'eng', 'fr'] as const).map((locale) => (
              <TextInput
                key={locale}
                label={greetings[locale]}
                help={locale === 'nl' ? undefined : t('webChat.greetingHelp')}
                maxLength={greetingMax}
                value={greeting[locale]}
                onChange={(typed) => put({ greeting: { ...greeting, [locale]: typed } })}
              />
            ))}
          </Stack>
        </Panel>
        <Panel title={t('webChat.hours')}>
          <HoursList hours={hours} onChange={(next) => put({ hours: next })} />
        </Panel>
        {theirs !== null && (
          <ConflictNotice
            lastSave={lastSave}
            items={[
              { key: 'sites', label: t('webChat.sites'), value: theirs.sites.join(', ') },
              { key: 'color', label: t('webChat.color'), value: theirs.color },
            ]}
            onTake={() => {
              takeTheirs()
              change.reset()
            }}
          />
        )}
        {refusal !== null && !isAtSites && theirs === null && <FailureText failure={refusal} />}
        <FormActions>
          <Button kind="main" reason={refused} isBusy={change.isPending} onPress={() => void send()}>
            {t('webChat.save')}
          </Button>
        </FormActions>
      </Stack>
      <WebChatPreview siteKey={base.siteKey} color={isColor(color) ? color : base.color} greeting={greeting} />
      <LeaveQuestion isUnsaved={unsaved} keepsWithin />
    </div>
  )
}
