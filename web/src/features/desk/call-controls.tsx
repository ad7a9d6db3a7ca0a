import { type DeskCall, type DeskQueue, deskApi, digitsMax } from '@regie/contract/desk.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectInput } from '../../ui/inputs.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { useKey } from '../../ui/use-key.ts'
import styles from './desk.module.css'
import { useDeskChange, useDeskTransfer } from './desk-data.ts'

/** What one does with a call, by mouse and by the key that stands with it. */
export function CallControls({ call, queues }: { call: DeskCall; queues: readonly DeskQueue[] }) {
  const t = useText()
  const [open, setOpen] = useState<'keypad' | 'transfer' | null>(null)
  const mute = useDeskChange(deskApi.mute)
  const hold = useDeskChange(deskApi.hold)
  const hangUp = useDeskChange(deskApi.hangUp)
  const params = { callID: call.callID }
  const isTalking = call.state === 'talking'
  const reason = isTalking ? undefined : t('desk.notYet')
  const isHeld = call.heldAt !== null
  const toggleMute = () => isTalking && mute.send({ params, body: { isMuted: !call.isMuted } })
  const toggleHold = () => isTalking && hold.send({ params, body: { isHeld: !isHeld } })
  const end = () => hangUp.send({ params })
  useKey('m', toggleMute)
  useKey('h', toggleHold)
  useKey('d', () => isTalking && setOpen('transfer'))
  useKey('t', () => isTalking && setOpen(open === 'keypad' ? null : 'keypad'))
  useKey('o', end)
  return (
    <div className={styles.stack}>
      <div className={styles.controls}>
        <Toggle isOn={call.isMuted} isBusy={mute.isPending} reason={reason} keyName="M" onPress={toggleMute}>
          {t(call.isMuted ? 'desk.unmute' : 'desk.mute')}
        </Toggle>
        <Toggle isOn={isHeld} isBusy={hold.isPending} reason={reason} keyName="H" onPress={toggleHold}>
          {t(isHeld ? 'desk.unhold' : 'desk.hold')}
        </Toggle>
        <Button reason={reason} onPress={() => setOpen('transfer')}>
          {t('desk.transfer')} <kbd>D</kbd>
        </Button>
        <Button reason={reason} onPress={() => setOpen(open === 'keypad' ? null : 'keypad')}>
          {t('desk.keypad')} <kbd>T</kbd>
        </Button>
      </div>
      {open === 'keypad' && <Keypad callID={call.callID} />}
      <Button kind="danger" isWide icon={<Icon name="phone" size={16} />} isBusy={hangUp.isPending} onPress={end}>
        {t(isTalking ? 'desk.hangUp' : 'desk.stop')} <kbd>O</kbd>
      </Button>
      {open === 'transfer' && <TransferDialog callID={call.callID} queues={queues} onClose={() => setOpen(null)} />}
    </div>
  )
}

type ToggleProps = { isOn: boolean; isBusy: boolean; reason: string | undefined; keyName: string; onPress: () => unknown; children: string }

/** On or off: said in words, and by its colour. */
function Toggle({ isOn, isBusy, reason, keyName, onPress, children }: ToggleProps) {
  return (
    <Button kind={isOn ? 'main' : 'plain'} isBusy={isBusy} reason={reason} onPress={() => void onPress()}>
      {children} <kbd>{keyName}</kbd>
    </Button>
  )
}

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#']

/** Keys for a menu at the other end: pressed one by one, or typed and sent with Enter. */
function Keypad({ callID }: { callID: number }) {
  const t = useText()
  const press = useDeskChange(deskApi.press)
  const [digits, setDigits] = useState('')
  const send = (what: string) => press.send({ params: { callID }, body: { digits: what } }, () => setDigits(''))
  return (
    <form
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault()
        if (digits !== '') send(digits)
      }}
    >
      <TextInput
        label={t('desk.digits')}
        autoFocus
        inputMode="numeric"
        maxLength={digitsMax}
        value={digits}
        onChange={(typed) => setDigits(typed.replaceAll(/[^0-9*#]/g, ''))}
      />
      <div className={styles.keypad}>
        {keys.map((key) => (
          <Button key={key} isBusy={press.isPending} onPress={() => send(key)}>
            {key}
          </Button>
        ))}
      </div>
    </form>
  )
}

type TransferProps = { callID: number; queues: readonly DeskQueue[]; onClose: () => void }

function TransferDialog({ callID, queues, onClose }: TransferProps) {
  const t = useText()
  const transfer = useDeskTransfer()
  const [queueID, setQueueID] = useState(() => queues.toSorted((one, other) => other.available - one.available)[0]?.queueID ?? null)
  return (
    <ConfirmDialog
      isOpen
      title={t('desk.transferTitle')}
      verb={t('desk.transfer')}
      fields={['queueID']}
      reason={queueID === null ? t('desk.noQueues') : undefined}
      onConfirm={() => transfer(callID, queueID ?? 0)}
      onClose={onClose}
    >
      {(faultAt) => (
        <div className={styles.stack}>
          <SelectInput
            label={t('desk.toQueue')}
            error={faultAt('queueID')}
            value={String(queueID ?? '')}
            onChange={(value) => setQueueID(Number(value))}
            options={queues.map(({ queueID: id, name, available, waiting }) => ({
              value: String(id),
              label: `${name} · ${t('desk.colleaguesFree', { count: available })} · ${t('desk.waitingShort', { count: waiting })}`,
            }))}
          />
          <p className={styles.quiet}>{t('desk.transferText')}</p>
        </div>
      )}
    </ConfirmDialog>
  )
}
