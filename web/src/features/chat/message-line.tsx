import { chatChangeMinutes, type ChatMessage } from '@regie/contract/chat.ts'
import { useState } from 'react'
import { formatMomentFull, formatTime } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './chat.module.css'
import { useRemove } from './chat-data.ts'
import { EditForm } from './edit-form.tsx'
import { MessageText } from './message-text.tsx'

type LineProps = {
  message: ChatMessage
  name: string
  /** The line before is of the same person, a moment ago: name and picture are said there. */
  isSame: boolean
  isEdited: boolean
  onEdit: (isOpen: boolean) => void
}

/** One message. Its own writer may change it for some minutes. */
export function MessageLine({ message, name, isSame, isEdited, onEdit }: LineProps) {
  const t = useText()
  const [isRemoving, setRemoving] = useState(false)
  const remove = useRemove()
  const now = useNow(30_000)
  const mayChange = message.mine && !message.isRemoved && now - Date.parse(message.at) < chatChangeMinutes * 60_000
  return (
    <li className={styles.line} data-same={isSame || undefined} data-mine={message.mine || undefined}>
      {isSame ? (
        <time className={styles.sideTime} dateTime={message.at} title={formatMomentFull(message.at)}>
          {formatTime(message.at)}
        </time>
      ) : (
        <span className={styles.face} aria-hidden="true">
          {initialsOf(name)}
        </span>
      )}
      <div className={styles.body}>
        {!isSame && (
          <div className={styles.who}>
            <strong>{name}</strong>
            <time dateTime={message.at} title={formatMomentFull(message.at)}>
              {formatTime(message.at)}
            </time>
          </div>
        )}
        {isEdited ? (
          <EditForm message={message} onDone={() => onEdit(false)} />
        ) : message.isRemoved ? (
          <p className={styles.removed}>{t('chat.removed')}</p>
        ) : (
          <>
            <MessageText message={message} />
            {message.editedAt !== null && (
              <span className={styles.edited} title={formatMomentFull(message.editedAt)}>
                {t('chat.edited')}
              </span>
            )}
          </>
        )}
      </div>
      {mayChange && !isEdited && (
        <div className={styles.acts}>
          <IconButton icon="edit" label={t('chat.edit')} onPress={() => onEdit(true)} />
          <IconButton icon="trash" label={t('chat.remove')} onPress={() => setRemoving(true)} />
        </div>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        title={t('chat.remove')}
        verb={t('chat.remove')}
        kind="danger"
        onConfirm={() => remove.mutateAsync({ params: { messageID: message.messageID } })}
        onClose={() => setRemoving(false)}
      >
        {t('chat.removeText')}
      </ConfirmDialog>
    </li>
  )
}

/** The first letters of a name, for the picture beside it. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '')
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.charAt(0).toUpperCase() ?? '').join('')
}
