import { identified, noChoice, unidentified } from '@regie/contract/call-menu.ts'
import type { Communication, HeardText } from '@regie/contract/cases.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { voiceFor } from '@regie/contract/voices.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Listen } from '../../../session/speech/listen.tsx'
import { formatSeconds } from '../../../session/speech/speech-data.ts'
import { KeyValueList } from '../../../ui/key-value-list.tsx'
import styles from './message-viewer.module.css'

/** What a call lets hear, to be heard again, with what its provider was given to play; and what could be pressed in it. */
export function SpokenTexts({ message }: { message: Communication }) {
  const { menu, heard } = message
  return (
    <>
      {menu !== null && <Pressed {...menu} />}
      {heard.map((one) => (
        <Spoken key={`${one.part} ${one.after?.key ?? ''}`} message={message} heard={one} />
      ))}
    </>
  )
}

function Spoken({ message, heard: { part, after, text, played } }: { message: Communication; heard: HeardText }) {
  const t = useText()
  const title = t(`cases.messages.spoken.${part}`, { key: after?.key ?? '', name: after?.name ?? '' })
  return (
    <section className={styles.spoken} aria-label={title}>
      <h4>{title}</h4>
      <pre className={styles.text}>{text}</pre>
      {played !== null && (
        <p className={styles.soft}>{t('cases.messages.spoken.played', { voice: played.voice, seconds: formatSeconds(played.seconds) })}</p>
      )}
      <Listen customerID={message.customerID} text={text} voice={voiceFor(message.voice, message.language as Locale)} about={title} />
    </section>
  )
}

type Key = NonNullable<Communication['menu']>['keys'][number]
const named = ({ key, name }: Key) => `${key} ${name}`

/** The keys that could be pressed, and what came of it. */
function Pressed({ keys, chosen }: NonNullable<Communication['menu']>) {
  const t = useText()
  const key = keys.find((one) => one.key === chosen)
  const outcomes: Record<string, string> = {
    [noChoice]: t('cases.messages.menu.none'),
    [unidentified]: t('cases.messages.menu.unidentified'),
    [identified]: t('cases.messages.menu.identified'),
  }
  const outcome = key ? named(key) : (outcomes[chosen ?? ''] ?? t('cases.messages.menu.open'))
  return (
    <KeyValueList
      items={[
        ...(keys.length === 0 ? [] : [{ key: 'keys', label: t('cases.messages.menu.keys'), value: keys.map(named).join(' · ') }]),
        { key: 'chosen', label: t('cases.messages.menu.chosen'), value: outcome },
      ]}
    />
  )
}
