import type { BatchRow } from '@regie/contract/batches.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { formatNumber } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { formatNextMoment } from '../../../locales/next-moment.ts'
import { Can } from '../../../session/can.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useLockRefusal } from '../batch-lock.tsx'
import { useBatchTrial } from '../batches-data.ts'
import { ReleaseButton } from './release-button.tsx'
import { trialLimits } from './trial-dialog.tsx'

const tones = { running: 'info', waiting: 'info', passed: 'success', stopped: 'error' } as const

/** How the trial run stands: what was measured beside what it may be, and what came of it. */
export function TrialNotice({ batch }: { batch: BatchRow }) {
  const t = useText()
  const end = useBatchTrial()
  const locked = useLockRefusal(batch)
  const { trial } = batch
  if (trial === null) return null
  const { state, measured, limits, exceeded } = trial
  const isUnderWay = state === 'running' || state === 'waiting'
  const evaluateAt = trial.evaluateAt === null ? '' : formatNextMoment(trial.evaluateAt)
  const figures = trialLimits.map((key) =>
    t('batches.trial.figure', {
      what: t(`batches.trial.${key}`),
      share: formatNumber(measured?.[key] ?? 0),
      limit: formatNumber(limits[key]),
    }),
  )
  return (
    <Notice
      isLine
      tone={tones[state]}
      icon={state === 'stopped' ? 'stop' : 'flask'}
      title={t(`batches.trial.states.${state}`, { evaluateAt, what: exceeded.map((key) => t(`batches.trial.${key}`)).join(', ') })}
      action={
        <Can right={Right.pauseBatches} refusal={locked}>
          {(reason) =>
            isUnderWay ? (
              <ReleaseButton batch={batch} reason={reason} />
            ) : (
              <Button
                reason={reason}
                isBusy={end.isPending}
                onPress={() => end.mutate({ params: { batchID: batch.batchID }, body: { trial: null } })}
              >
                {t('batches.trial.hide')}
              </Button>
            )
          }
        </Can>
      }
    >
      {t('batches.trial.tried', { tried: formatNumber(measured?.tried ?? 0), size: formatNumber(trial.size) })}
      {measured !== null && measured.tried > 0 ? `: ${figures.join(' · ')}` : '.'}
    </Notice>
  )
}
