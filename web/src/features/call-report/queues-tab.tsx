import { goalsOf, metricsOf, sumOfCalls } from '@regie/contract/call-metrics.ts'
import type { CallFigures, QueueCallFigures } from '@regie/contract/call-report.ts'
import { formatShare } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { callColumns } from './call-columns.tsx'
import { type CallScope, useCallPerformance } from './call-report-data.ts'
import { shareText } from '../../ui/report/figure-words.ts'
import { casesOf } from './cases-of-calls.ts'
import { FigureTable } from '../../ui/report/figure-table.tsx'
import styles from '../../ui/report/report.module.css'

type Queue = QueueCallFigures & { before: CallFigures }
type Group = CallFigures & { id: number; name: string; queueIDs: number[]; goalPercent: number; before: CallFigures }

const whole = (all: readonly CallFigures[]): CallFigures => {
  const counts = sumOfCalls(all)
  return { ...counts, ...metricsOf(counts) }
}

const groupOf = (id: number, name: string, queues: readonly Queue[]): Group => ({
  ...whole(queues),
  ...{ id, name, queueIDs: queues.map(({ queueID }) => queueID), before: whole(queues.map(({ before }) => before)) },
  goalPercent: goalsOf(queues)?.serviceLevelPercent ?? 0,
})

/** The queues by themselves, or those of each team as one. */
function groupsOf(queues: readonly Queue[], by: 'queues' | 'teams'): Group[] {
  if (by === 'queues') return queues.map((queue) => groupOf(queue.queueID, queue.name, [queue]))
  return [...Map.groupBy(queues, ({ teamID }) => teamID)].map(([id, own]) => groupOf(id, own[0]?.team ?? '', own))
}

/** Which queue or team misses its goal, and the figures of each. */
export function QueuesTab({ scope, compare, by }: { scope: CallScope; compare: boolean; by: 'queues' | 'teams' }) {
  const t = useText()
  const label = t(`callReport.tables.${by}`)
  return (
    <Loaded query={useCallPerformance(scope)} lines={8}>
      {({ queues, total, from, to }) => {
        const groups = groupsOf(queues, by)
        if (groups.length === 0) return <EmptyState icon="headset" title={t('callReport.noQueues')} />
        return (
          <div className={styles.parts}>
            <Panel title={t(`callReport.questions.${by}`)}>
              <ul className={styles.bars}>
                {groups.map((group) => (
                  <LevelBar key={group.id} group={group} compare={compare} />
                ))}
              </ul>
            </Panel>
            <Panel title={label}>
              <FigureTable<Group, CallFigures>
                label={label}
                first={{ label: t(`callReport.tabs.${by}`), cell: ({ name }) => name, total: t('figures.total') }}
                columns={callColumns<Group | CallFigures>(t, (row, outcome) =>
                  casesOf({ from, until: to, outcome, queues: 'queueIDs' in row ? row.queueIDs : queues.map(({ queueID }) => queueID) }),
                )}
                rows={groups}
                keyOf={({ id }) => String(id)}
                total={total}
              />
            </Panel>
          </div>
        )
      }}
    </Loaded>
  )
}

function LevelBar({ group: { name, serviceLevel, goalPercent, before }, compare }: { group: Group; compare: boolean }) {
  const t = useText()
  const isMissed = serviceLevel !== null && 100 * serviceLevel < goalPercent
  return (
    <li>
      <span className={styles.barName}>{name}</span>
      <span className={styles.bar} aria-hidden>
        <span data-tone={isMissed ? 'error' : undefined} style={{ width: `${100 * (serviceLevel ?? 0)}%` }} />
        <i style={{ left: `${goalPercent}%` }} />
      </span>
      <span className="numbers">
        {shareText(serviceLevel)}{' '}
        <span className={styles.hint}>{t('callReport.goalShort', { percent: formatShare(goalPercent / 100) })}</span>
        {compare && <span className={styles.hint}> · {t('callReport.wasBefore', { level: shareText(before.serviceLevel) })}</span>}
      </span>
    </li>
  )
}
