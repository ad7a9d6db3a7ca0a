import { useEffect, useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectInput } from '../../../ui/inputs.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from '../desk.module.css'
import { keepDevices, loudness, micFault, playTone, readDevices } from './devices.ts'

/** The microphone moves a meter and the headset plays a tone, before anybody is called. */
export function DeviceCheck({ onDone }: { onDone: () => void }) {
  const t = useText()
  const [{ mic, speaker }, setDevices] = useState(() => readDevices() ?? { mic: '', speaker: '' })
  const [found, setFound] = useState<MediaDeviceInfo[]>([])
  const [level, setLevel] = useState(0)
  const [fault, setFault] = useState<ReturnType<typeof micFault> | null>(null)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    void turn
    let end = () => {}
    let isOver = false
    async function listen() {
      try {
        const stream = await navigator.mediaDevices.getUserMedia({ audio: mic === '' ? true : { deviceId: { ideal: mic } } })
        const context = new AudioContext()
        const meter = context.createAnalyser()
        context.createMediaStreamSource(stream).connect(meter)
        const samples = new Uint8Array(meter.fftSize)
        const timer = setInterval(() => {
          meter.getByteTimeDomainData(samples)
          setLevel(loudness(samples))
        }, 100)
        end = () => {
          clearInterval(timer)
          for (const track of stream.getTracks()) track.stop()
          void context.close()
        }
        if (isOver) return end()
        setFault(null)
        // Their names are known once the microphone is allowed.
        setFound(await navigator.mediaDevices.enumerateDevices())
      } catch (error) {
        setFault(micFault(error))
      }
    }
    void listen()
    return () => {
      isOver = true
      end()
    }
  }, [mic, turn])
  const options = (kind: MediaDeviceKind) => [
    { value: '', label: t('desk.phone.usual') },
    ...found
      .filter((one) => one.kind === kind && one.deviceId !== '' && one.deviceId !== 'default')
      .map(({ deviceId, label }) => ({ value: deviceId, label: label || t('desk.phone.unnamed') })),
  ]
  return (
    <div className={styles.stack}>
      <SelectInput
        label={t('desk.phone.mic')}
        value={mic}
        options={options('audioinput')}
        onChange={(value) => setDevices({ mic: value, speaker })}
      />
      {fault === null ? (
        <label className={styles.quiet}>
          {t('desk.phone.speak')} <meter min={0} max={1} value={level} style={{ width: '100%' }} />
        </label>
      ) : (
        <Notice tone="error" icon="alert" isAlert action={<Button onPress={() => setTurn(turn + 1)}>{t('desk.phone.again')}</Button>}>
          {t(`desk.phone.faults.${fault}`)}
        </Notice>
      )}
      <SelectInput
        label={t('desk.phone.speaker')}
        value={speaker}
        options={options('audiooutput')}
        onChange={(value) => setDevices({ mic, speaker: value })}
      />
      <Button onPress={() => void playTone(speaker).catch(() => undefined)}>{t('desk.phone.tone')}</Button>
      <Button
        kind="main"
        isWide
        reason={fault === null ? undefined : t(`desk.phone.faults.${fault}`)}
        onPress={() => {
          keepDevices({ mic, speaker })
          onDone()
        }}
      >
        {t('desk.phone.works')}
      </Button>
    </div>
  )
}
