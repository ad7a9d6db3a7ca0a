import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { callReportApi } from '@regie/contract/call-report.ts'
import { formatShare, formatShareExactly } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import type { AppPath } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { formatSpan, goodWhen, metricKind, type MetricName, metricText, moveOf } from './call-words.ts'
import { MetricInfo } from './metric-info.tsx'
import styles from './call-report.module.css'

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
    { name: 'aht', ...(hasCalls && { hint: t('callReport.parts', { talk: formatSpan(total.att), after: formatSpan(total.acw) }) }) },
  ]
  return (
    <section className={styles.tiles} aria-label={t('callReport.figures')}>
      {tiles.map(({ name, goal, isMet = null, to, linkWords, hint }) => (
        <div key={name} className={styles.tile} role="group" aria-label={t(`callReport.metrics.${name}`)}>
          <span className={styles.label}>
            {t(`callReport.metrics.${name}`)}
            <MetricInfo name={name} />
          </span>
          <span className={styles.value}>{metricText(name, total[name])}</span>
          {goal !== undefined && (
            <span className={styles.goal} data-tone={isMet === null ? undefined : isMet ? 'success' : 'error'}>
              {isMet !== null && <Icon name={isMet ? 'check' : 'alert'} size={14} />}
              {isMet === null ? goal : t(isMet ? 'callReport.goals.met' : 'callReport.goals.missed', { goal })}
            </span>
          )}
          {hint !== undefined && <span className={styles.hint}>{hint}</span>}
          {compare && hasCalls && <Move name={name} now={total[name]} before={before[name]} />}
          {to !== undefined && hasCalls && (
            <AppLink to={to} className={styles.rows}>
              {linkWords}
            </AppLink>
          )}
        </div>
      ))}
    </section>
  )
}

function Move({ name, now, before }: { name: MetricName; now: number | null; before: number | null }) {
  const t = useText()
  const move = moveOf(name, now, before)
  if (move === null) return <span className={styles.hint}>{t('callReport.moves.none')}</span>
  if (move.by === 0) return <span className={styles.hint}>{t('callReport.moves.same')}</span>
  const good = goodWhen[name]
  const tone = good === null ? undefined : (good === 'up') === move.isUp ? 'success' : 'error'
  const points = formatShareExactly(move.by).replace(/\s?%/, '')
  const by =
    metricKind[name] === 'count'
      ? formatShareExactly(move.by)
      : metricKind[name] === 'share'
        ? t('callReport.moves.points', { points })
        : formatSpan(move.by)
  return (
    <span className={styles.move} data-tone={tone}>
      <Icon name={move.isUp ? 'arrowUp' : 'arrowDown'} size={14} />
      {t(move.isUp ? 'callReport.moves.more' : 'callReport.moves.less', { by })}
    </span>
  )
}
