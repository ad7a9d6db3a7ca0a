import { type ChatChannel, chatUnreadMax } from '@regie/contract/chat.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './chat.module.css'
import { useChannelName } from './chat-data.ts'
import { initialsOf } from './message-line.tsx'

type ListProps = {
  channels: readonly ChatChannel[]
  currentID: number | null
  onAddChannel: () => void
  onAddTalk: () => void
}

/** Channels and talks, each with what is unread. */
export function ChannelList({ channels, currentID, onAddChannel, onAddTalk }: ListProps) {
  const t = useText()
  const groups = channels.filter(({ kind }) => kind !== 'direct')
  const talks = channels.filter(({ kind }) => kind === 'direct')
  return (
    <nav className={styles.channels} aria-label={t('chat.list')}>
      <div className={styles.listHead}>
        <h2>{t('chat.channels')}</h2>
        <IconButton icon="plus" label={t('chat.newChannel')} onPress={onAddChannel} />
      </div>
      <ul>
        {groups.map((channel) => (
          <ChannelLine key={channel.channelID} channel={channel} isCurrent={channel.channelID === currentID} />
        ))}
      </ul>
      <div className={styles.listHead}>
        <h2>{t('chat.people')}</h2>
        <IconButton icon="plus" label={t('chat.newTalk')} onPress={onAddTalk} />
      </div>
      <ul>
        {talks.map((channel) => (
          <ChannelLine key={channel.channelID} channel={channel} isCurrent={channel.channelID === currentID} />
        ))}
      </ul>
    </nav>
  )
}

function ChannelLine({ channel, isCurrent }: { channel: ChatChannel; isCurrent: boolean }) {
  const t = useText()
  const name = useChannelName()(channel)
  const { channelID, kind, unread, isMentioned } = channel
  const count = unread > chatUnreadMax ? `${chatUnreadMax}+` : String(unread)
  const words = [t('chat.unread', { count: unread }), ...(isMentioned ? [t('chat.mentioned')] : [])]
  return (
    <li>
      <AppLink to={paths.chat({ channel: channelID })} className={styles.channel} isCurrent={isCurrent} title={name}>
        {kind === 'direct' ? (
          <span className={styles.smallFace} aria-hidden="true">
            {initialsOf(name)}
          </span>
        ) : (
          <Icon name={kind === 'general' ? 'building' : 'users'} size={16} />
        )}
        <span className={styles.channelName} data-unread={unread > 0 || undefined}>
          {name}
        </span>
        {unread > 0 && (
          <span
            className={styles.count}
            role="img"
            aria-label={words.join(', ')}
            data-mentioned={isMentioned || kind === 'direct' || undefined}
          >
            {isMentioned && kind !== 'direct' ? `@ ${count}` : count}
          </span>
        )}
      </AppLink>
    </li>
  )
}
