import type { SimulationMoment } from '@regie/contract/time-machine.ts'
import { useText } from '../../../locales/i18n.tsx'
import { messageFrame } from '../../../ui/message-frame.ts'
import styles from '../flow.module.css'
import { Stack } from '../../../ui/stack.tsx'

/** The text that would have been sent. A mail's HTML stands in a frame that runs and fetches nothing. */
export function SimulatedMessage({ message }: { message: NonNullable<SimulationMoment['message']> }) {
  const t = useText()
  return (
    <Stack>
      <div className={styles.soft}>
        {t('flow.simulation.messageTo', { to: message.to })}
        {message.subject !== '' && ` · ${message.subject}`}
      </div>
      {message.html === null ? (
        <pre className={styles.text}>{message.text}</pre>
      ) : (
        <iframe
          className={styles.frame}
          title={t('flow.simulation.frame', { subject: message.subject })}
          sandbox=""
          referrerPolicy="no-referrer"
          srcDoc={messageFrame(message.html)}
        />
      )}
    </Stack>
  )
}
