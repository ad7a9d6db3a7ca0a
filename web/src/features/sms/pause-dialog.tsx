import { type SmsPause, type SmsScript, smsPauseDaysMax } from '@regie/contract/sms.ts'
import { useState } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTimeInput } from '../../ui/dates/date-time-input.tsx'
import { Stack } from '../../ui/stack.tsx'
import { ChoiceInput } from '../../ui/toggles.tsx'
import { usePauseSms } from './sms-data.ts'

type PauseDialogProps = {
  customerID: number
  /** Null: all scripts of the customer. */
  script: SmsScript | null
  isPaused: boolean
  waiting: number
  onClose: () => void
}

const hourMs = 3_600_000

/** Holds the SMS of a script until a moment or until somebody releases them, or releases them. */
export function PauseDialog({ customerID, script, isPaused, waiting, onClose }: PauseDialogProps) {
  const t = useText()
  const change = usePauseSms()
  const [now] = useState(() => Date.now())
  const [state, setState] = useState<Exclude<SmsPause, 'open'>>('until')
  const [until, setUntil] = useState<string | null>(() => new Date(now + hourMs).toISOString())
  const name = script?.name ?? t('sms.allScripts')
  const wanted: SmsPause = isPaused ? 'open' : state
  const shown = formatNumber(waiting)
  return (
    <ConfirmDialog
      isOpen
      title={t(isPaused ? 'sms.releaseTitle' : 'sms.pauseTitle', { name })}
      verb={t(isPaused ? 'sms.release' : 'sms.pause')}
      isDisabled={wanted === 'until' && until === null}
      fields={['until']}
      onConfirm={async () => {
        const body = { customerID, scriptID: script?.scriptID ?? null, state: wanted, until: wanted === 'until' ? until : null }
        await change.mutateAsync({ body })
        notify(t(isPaused ? 'sms.released' : 'sms.paused', { name }))
      }}
      onClose={onClose}
    >
      {(faultAt) => (
        <Stack isWide>
          <p>{t(isPaused ? 'sms.releaseWords' : 'sms.pauseWords', { count: waiting, shown })}</p>
          {!isPaused && (
            <>
              <ChoiceInput
                label={t('sms.howLong')}
                value={state}
                onChange={setState}
                options={[
                  { value: 'until', label: t('sms.untilMoment') },
                  { value: 'forever', label: t('sms.untilReleased') },
                ]}
              />
              {state === 'until' && (
                <DateTimeInput
                  label={t('sms.end')}
                  help={t('sms.endHelp', { days: smsPauseDaysMax })}
                  isRequired
                  value={until}
                  error={faultAt('until')}
                  min={new Date(now).toISOString()}
                  max={new Date(now + smsPauseDaysMax * 24 * hourMs).toISOString()}
                  onChange={setUntil}
                />
              )}
            </>
          )}
        </Stack>
      )}
    </ConfirmDialog>
  )
}
