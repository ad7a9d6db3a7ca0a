import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { callReportApi } from '@regie/contract/call-report.ts'
import { formatNumber, formatShare } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import type { AppPath } from '../../paths.ts'
import { formatSpan } from '../../ui/report/figure-words.ts'
import { MetricTile } from '../../ui/report/metric-tile.tsx'
import { goodWhen, metricKind, type MetricName } from './call-words.ts'
import styles from '../../ui/report/report.module.css'

type Performance = ResponseOf<typeof callReportApi.performance>
type Tile = { name: MetricName; goal?: string; isMet?: boolean | null; to?: AppPath; linkWords?: string; hint?: string }
type TilesProps = { performance: Performance; compare: boolean; linkTo: (outcome: 'all' | 'late' | 'abandoned') => AppPath }

/** The figures of the period, each beside its goal and what it was in the period before. */
export function MetricTiles({ performance, compare, linkTo }: TilesProps) {
  const t = useText()
  const { total, before, goals } = performance
  const hasCalls = total.offered > 0
  const within = (value: number | null, most: number | undefined) => (value === null || most === undefined ? null : value <= most)
  const most = (percent: number | undefined) =>
    percent !== undefined && { goal: t('callReport.goals.most', { goal: formatShare(percent / 100) }) }
  const tiles: Tile[] = [
    { name: 'offered', to: linkTo('all'), linkWords: t('callReport.cases.all') },
    {
      name: 'serviceLevel',
      ...(goals && {
        goal: t('callReport.goals.level', { percent: formatShare(goals.serviceLevelPercent / 100), seconds: goals.averageWaitSeconds }),
        isMet: total.serviceLevel === null ? null : 100 * total.serviceLevel >= goals.serviceLevelPercent,
      }),
      ...{ to: linkTo('late'), linkWords: t('callReport.cases.late') },
    },
    {
      name: 'averageWait',
      ...(goals && { goal: t('callReport.goals.most', { goal: formatSpan(goals.averageWaitSeconds) }) }),
      isMet: within(total.averageWait, goals?.averageWaitSeconds),
      ...(hasCalls && { hint: t('callReport.longest', { wait: formatSpan(total.longestWait) }) }),
    },
    {
      name: 'abandonedShare',
      ...most(goals?.abandonedPercent),
      isMet: within(total.abandonedShare, goals ? goals.abandonedPercent / 100 : undefined),
      ...{ to: linkTo('abandoned'), linkWords: t('callReport.cases.abandoned') },
    },
    {
      name: 'dropShare',
      ...most(goals?.dropPercent),
      isMet: within(total.dropShare, goals ? goals.dropPercent / 100 : undefined),
    },
    {
      name: 'aht',
      ...(hasCalls && {
        hint: t('callReport.parts', { talk: formatSpan(total.att), hold: formatSpan(total.hold), after: formatSpan(total.acw) }),
      }),
    },
    {
      name: 'missedShare',
      ...(total.missed > 0 && { hint: t('callReport.missedCalls', { count: total.missed, shown: formatNumber(total.missed) }) }),
    },
  ]
  return (
    <section className={styles.tiles} aria-label={t('callReport.figures')}>
      {tiles.map(({ name, goal, isMet = null, to, linkWords, hint }) => (
        <MetricTile
          key={name}
          metric={{
            ...{ label: t(`callReport.metrics.${name}`), formula: t(`callReport.formulas.${name}`) },
            ...{ kind: metricKind[name], value: total[name], good: goodWhen[name] },
            ...(compare && hasCalls && { before: before[name] }),
            ...(goal !== undefined && {
              goal: { isMet, words: isMet === null ? goal : t(isMet ? 'callReport.goals.met' : 'callReport.goals.missed', { goal }) },
            }),
            ...(hint !== undefined && { hint }),
            ...(to !== undefined && linkWords !== undefined && hasCalls && { rows: { to, words: linkWords } }),
          }}
        />
      ))}
    </section>
  )
}
