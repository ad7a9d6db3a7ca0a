import { type ChatChannel, chatKeptDays, type ChatPerson } from '@regie/contract/chat.ts'
import { formatMoment, formatMomentFull } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import styles from './chat.module.css'
import { useChannelName, useFound } from './chat-data.ts'
import { MessageText } from './message-text.tsx'

type FoundProps = { customerID: number; q: string; channels: readonly ChatChannel[]; people: readonly ChatPerson[] }

/** Messages with these words, newest first, each with the channel that it leads to. */
export function FoundMessages({ customerID, q, channels, people }: FoundProps) {
  const t = useText()
  const nameOf = useChannelName()
  const query = useFound(customerID, q)
  const names = new Map(people.map(({ userID, name }) => [userID, name]))
  const channelOf = new Map(channels.map((channel) => [channel.channelID, nameOf(channel)]))
  return (
    <section className={styles.conversation} aria-label={t('chat.found', { q })}>
      <Loaded query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState icon="search" title={t('chat.foundNothing')} text={t('chat.foundNothingText', { days: chatKeptDays })} />
          ) : (
            <ol className={styles.hits}>
              {rows.map((message) => (
                <li key={message.messageID}>
                  <div className={styles.who}>
                    <strong>{names.get(message.byUserID ?? 0) ?? message.by}</strong>
                    <AppLink to={paths.chat({ channel: message.channelID })}>{channelOf.get(message.channelID) ?? ''}</AppLink>
                    <time dateTime={message.at} title={formatMomentFull(message.at)}>
                      {formatMoment(message.at)}
                    </time>
                  </div>
                  <MessageText message={message} />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </section>
  )
}
