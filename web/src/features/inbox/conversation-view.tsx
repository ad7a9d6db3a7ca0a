import type { ConversationItem } from '@regie/contract/conversation-items.ts'
import { type Conversation, inboxApi } from '@regie/contract/inbox.ts'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { addressOf, callApi } from '../../api/call-api.ts'
import { download } from '../../api/download.ts'
import { eventTitle, reasonText } from '../../locales/event-words.ts'
import { formatDay, formatMoment, formatTime } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { useMayCall } from '../../session/use-right.ts'
import { ForwardButton } from '../../session/forward-mail.tsx'
import { MessageFile } from '../../session/message-file.tsx'
import { SentButtons } from '../../session/sent-buttons.tsx'
import { SentFiles, textBeneath } from '../../session/sent-files.tsx'
import { SimulationMark } from '../../session/simulation-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { GivenNumber } from './given-number.tsx'
import { useReadConversation } from './inbox-data.ts'
import styles from './inbox.module.css'
import { personName } from '../../session/people.ts'

type ViewProps = { found: Conversation; children?: ReactNode }

/** What was written from both sides, oldest first, with what happened in the case between; the newest in sight. */
export function ConversationView({ found, children }: ViewProps) {
  const t = useText()
  const { conversationID, unread } = found
  const [older, setOlder] = useState<{ items: readonly ConversationItem[]; hasOlder: boolean } | null>(null)
  const [isLoading, setLoading] = useState(false)
  const end = useRef<HTMLDivElement>(null)
  const { mutate: markRead } = useReadConversation()
  useEffect(() => {
    if (unread > 0 && document.visibilityState === 'visible') markRead({ params: { conversationID } })
  }, [conversationID, unread, markRead])
  const last = found.items.at(-1)
  const lastKey = last && keyOf(last)
  // The newest stays in sight, also when the room for an answer opens beneath.
  useLayoutEffect(() => {
    const list = end.current?.parentElement
    if (!list || lastKey === undefined) return
    const toEnd = () => list.scrollTo({ top: list.scrollHeight })
    toEnd()
    const resized = new ResizeObserver(toEnd)
    resized.observe(list)
    return () => resized.disconnect()
  }, [lastKey])
  const items = [...(older?.items ?? []), ...found.items]
  const hasOlder = older?.hasOlder ?? found.hasOlder
  const loadOlder = async () => {
    const [first] = items
    if (first === undefined || isLoading) return
    setLoading(true)
    await callApi(inboxApi.get, { params: { conversationID }, query: { before: first.at } })
      .then((page) => setOlder({ items: [...page.items, ...(older?.items ?? [])], hasOlder: page.hasOlder }))
      .catch(() => undefined)
    setLoading(false)
  }
  return (
    // A long conversation is scrolled by keys too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.items} tabIndex={0} aria-label={t('inbox.messages')}>
      {hasOlder && (
        <div className={styles.more}>
          <Button isBusy={isLoading} onPress={() => void loadOlder()}>
            {t('inbox.older')}
          </Button>
        </div>
      )}
      {items.map((item, index) => (
        <div key={keyOf(item)} className={styles.line}>
          {formatDay(item.at) !== (items[index - 1] === undefined ? '' : formatDay(items[index - 1]?.at ?? item.at)) && (
            <h3 className={styles.day}>{formatDay(item.at)}</h3>
          )}
          <Line item={item} conversationID={conversationID} caseID={found.caseID} isMail={found.channel === 'email'} />
        </div>
      ))}
      {children}
      <div ref={end} />
    </section>
  )
}

const keyOf = ({ kind, id }: ConversationItem) => `${kind}-${id}`

type LineProps = { item: ConversationItem; conversationID: number; caseID: number | null; isMail: boolean }

