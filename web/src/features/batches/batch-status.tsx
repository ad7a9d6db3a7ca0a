import type { BatchRow, BatchStatus } from '@regie/contract/batches.ts'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { useText } from '../../locales/i18n.tsx'
import type { Tone } from '../../theme/colours.ts'
import { Badge } from '../../ui/badge.tsx'
import type { IconName } from '../../ui/icon.tsx'
import styles from './batches.module.css'
import { personName } from '../../session/people.ts'

const looks = {
  preparing: { tone: 'neutral', icon: 'hourglass' },
  open: { tone: 'success', icon: 'play' },
  paused: { tone: 'warning', icon: 'pause' },
  closed: { tone: 'neutral', icon: 'lock' },
} as const satisfies Record<BatchStatus, { tone: Tone; icon: IconName }>

export function BatchStatusBadge({ status }: { status: BatchStatus }) {
  const t = useText()
  return (
    <Badge tone={looks[status].tone} icon={looks[status].icon}>
      {t(`batches.statuses.${status}`)}
    </Badge>
  )
}

function LockedBadge({ locked }: { locked: NonNullable<BatchRow['locked']> }) {
  const t = useText()
  return (
    <Badge tone="warning" icon="lock" title={`${t('batches.lock.by', { by: personName(locked.by) })}: ${locked.reason}`}>
      {t('batches.lock.badge')}
    </Badge>
  )
}

function TrialBadge({ state }: { state: NonNullable<BatchRow['trial']>['state'] }) {
  const t = useText()
  if (state === 'passed') return null
  return (
    <Badge tone={state === 'stopped' ? 'error' : 'info'} icon="flask">
      {t('batches.trial.badge')}
    </Badge>
  )
}

/** The status, and beside it why nothing happens and when it goes on. */
export function BatchStatusCell({ batch }: { batch: BatchRow }) {
  const reason = useShortStandstill(batch)
  const useful = useStandstill(batch) ?? reason ?? undefined
  return (
    <span className={styles.statusCell}>
      <BatchStatusBadge status={batch.status} />
      {batch.locked !== null && <LockedBadge locked={batch.locked} />}
      {batch.trial !== null && <TrialBadge state={batch.trial.state} />}
      {reason !== null && (
        <span className={styles.reason} title={useful}>
          {reason}
        </span>
      )}
    </span>
  )
}

// In a row the badge says already that it is paused or closed; beside it is only what the badge does not say.
function useShortStandstill(batch: BatchRow): string | null {
  const t = useText()
  const reason = useStandstill(batch)
  if (batch.status === 'closed' || batch.status === 'preparing') return null
  if (batch.status !== 'paused') {
    const { at = null } = batch.standstill ?? {}
    if (reason === null || at === null || batch.standstill === null) return reason
    const isNext = standstillWord(batch, batch.standstill.reason) === 'nextStep'
    return t(isNext ? 'batches.nextStepAt' : 'batches.again', { at: formatNextMoment(at) })
  }
  return batch.pausedUntil === null ? t('batches.untilResumed') : t('batches.until', { at: formatNextMoment(batch.pausedUntil) })
}

/** Why the batch stands still, in words: "buiten tijdvenster, weer ma 07:00". Null while it moves. */
export function useStandstill(batch: BatchRow): string | null {
  const t = useText()
  if (batch.standstill === null) return null
  const { at } = batch.standstill
  const reason = standstillWord(batch, batch.standstill.reason)
  if (reason === 'paused')
    return batch.pausedUntil === null ? t('batches.pausedForever') : t('batches.pausedUntil', { at: formatNextMoment(batch.pausedUntil) })
  const words = t(`batches.standstill.${reason}`)
  return at === null ? words : t('batches.standstillUntil', { reason: words, at: formatNextMoment(at) })
}

/** Nothing is due for three reasons: everybody is done, everybody waits for the moment of their next step, or nobody knows what for. */
export function standstillWord({ counts, standstill }: BatchRow, reason: NonNullable<BatchRow['standstill']>['reason']) {
  if (reason !== 'nothingDue') return reason
  if (counts.closed === counts.total) return 'done'
  return standstill?.at == null ? reason : 'nextStep'
}
