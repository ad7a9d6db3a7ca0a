import { type BatchRow, type TrialLimits, usualTrial } from '@regie/contract/batches.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { NumberInput } from '../../../ui/inputs.tsx'
import styles from '../batches.module.css'
import { useBatchTrial } from '../batches-data.ts'
import { Stack } from '../../../ui/stack.tsx'

export const trialLimits = ['failed', 'bounced', 'blacklisted', 'complaints'] as const satisfies readonly (keyof TrialLimits)[]

const isWithin = (value: number | null, min: number, max: number) => value !== null && value >= min && value <= max

/** Begin with a few cases, wait, and go on by itself or stop. */
export function TrialDialog({ batch, onClose }: { batch: BatchRow; onClose: () => void }) {
  const t = useText()
  const trial = useBatchTrial()
  const [size, setSize] = useState<number | null>(Math.max(1, Math.min(usualTrial.size, batch.counts.open)))
  const [hours, setHours] = useState<number | null>(usualTrial.waitMinutes / 60)
  const [limits, setLimits] = useState<Record<keyof TrialLimits, number | null>>(usualTrial.limits)
  const isComplete = isWithin(size, 1, 10_000) && isWithin(hours, 0, 336) && trialLimits.every((key) => isWithin(limits[key], 0, 100))
  const numbers = () => ({
    failed: limits.failed ?? 0,
    bounced: limits.bounced ?? 0,
    blacklisted: limits.blacklisted ?? 0,
    complaints: limits.complaints ?? 0,
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('batches.trial.title', { name: batch.name })}
      verb={t('batches.trial.begin')}
      isDisabled={!isComplete}
      onConfirm={() =>
        trial.mutateAsync({
          params: { batchID: batch.batchID },
          body: { trial: { size: size ?? 1, waitMinutes: (hours ?? 0) * 60, limits: numbers() } },
        })
      }
      onClose={onClose}
    >
      <Stack>
        <p>{t('batches.trial.text')}</p>
        <div className={styles.pair}>
          <NumberInput label={t('batches.trial.size')} isRequired min={1} max={10_000} value={size} onChange={setSize} />
          <NumberInput label={t('batches.trial.hours')} isRequired min={0} max={336} value={hours} onChange={setHours} />
        </div>
        <p>{t('batches.trial.limits')}</p>
        <div className={styles.pair}>
          {trialLimits.map((key) => (
            <NumberInput
              key={key}
              label={t(`batches.trial.${key}`)}
              isRequired
              min={0}
              max={100}
              value={limits[key]}
              onChange={(value) => setLimits({ ...limits, [key]: value })}
            />
          ))}
        </div>
      </Stack>
    </ConfirmDialog>
  )
}
