import { chatKeptDays, type ChatMessage, type ChatPerson } from '@regie/contract/chat.ts'
import { Fragment } from 'react'
import { formatDay, dayOf } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import styles from './chat.module.css'
import type { useMessages } from './chat-data.ts'
import { MessageLine } from './message-line.tsx'

// Messages of one person so close together share one head.
const closeMs = 5 * 60_000

type ListProps = {
  found: ReturnType<typeof useMessages>
  people: readonly ChatPerson[]
  /** Where the reader had got to when the channel was opened. */
  readID: number
  editedID: number | null
  onEdit: (messageID: number | null) => void
}

/** The messages of a channel by day, with a line where the new ones begin. */
export function MessageList({ found: { rows, hasMore, older, loadOlder }, people, readID, editedID, onEdit }: ListProps) {
  const t = useText()
  const names = new Map(people.map(({ userID, name }) => [userID, name]))
  const nameOf = ({ byUserID, by }: ChatMessage) => (byUserID === null ? by : (names.get(byUserID) ?? by))
  const firstNew = readID === 0 ? undefined : rows.find(({ messageID, mine }) => messageID > readID && !mine)?.messageID
  if (rows.length === 0) return <EmptyState icon="feedback" title={t('chat.begin')} text={t('chat.beginText', { days: chatKeptDays })} />
  return (
    <div>
      {hasMore && (
        <div className={styles.older}>
          <Button kind="quiet" isBusy={older.isLoading} onPress={() => void loadOlder()}>
            {t('chat.older')}
          </Button>
        </div>
      )}
      {older.failure !== null && <FailureText failure={older.failure} />}
      <div role="log" aria-label={t('chat.messages')}>
        <ol className={styles.lines}>
          {rows.map((message, at) => {
            const before = rows[at - 1]
            const isNewDay = before === undefined || dayOf(new Date(before.at)) !== dayOf(new Date(message.at))
            const isFirstNew = message.messageID === firstNew
            return (
              <Fragment key={message.messageID}>
                {isNewDay && (
                  <li className={styles.day}>
                    <span>{formatDay(message.at)}</span>
                  </li>
                )}
                {isFirstNew && (
                  <li className={styles.newLine}>
                    <span>{t('chat.new')}</span>
                  </li>
                )}
                <MessageLine
                  message={message}
                  name={nameOf(message)}
                  isSame={!isNewDay && !isFirstNew && belongsWith(before, message)}
                  isEdited={editedID === message.messageID}
                  onEdit={(isOpen) => onEdit(isOpen ? message.messageID : null)}
                />
              </Fragment>
            )
          })}
        </ol>
      </div>
    </div>
  )
}

function belongsWith(before: ChatMessage | undefined, { byUserID, by, at }: ChatMessage): boolean {
  return before !== undefined && before.byUserID === byUserID && before.by === by && Date.parse(at) - Date.parse(before.at) < closeMs
}
