import type { BulkJob } from '@regie/contract/bulk.ts'
import { useState } from 'react'
import { errorText } from '../../locales/error-text.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { useSelection } from '../../session/selection.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { useBulkJobs, useCancelBulk } from './bulk-data.ts'
import styles from './bulk.module.css'

const isAtWork = ({ state }: BulkJob) => state === 'waiting' || state === 'running'

/** How far my bulk action is, on every screen, and its report when it has ended. */
export function BulkProgress() {
  const { customerID } = useSelection()
  const jobs = useBulkJobs(customerID)
  const [hidden, setHidden] = useState<number | null>(null)
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const unseen = jobs.filter((job) => isAtWork(job) && !seen.has(job.bulkID))
  if (unseen.length > 0) setSeen(new Set([...seen, ...unseen.map((job) => job.bulkID)]))
  const newest = jobs[0]
  if (newest === undefined || newest.bulkID === hidden) return null
  if (isAtWork(newest)) return <AtWork job={newest} />
  return <Ended job={newest} isFresh={seen.has(newest.bulkID)} onHide={() => setHidden(newest.bulkID)} />
}

function AtWork({ job }: { job: BulkJob }) {
  const t = useText()
  const cancel = useCancelBulk()
  return (
    <section className={styles.progress} aria-label={t('bulk.label')}>
      <div className={styles.meter}>
        <ProgressBar label={t(`bulk.atWork.${wordOf(job)}`)} done={job.done} total={job.total} />
      </div>
      <Button isBusy={cancel.isPending} onPress={() => cancel.mutate({ params: { bulkID: job.bulkID } })}>
        {t('bulk.stop')}
      </Button>
    </section>
  )
}

// What ended before this page was opened is told no more, unless a minute ago it was still at work.
const toldMs = 60_000

function Ended({ job, isFresh, onHide }: { job: BulkJob; isFresh: boolean; onHide: () => void }) {
  const t = useText()
  const [openedAt] = useState(() => Date.now())
  const isRecent = job.finishedAt !== null && openedAt - Date.parse(job.finishedAt) < toldMs
  if (!isFresh && !isRecent) return null
  const passed = job.skipped.reduce((sum, { count }) => sum + count, 0)
  const changed = job.done - passed
  // Taken back: there is nothing left to report.
  if (changed > 0 && job.undoToken === null) return null
  const why = job.skipped.map(({ reason, count }) => {
    const short = reasons[reason]
    return `${short === undefined ? errorText(reason) : t(`bulk.reasons.${short}`)} (${formatNumber(count)})`
  })
  return (
    <section className={styles.progress} aria-label={t('bulk.label')} role="status">
      <span className={styles.words}>
        <strong>{t(`bulk.ended.${job.state === 'waiting' || job.state === 'running' ? 'done' : job.state}`)}</strong>{' '}
        {t(`bulk.changed.${job.kind}`, { count: changed, total: formatNumber(changed) })}
        {passed > 0 && ` ${t('bulk.passed', { count: passed, total: formatNumber(passed) })} ${why.join(', ')}`}
      </span>
      <IconButton icon="close" label={t('bulk.hide')} onPress={onHide} />
    </section>
  )
}

const actions = ['close', 'pause', 'resume', 'reopen', 'priority', 'handOver'] as const

function wordOf({ kind, action }: BulkJob) {
  const known = actions.find((one) => one === action) ?? 'pause'
  return kind === 'cases'
    ? (`cases.${known === 'priority' ? 'pause' : known}` as const)
    : (`batches.${known === 'reopen' || known === 'handOver' ? 'resume' : known}` as const)
}

const reasons: Partial<
  Record<string, 'inCall' | 'alreadyClosed' | 'notPaused' | 'notClosed' | 'locked' | 'batchClosed' | 'preparing' | 'promised'>
> = {
  'case.inCall': 'inCall',
  'case.alreadyClosed': 'alreadyClosed',
  'batch.alreadyClosed': 'alreadyClosed',
  'case.notPaused': 'notPaused',
  'batch.notPaused': 'notPaused',
  'case.notClosed': 'notClosed',
  'batch.locked': 'locked',
  'batch.notOpen': 'batchClosed',
  'batch.preparing': 'preparing',
  'case.waitsForPromise': 'promised',
}
