import { chatChangeMinutes, type ChatChannel, type ChatPerson } from '@regie/contract/chat.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './chat.module.css'
import { ChannelActions } from './channel-actions.tsx'
import { useChannelName, useMessages, useRead } from './chat-data.ts'
import { Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'

type ConversationProps = { customerID: number; channel: ChatChannel; people: readonly ChatPerson[]; onBack: () => void }

/** One channel: its messages, and room to write. What stands in sight is read. */
export function Conversation({ customerID, channel, people, onBack }: ConversationProps) {
  const t = useText()
  const nameOf = useChannelName()
  const { channelID, kind } = channel
  const found = useMessages(channelID)
  const [openedAt] = useState(channel.readID)
  const [editedID, setEdited] = useState<number | null>(null)
  const name = nameOf(channel)
  useReading(channel, found.rows.at(-1)?.messageID)
  const editLast = () => {
    const own = found.rows.findLast(({ mine, isRemoved }) => mine && !isRemoved)
    if (own !== undefined && Date.now() - Date.parse(own.at) < chatChangeMinutes * 60_000) setEdited(own.messageID)
  }
  const about = {
    general: () => t('chat.generalHelp'),
    group: () => t('chat.members', { count: channel.memberIDs.length }),
    direct: () => t('chat.between', { name }),
  }[kind]()
  return (
    <section className={styles.conversation} aria-label={name}>
      <header className={styles.head}>
        <span className={styles.toList}>
          <IconButton icon="arrowLeft" label={t('chat.back')} onPress={onBack} />
        </span>
        <div className={styles.about}>
          <h2>{name}</h2>
          <span title={kind === 'group' ? namesOf(channel, people) : undefined}>{about}</span>
        </div>
        {kind === 'group' && <ChannelActions customerID={customerID} channel={channel} people={people} onLeft={onBack} />}
      </header>
      {/* Turned round, it stays at its end while messages come, and in its place while older ones are put above. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('chat.messages')}>
        {found.query.data === undefined ? (
          <NotLoaded query={found.query} />
        ) : (
          <MessageList found={found} people={people} readID={openedAt} editedID={editedID} onEdit={setEdited} />
        )}
      </div>
      <Composer
        channelID={channelID}
        label={kind === 'general' ? t('chat.writeGeneral') : t('chat.write', { name })}
        people={kind === 'general' ? people : people.filter(({ userID }) => channel.memberIDs.includes(userID))}
        onEditLast={editLast}
      />
    </section>
  )
}

const namesOf = ({ memberIDs }: ChatChannel, people: readonly ChatPerson[]) =>
  people
    .filter(({ userID }) => memberIDs.includes(userID))
    .map(({ name }) => name)
    .join(', ')

/** Says that the newest message is read when somebody is there to read it. */
function useReading({ channelID, readID, unread }: ChatChannel, newestID: number | undefined) {
  const { mutate } = useRead()
  const sent = useRef(0)
  const say = useEffectEvent(() => {
    if (document.visibilityState !== 'visible' || newestID === undefined || newestID <= readID || newestID <= sent.current) return
    // What one wrote oneself is no news; it is sent with the next of a colleague.
    if (unread === 0 && readID !== 0) return
    sent.current = newestID
    mutate({ params: { channelID }, body: { messageID: newestID } })
  })
  useEffect(() => say(), [newestID, unread])
  useEffect(() => {
    const onSight = () => say()
    document.addEventListener('visibilitychange', onSight)
    return () => document.removeEventListener('visibilitychange', onSight)
  }, [])
}
