import type { Communication } from '@regie/contract/cases.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { voiceFor } from '@regie/contract/voices.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Listen } from '../../../session/speech/listen.tsx'
import { formatSeconds } from '../../../session/speech/speech-data.ts'
import styles from './message-viewer.module.css'

/** What a call says to who picks up and to a voicemail, to be heard; and what its provider was given to play. */
export function SpokenTexts({ message }: { message: Communication }) {
  const t = useText()
  const voice = voiceFor(message.voice, message.language as Locale)
  const parts = [
    { key: 'answer', text: message.text, played: message.spoken?.answer },
    { key: 'voicemail', text: message.voicemailText ?? '', played: message.spoken?.voicemail },
  ] as const
  return parts
    .filter(({ text }) => text.trim() !== '')
    .map(({ key, text, played }) => (
      <section key={key} className={styles.spoken} aria-label={t(`cases.messages.spoken.${key}`)}>
        <h4>{t(`cases.messages.spoken.${key}`)}</h4>
        <pre className={styles.text}>{text}</pre>
        {played !== undefined && (
          <p className={styles.soft}>
            {t('cases.messages.spoken.played', { voice: played.voice, seconds: formatSeconds(played.seconds) })}
          </p>
        )}
        <Listen customerID={message.customerID} text={text} voice={voice} about={t(`cases.messages.spoken.${key}`)} />
      </section>
    ))
}
