import { type Sound, speechApi, type speechSpeeds } from '@regie/contract/speech.ts'
import { useEffect, useRef } from 'react'
import { download } from '../../api/download.ts'
import { useDownload } from '../../api/use-download.ts'
import { formatBytes } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { playAlone } from '../../session/speech/play-alone.ts'
import { formatSeconds, soundAddress } from '../../session/speech/speech-data.ts'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './speech.module.css'

export type SpeechSpeed = (typeof speechSpeeds)[number]
export type HeardText = Sound & { text: string; speed: SpeechSpeed }

export const speedNames = { 0.8: 'slow', 1: 'usual', 1.2: 'fast' } as const satisfies Record<SpeechSpeed, string>

/** What was spoken: to hear again, with its length, its words as they are spoken, and its file. The newest plays by itself. */
export function Heard({ customerID, heard, isNewest }: { customerID: number; heard: HeardText; isNewest: boolean }) {
  const t = useText()
  const player = useRef<HTMLAudioElement>(null)
  const { sound, voice, seconds, bytes, spoken, text, speed } = heard
  const file = useDownload(() => download(speechApi.sound, { query: { customerID, sound } }, `${voice}.wav`))
  useEffect(() => {
    // A browser that plays nothing by itself waits for a press.
    if (isNewest) void player.current?.play().catch(() => undefined)
  }, [isNewest, sound])
  return (
    <li className={styles.heard}>
      <div className={styles.heardHead}>
        <strong>{voice}</strong>
        <span className={styles.soft}>{t('speech.atSpeed', { speed: t(`speech.speeds.${speedNames[speed]}`) })}</span>
        <span className={styles.length}>{t('speech.seconds', { seconds: formatSeconds(seconds) })}</span>
        <span className={styles.soft}>{formatBytes(bytes)}</span>
        <Button kind="quiet" icon={<Icon name="download" size={16} />} isBusy={file.isBusy} onPress={file.save}>
          {t('speech.download')}
          <span className="visually-hidden">: {voice}</span>
        </Button>
      </div>
      {/* The words stand beneath it. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio ref={player} className={styles.player} controls preload="metadata" src={soundAddress(customerID, heard)} onPlay={playAlone} />
      <p className={styles.words}>{spoken}</p>
      {spoken !== text && <p className={styles.soft}>{t('speech.written', { text })}</p>}
      {file.failure !== null && <FailureText failure={file.failure} />}
    </li>
  )
}
