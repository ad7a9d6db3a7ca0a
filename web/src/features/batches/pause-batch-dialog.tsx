import type { BatchRow } from '@regie/contract/batches.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTimeInput } from '../../ui/dates/date-time-input.tsx'
import { ChoiceInput } from '../../ui/toggles.tsx'
import { usePauseBatch } from './batches-data.ts'
import { Stack } from '../../ui/stack.tsx'

type BatchDialogProps = { batch: BatchRow; onClose: () => void }

const tomorrow = () => new Date(Math.ceil((Date.now() + 24 * 3_600_000) / 3_600_000) * 3_600_000).toISOString()

export function PauseBatchDialog({ batch, onClose }: BatchDialogProps) {
  const t = useText()
  const pause = usePauseBatch()
  const [kind, setKind] = useState<'until' | 'forever'>('until')
  const [openedAt] = useState(() => new Date().toISOString())
  const [until, setUntil] = useState<string | null>(tomorrow)
  const isPast = until !== null && until <= openedAt
  const isIncomplete = kind === 'until' && (until === null || isPast)
  return (
    <ConfirmDialog
      isOpen
      title={t('batches.pause.title', { name: batch.name })}
      verb={t('batches.pause.verb')}
      isDisabled={isIncomplete}
      onConfirm={() => pause.mutateAsync({ params: { batchID: batch.batchID }, body: { until: kind === 'until' ? until : null } })}
      onClose={onClose}
    >
      <Stack>
        <p>{t('batches.pause.text')}</p>
        <ChoiceInput
          label={t('batches.pause.howLong')}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'until', label: t('batches.pause.until'), help: t('batches.pause.untilHelp') },
            { value: 'forever', label: t('batches.pause.forever'), help: t('batches.pause.foreverHelp') },
          ]}
        />
        {kind === 'until' && (
          <DateTimeInput
            label={t('batches.pause.moment')}
            isRequired
            min={openedAt}
            value={until}
            onChange={setUntil}
            error={isPast ? t('batches.pause.inPast') : undefined}
            help={t('batches.pause.momentHelp')}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
