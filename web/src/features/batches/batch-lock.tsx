import type { BatchRow } from '@regie/contract/batches.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { useRight } from '../../session/use-right.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useLockBatch } from './batches-data.ts'
import { Stack } from '../../ui/stack.tsx'
import { personName } from '../../session/people.ts'

/** Why a locked batch may not be changed by this user; undefined when it may. */
export function useLockRefusal({ locked }: BatchRow): string | undefined {
  const t = useText()
  const mayUnlock = useRight(Right.lockBatches)
  return locked === null || mayUnlock ? undefined : t('batches.lock.refusal', { by: personName(locked.by) })
}

/** Who locked the batch and why. */
export function LockNotice({ batch: { locked } }: { batch: BatchRow }) {
  const t = useText()
  if (locked === null) return null
  return (
    <Notice tone="warning" icon="lock" title={t('batches.lock.by', { by: personName(locked.by) })}>
      {locked.reason} · <Moment at={locked.at} /> · {t('batches.lock.help')}
    </Notice>
  )
}

type BatchDialogProps = { batch: BatchRow; onClose: () => void }

/** Locks with a reason that everybody sees, or unlocks. */
export function LockBatchDialog({ batch, onClose }: BatchDialogProps) {
  const t = useText()
  const lock = useLockBatch()
  const [reason, setReason] = useState('')
  const locks = batch.locked === null
  const say = locks ? 'lock' : 'unlock'
  return (
    <ConfirmDialog
      isOpen
      title={t(`batches.lock.${say}Title`, { name: batch.name })}
      verb={t(`batches.lock.${say}`)}
      isDisabled={locks && reason.trim() === ''}
      onConfirm={() => lock.mutateAsync({ params: { batchID: batch.batchID }, body: { locked: locks, reason: reason.trim() } })}
      onClose={onClose}
    >
      <Stack>
        <p>{t(`batches.lock.${say}Text`)}</p>
        {locks && <TextAreaInput label={t('batches.lock.reason')} isRequired maxLength={500} value={reason} onChange={setReason} />}
      </Stack>
    </ConfirmDialog>
  )
}
