import type { BatchRow } from '@regie/contract/batches.ts'
import { useState } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import { BatchNumbers } from './batch-numbers.tsx'
import { useBatchQuestion, useReopenBatch, useReopenEnds, useResumeBatch } from './batches-data.ts'

type BatchDialogProps = { batch: BatchRow; onClose: () => void }

export function ResumeBatchDialog({ batch, onClose }: BatchDialogProps) {
  const t = useText()
  const resume = useResumeBatch()
  const question = useBatchQuestion(batch.batchID)
  const [includePaused, setIncludePaused] = useState(false)
  const paused = question.data?.resumable ?? 0
  const staying = (question.data?.paused ?? 0) - paused
  const run = async () => {
    const { counts, promised } = await resume.mutateAsync({ params: { batchID: batch.batchID }, body: { includePaused } })
    const totals = { total: formatNumber(counts.open), left: formatNumber(promised) }
    notify(t('batches.resume.done', { name: batch.name, going: counts.open, promised, ...totals }))
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('batches.resume.title', { name: batch.name })}
      verb={t('batches.resume.verb')}
      isDisabled={question.data === undefined}
      onConfirm={run}
      onClose={onClose}
    >
      <BatchNumbers question={question}>
        {({ open }) => (
          <>
            <p>{t('batches.resume.text', { count: open, total: formatNumber(open) })}</p>
            {paused > 0 && (
              <CheckInput
                label={t('batches.resume.includePaused', { count: paused, total: formatNumber(paused) })}
                help={t('batches.resume.includePausedHelp')}
                value={includePaused}
                onChange={setIncludePaused}
              />
            )}
            {staying > 0 && <p>{t('batches.resume.staying', { count: staying, total: formatNumber(staying) })}</p>}
          </>
        )}
      </BatchNumbers>
    </ConfirmDialog>
  )
}

export function ReopenBatchDialog({ batch, onClose }: BatchDialogProps) {
  const t = useText()
  const reopen = useReopenBatch()
  const { data: ends } = useReopenEnds(batch)
  const question = useBatchQuestion(batch.batchID)
  const [includePaused, setIncludePaused] = useState(false)
  const wasPaused = question.data?.pausedBeforeClosing ?? 0
  return (
    <ConfirmDialog
      isOpen
      title={t('batches.reopen.title', { name: batch.name })}
      verb={t('batches.reopen.verb')}
      isDisabled={question.data === undefined}
      onConfirm={() => reopen.mutateAsync({ params: { batchID: batch.batchID }, body: { includePaused } })}
      onClose={onClose}
    >
      <BatchNumbers question={question}>
        {({ closedByBatch, expired }) => (
          <>
            <p>{t('batches.reopen.text', { count: closedByBatch, total: formatNumber(closedByBatch) })}</p>
            {wasPaused > 0 && (
              <CheckInput
                label={t('batches.reopen.includePaused', { count: wasPaused, total: formatNumber(wasPaused) })}
                help={t('batches.reopen.includePausedHelp')}
                value={includePaused}
                onChange={setIncludePaused}
              />
            )}
            {expired > 0 && <p>{t('batches.reopen.expired', { count: expired, total: formatNumber(expired) })}</p>}
            <div aria-live="polite">
              {ends !== undefined && ends.scriptEnds > 0 && (
                <Notice tone="warning">
                  {t('batches.reopen.scriptEnds', { checked: formatNumber(ends.checked), total: formatNumber(ends.scriptEnds) })}
                </Notice>
              )}
            </div>
          </>
        )}
      </BatchNumbers>
    </ConfirmDialog>
  )
}
