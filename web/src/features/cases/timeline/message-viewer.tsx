import type { Locale } from '@regie/contract/locale.ts'
import { caseApi, type Communication } from '@regie/contract/cases.ts'
import { useState } from 'react'
import { addressOf } from '../../../api/call-api.ts'
import { reasonText } from '../../../locales/event-words.ts'
import { formatMomentFull } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { SentButtons } from '../../../session/sent-buttons.tsx'
import { SentFiles, textBeneath } from '../../../session/sent-files.tsx'
import { useSession } from '../../../session/use-session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ChipChoice } from '../../../ui/chip-choice.tsx'
import { KeyValueList } from '../../../ui/key-value-list.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { hasFailure, MessageFailureNotice } from './message-failure.tsx'
import { MessageDecisions } from './message-decisions.tsx'
import { SpokenTexts } from './spoken-texts.tsx'
import { MailExtras } from './mail-extras.tsx'
import { useCommunication } from '../cases-data.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import styles from './message-viewer.module.css'
import { stateLook } from './timeline-words.ts'

/** One message as it was sent. Fetched when it is opened: a timeline of fifty mails need not carry their texts. */
export function MessageViewer({ caseID, communicationID }: { caseID: number; communicationID: number }) {
  return (
    <Loaded query={useCommunication(caseID, communicationID)} lines={4}>
      {(message) => <Message caseID={caseID} message={message} />}
    </Loaded>
  )
}

function Message({ caseID, message }: { caseID: number; message: Communication }) {
  const t = useText()
  const [shown, setShown] = useState<'html' | 'text'>(message.html === null ? 'text' : 'html')
  const { onlySimulation } = useSession()
  const adapter = message.simulated ? t('cases.messages.simulation') : message.provider
  const sentAt = message.sentAt === null ? t('cases.messages.notSent') : formatMomentFull(message.sentAt)
  const head = [
    { key: 'to', label: t('cases.messages.to'), value: message.to },
    { key: 'from', label: t(message.channel === 'call' ? 'cases.messages.callerID' : 'cases.messages.from'), value: message.from },
    ...(message.subject === '' ? [] : [{ key: 'subject', label: t('cases.messages.subject'), value: message.subject }]),
    { key: 'sentAt', label: t('cases.messages.sentAt'), value: sentAt },
    {
      key: 'state',
      label: t('cases.messages.state'),
      value: <Badge {...stateLook(message.state)}>{t(`cases.deliveries.${message.state}`)}</Badge>,
    },
    {
      key: 'provider',
      label: t('cases.messages.provider'),
      value: message.providerName === null ? adapter : `${message.providerName} (${adapter})`,
    },
    ...(message.insteadOf === null
      ? []
      : [{ key: 'insteadOf', label: t('cases.messages.rerouted'), value: t('cases.messages.insteadOf', { name: message.insteadOf }) }]),
    ...(message.voice === '' ? [] : [{ key: 'voice', label: t('cases.messages.voice'), value: message.voice }]),
    ...(message.language === ''
      ? []
      : [{ key: 'language', label: t('cases.messages.language'), value: t(`cases.messages.languages.${message.language as Locale}`) }]),
  ]
  const text = (
    <div>
      <pre className={styles.text}>{textBeneath(message.text, message.attachments)}</pre>
      <SentButtons buttons={message.buttons} />
    </div>
  )
  return (
    <div className={styles.message}>
      {message.simulated && !onlySimulation && (
        <Notice tone="accent" icon="flask">
          {t('cases.messages.simulated')}
        </Notice>
      )}
      {hasFailure(message) && <MessageFailureNotice message={message} />}
      {!hasFailure(message) && (message.state === 'unknown' || message.reason !== null) && (
        <Notice
          tone="warning"
          icon={message.state === 'unknown' ? 'unknown' : 'alert'}
          title={message.reason === null ? undefined : reasonText(message.reason)}
        >
          {message.state === 'unknown' && t('cases.messages.unknown')}
        </Notice>
      )}
      <KeyValueList items={head} />
      {message.mail !== null && <MailExtras caseID={caseID} communicationID={message.communicationID} mail={message.mail} />}
      <SentFiles
        caseID={caseID}
        communicationID={message.communicationID}
        files={message.attachments}
        label={t('cases.messages.attachments')}
      />
      <MessageDecisions decisions={message.decisions} />
      {message.channel === 'call' && message.text.trim() !== '' ? (
        <SpokenTexts message={message} />
      ) : message.html === null ? (
        text
      ) : (
        <Tabs
          label={t('cases.messages.view')}
          value={shown}
          onChange={setShown}
          tabs={[
            {
              key: 'html',
              label: t('cases.messages.asSent'),
              content: <SentPage caseID={caseID} communicationID={message.communicationID} subject={message.subject} html={message.html} />,
            },
            { key: 'text', label: t('cases.messages.asText'), content: text },
          ]}
        />
      )}
    </div>
  )
}

type SentPageProps = { caseID: number; communicationID: number; subject: string; html: string }

/** The mail with its own style sheets: a page of its own, for those of our pages may hold none. Dark is offered where the mail knows it. */
function SentPage({ caseID, communicationID, subject, html }: SentPageProps) {
  const t = useText()
  const [scheme, setScheme] = useState<(typeof schemes)[number]>('light')
  return (
    <>
      {/prefers-color-scheme/i.test(html) && (
        <ChipChoice
          label={t('cases.messages.scheme')}
          value={scheme}
          onChange={setScheme}
          options={schemes.map((value) => ({ value, label: t(`cases.messages.schemes.${value}`) }))}
        />
      )}
      <iframe
        className={styles.frame}
        title={t('cases.messages.frame', { subject })}
        sandbox=""
        referrerPolicy="no-referrer"
        src={addressOf(caseApi.mailPage, { params: { caseID, communicationID }, query: { scheme } })}
      />
    </>
  )
}

const schemes = ['light', 'dark'] as const
