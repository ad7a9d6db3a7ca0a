import { speechTextMax } from '@regie/contract/speech.ts'
import type { VoiceName } from '@regie/contract/voices.ts'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './listen.module.css'
import { playAlone } from './play-alone.ts'
import { formatSeconds, soundAddress, useSpeak } from './speech-data.ts'

type ListenProps = {
  customerID: number
  text: string
  voice: VoiceName
  /** What it is, where more than one text can be heard. */
  about?: string
  /** Why it can not be heard. */
  reason?: string | undefined
}

/** A text to hear as a call speaks it, and how long that takes. */
export function Listen({ customerID, text, voice, about, reason }: ListenProps) {
  const t = useText()
  const speak = useSpeak()
  const player = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const words = text.trim()
  const heard = speak.data !== undefined && speak.variables?.body.text === words && speak.variables.body.voice === voice ? speak.data : null
  const refusal = reason ?? (words === '' ? t('speech.nothing') : words.length > speechTextMax ? t('speech.tooLong') : undefined)
  const address = heard === null ? null : soundAddress(customerID, heard)
  // What was made a moment ago is played when it is there.
  useEffect(() => {
    if (address !== null) void player.current?.play().catch(() => setPlaying(false))
  }, [address])
  const press = () => {
    if (isPlaying) return player.current?.pause()
    if (address === null) return void speak.mutateAsync({ body: { customerID, text: words, voice } }).catch(() => undefined)
    if (player.current) player.current.currentTime = 0
    void player.current?.play()
  }
  return (
    <div className={styles.listen}>
      <div className={styles.line}>
        <Button
          kind="quiet"
          icon={<Icon name={isPlaying ? 'pause' : 'play'} size={16} />}
          isBusy={speak.isPending}
          reason={refusal}
          onPress={press}
        >
          {t(isPlaying ? 'speech.stop' : 'speech.listen')}
          {about !== undefined && <span className="visually-hidden">: {about}</span>}
        </Button>
        <span className={styles.length} role="status">
          {heard !== null && t('speech.length', { voice, seconds: formatSeconds(heard.seconds) })}
        </span>
      </div>
      {speak.error !== null && <FailureText failure={speak.error} />}
      {address !== null && (
        // The words stand beside it.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio
          ref={player}
          src={address}
          preload="auto"
          onPlay={(event) => {
            playAlone(event)
            setPlaying(true)
          }}
          onPause={() => setPlaying(false)}
          onEnded={() => setPlaying(false)}
        />
      )}
    </div>
  )
}
