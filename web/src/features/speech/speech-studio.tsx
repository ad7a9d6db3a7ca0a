import { type Sound, speechSpeeds, speechTextMax } from '@regie/contract/speech.ts'
import { locales } from '@regie/contract/locale.ts'
import { type VoiceName, voiceNames, voiceTable } from '@regie/contract/voices.ts'
import { useState } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { useSpeak, useSpeechState } from '../../session/speech/speech-data.ts'
import { Button } from '../../ui/button.tsx'
import { ChipChoice } from '../../ui/chip-choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Heard, type HeardText, speedNames } from './heard.tsx'
import styles from './speech.module.css'

const examples = ['reminder', 'voicemail', 'numbers'] as const
// What was heard before stays to be compared.
const heardMax = 6

/** Type a text, choose a voice, hear it: the last few stay beside each other to be compared. */
export function SpeechStudio({ customerID }: { customerID: number }) {
  const t = useText()
  const state = useSpeechState(customerID)
  const speak = useSpeak()
  const [text, setText] = useState('')
  const [voice, setVoice] = useState<VoiceName>('Fleur')
  const [speed, setSpeed] = useState<(typeof speechSpeeds)[number]>(1)
  const [heard, setHeard] = useState<readonly HeardText[]>([])
  if (state.data === undefined) return <NotLoaded query={state} lines={8} />
  const { isAvailable } = state.data
  const words = text.trim()
  const reason = !isAvailable ? t('speech.notHere') : words === '' ? t('speech.nothing') : undefined
  const keep = (sound: Sound) =>
    setHeard((before) => [{ ...sound, text: words, speed }, ...before.filter((one) => one.sound !== sound.sound)].slice(0, heardMax))
  const say = () =>
    void speak
      .mutateAsync({ body: { customerID, text: words, voice, speed } })
      .then(keep)
      .catch(() => undefined)
  return (
    <div className={styles.studio}>
      <div className={styles.writing}>
        {!isAvailable && (
          <Notice tone="warning" icon="alert" title={t('speech.install.title')}>
            {t('speech.install.text')} <code>sudo apt-get install espeak-ng</code>
          </Notice>
        )}
        <Panel title={t('speech.text')}>
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault()
              if (reason === undefined && !speak.isPending) say()
            }}
          >
            <div className={styles.examples}>
              <span className={styles.soft}>{t('speech.example')}</span>
              {examples.map((name) => (
                <Button key={name} kind="quiet" onPress={() => setText(t(`speech.examples.${voiceTable[voice].language}.${name}`))}>
                  {t(`speech.exampleNames.${name}`)}
                </Button>
              ))}
            </div>
            <TextAreaInput
              label={t('speech.text')}
              isLabelHidden
              rows={7}
              maxLength={speechTextMax}
              placeholder={t('speech.placeholder')}
              help={t('speech.count', { count: formatNumber(text.length), max: formatNumber(speechTextMax) })}
              value={text}
              onChange={setText}
            />
            <VoiceChoice voice={voice} onChange={setVoice} />
            <div className={styles.foot}>
              <div className={styles.choice}>
                <span className={styles.label}>{t('speech.speed')}</span>
                <ChipChoice
                  label={t('speech.speed')}
                  value={String(speed)}
                  onChange={(value) => setSpeed(speechSpeeds.find((one) => String(one) === value) ?? 1)}
                  options={speechSpeeds.map((one) => ({ value: String(one), label: t(`speech.speeds.${speedNames[one]}`) }))}
                />
              </div>
              <Button kind="main" type="submit" reason={reason} isBusy={speak.isPending} icon={<Icon name="volume" size={16} />}>
                {t('speech.speak')}
              </Button>
            </div>
          </form>
        </Panel>
        {speak.error !== null && <FailureText failure={speak.error} />}
        <p className={styles.soft}>
          {state.data.engine === 'provider'
            ? t('speech.byProvider', { name: state.data.name })
            : t(isAvailable ? 'speech.byProgram' : 'speech.byNobody', { version: state.data.name })}
        </p>
      </div>
      <Panel title={t('speech.heard')}>
        {heard.length === 0 ? (
          <EmptyState icon="volume" title={t('speech.none.title')} text={t('speech.none.text')} />
        ) : (
          <ol className={styles.list}>
            {heard.map((one, at) => (
              <Heard key={one.sound} customerID={customerID} heard={one} isNewest={at === 0} />
            ))}
          </ol>
        )}
      </Panel>
    </div>
  )
}

function VoiceChoice({ voice, onChange }: { voice: VoiceName; onChange: (voice: VoiceName) => void }) {
  const t = useText()
  return (
    <div className={styles.voices}>
      {locales.map((language) => (
        <div key={language} className={styles.choice}>
          <span className={styles.label}>{t(`speech.languages.${language}`)}</span>
          <ChipChoice<VoiceName>
            label={t('speech.voicesOf', { language: t(`speech.languages.${language}`) })}
            value={voice}
            onChange={onChange}
            options={voiceNames.filter((one) => voiceTable[one].language === language).map((value) => ({ value, label: value }))}
          />
        </div>
      ))}
    </div>
  )
}
