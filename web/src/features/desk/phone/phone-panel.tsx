import type { DeskCall } from '@regie/contract/desk.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { notify } from '../../../session/notification.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { failureWords } from '../../../ui/failure-text.tsx'
import { Panel } from '../../../ui/panel.tsx'
import styles from '../desk.module.css'
import { DeviceCheck } from './device-check.tsx'
import { connectPhone, isOwnCall, openPhone, pickUpPhone, usePhone } from './phone.ts'

const tones = {
  connected: 'success',
  connecting: 'info',
  broken: 'error',
  taken: 'warning',
  refused: 'error',
  simulated: 'info',
  unchecked: 'warning',
} as const

/** The browser as a telephone: whether it is connected, and the check of microphone and headset. Nothing where the exchange offers none. */
export function PhonePanel({ customerID, call }: { customerID: number; call: DeskCall | null }) {
  const t = useText()
  const { state, isRinging } = usePhone()
  const [isChecking, setChecking] = useState(false)
  useEffect(() => {
    openPhone(customerID).catch((failure: unknown) => notify(failureWords(failure as Error)))
  }, [customerID])
  const isOwn = isOwnCall(call)
  useEffect(() => {
    if (isRinging && isOwn) pickUpPhone()
  }, [isRinging, isOwn])
  if (state === 'unknown' || state === 'none') return null
  const done = () => {
    setChecking(false)
    if (state !== 'simulated') void connectPhone()
  }
  return (
    <Panel
      title={t('desk.phone.title')}
      actions={
        <span aria-live="polite">
          <Badge tone={tones[state]} icon="phone">
            {t(`desk.phone.states.${state}`)}
          </Badge>
        </span>
      }
    >
      <div className={styles.stack}>
        <p className={styles.quiet}>{t(`desk.phone.texts.${state}`)}</p>
        {isRinging && !isOwn && <PickUp />}
        {state === 'taken' && <Button onPress={() => void openPhone(customerID, true)}>{t('desk.phone.useHere')}</Button>}
        {isChecking ? (
          <DeviceCheck onDone={done} />
        ) : (
          <Button kind={state === 'unchecked' ? 'main' : 'quiet'} onPress={() => setChecking(true)}>
            {t('desk.phone.check')}
          </Button>
        )}
      </div>
    </Panel>
  )
}

/** Picks up what rings at this browser. */
function PickUp() {
  const t = useText()
  return (
    <Button kind="main" isWide onPress={pickUpPhone}>
      {t('desk.phone.pickUp')}
    </Button>
  )
}
