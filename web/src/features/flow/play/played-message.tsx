import type { PlayMoment } from '@regie/contract/time-machine.ts'
import { useText } from '../../../locales/i18n.tsx'
import { messageFrame } from '../../../ui/message-frame.ts'
import styles from '../flow.module.css'
import { Stack } from '../../../ui/stack.tsx'

/** The text that would have been sent. A mail's HTML stands in a frame that runs and fetches nothing. */
export function PlayedMessage({ message }: { message: NonNullable<PlayMoment['message']> }) {
  const t = useText()
  return (
    <Stack>
      <div className={styles.soft}>
        {t('flow.play.messageTo', { to: message.to })}
        {message.subject !== '' && ` · ${message.subject}`}
      </div>
      {message.html === null ? (
        <pre className={styles.text}>{message.text}</pre>
      ) : (
        <iframe
          className={styles.frame}
          title={t('flow.play.frame', { subject: message.subject })}
          sandbox=""
          referrerPolicy="no-referrer"
          srcDoc={messageFrame(message.html)}
        />
      )}
    </Stack>
  )
}