function Line({ item, conversationID, caseID, isMail }: LineProps) {
  const t = useText()
  if (item.kind === 'event')
    return (
      <p className={styles.event}>
        {eventTitle(item)} · {formatTime(item.at)}
      </p>
    )
  const isOurs = item.kind === 'sent'
  // As a phone shows it: the file of a WhatsApp message stands above its text.
  const files = isOurs && caseID !== null && (
    <SentFiles caseID={caseID} communicationID={item.id} files={item.attachments} label={t('inbox.attachments')} />
  )
  return (
    <article className={styles.bubble} data-ours={isOurs || undefined} dir="auto">
      {isMail && item.subject !== '' && <strong className={styles.subject}>{item.subject}</strong>}
      {!isMail && files}
      {item.kind === 'received' && item.isPressed ? (
        <p className={styles.pressed}>
          <Icon name="arrowUp" size={14} /> {t('inbox.pressed')} <strong>{item.text}</strong>
        </p>
      ) : (
        <p className={styles.text}>{isOurs ? textBeneath(item.text, item.attachments) : item.text}</p>
      )}
      {item.kind === 'sent' && <SentButtons buttons={item.buttons} />}
      {item.kind === 'received' && item.quoted !== '' && (
        <details className={styles.quoted}>
          <summary>{t('inbox.quoted')}</summary>
          <p className={styles.text}>{item.quoted}</p>
        </details>
      )}
      {item.kind === 'received' && item.attachments.length > 0 && (
        <ul className={styles.files}>
          {item.attachments.map((file) => (
            <li key={file.no}>
              <Attachment file={file} conversationID={conversationID} incomingID={item.id} />
            </li>
          ))}
        </ul>
      )}
      {item.kind === 'received' && item.givenNumber !== null && (
        <GivenNumber given={item.givenNumber} conversationID={conversationID} incomingID={item.id} caseID={caseID} />
      )}
      {isMail && files}
      {item.kind === 'received' && <Forwards forwards={item.forwards} />}
      {item.kind === 'received' && isMail && <ForwardButton incomingID={item.id} />}
      <footer className={styles.foot} dir="ltr">
        {item.kind === 'received' ? (
          <>
            {formatTime(item.at)}
            {item.isAutomatic && ` · ${t('inbox.automatic')}`}
          </>
        ) : (
          <>
            {item.by === '' ? t('inbox.script') : personName(item.by)} · {formatTime(item.at)} · {t(`cases.deliveries.${item.state}`)}
            {item.reason !== null && ` · ${reasonText(item.reason)}`} <SimulationMark isShown={item.simulated} />
          </>
        )}
      </footer>
    </article>
  )
}

/** Who an e-mail went on to, when, and who sent it: it is read where the e-mail is. */
function Forwards({ forwards }: { forwards: Extract<ConversationItem, { kind: 'received' }>['forwards'] }) {
  const t = useText()
  if (forwards.length === 0) return null
  return (
    <ul className={styles.forwards}>
      {forwards.map(({ to, by, at }) => (
        <li key={`${to} ${at}`}>
          <Icon name="send" size={14} />
          <span>
            {by === '' ? t('inbox.forwarded', { to }) : t('inbox.forwardedBy', { to, by })} · {formatMoment(at)}
          </span>
        </li>
      ))}
    </ul>
  )
}

type AttachmentProps = {
  file: Extract<ConversationItem, { kind: 'received' }>['attachments'][number]
  conversationID: number
  incomingID: number
}

function Attachment({ file, conversationID, incomingID }: AttachmentProps) {
  const t = useText()
  const call = { params: { conversationID, incomingID, no: file.no } }
  // No mask knows what stands in a file.
  const mayOpen = useMayCall(inboxApi.attachment)
  return (
    <MessageFile
      file={file}
      address={addressOf(inboxApi.picture, call)}
      onSave={() => download(inboxApi.attachment, call, file.fileName)}
      refusal={mayOpen ? (file.isKept ? undefined : t('inbox.notKept')) : t('ui.noRight')}
    />
  )
}
