import type { AgentFigures, AgentFiguresRow } from '@regie/contract/call-report.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type CallScope, useAgentFigures } from './call-report-data.ts'
import { holdColumns, missedColumns } from './call-columns.tsx'
import { decimalText, formatSpan, shareText } from '../../ui/report/figure-words.ts'
import { type FigureColumn, FigureTable } from '../../ui/report/figure-table.tsx'
import styles from '../../ui/report/report.module.css'

/** Who talks and finishes how long, and how each agent did; of all together for whoever may not see colleagues apart. */
export function AgentsTab({ scope }: { scope: CallScope }) {
  const t = useText()
  const columns: FigureColumn<AgentFigures>[] = [
    { key: 'handled', label: t('callReport.handled'), cell: ({ handled }) => formatNumber(handled) },
    { key: 'att', label: t('callReport.metrics.att'), cell: ({ att }) => formatSpan(att), formula: t('callReport.formulas.att') },
    ...holdColumns<AgentFigures>(t),
    { key: 'acw', label: t('callReport.metrics.acw'), cell: ({ acw }) => formatSpan(acw), formula: t('callReport.formulas.acw') },
    { key: 'aht', label: t('callReport.metrics.aht'), cell: ({ aht }) => formatSpan(aht), formula: t('callReport.formulas.aht') },
    ...missedColumns<AgentFigures>(t),
    { key: 'cpu', label: t('callReport.metrics.cpu'), cell: ({ cpu }) => decimalText(cpu), formula: t('callReport.formulas.cpu') },
    {
      key: 'occupancy',
      label: t('callReport.metrics.occupancy'),
      cell: ({ occupancy }) => shareText(occupancy),
      formula: t('callReport.formulas.occupancy'),
    },
    {
      ...{ key: 'availability', label: t('callReport.metrics.availability'), formula: t('callReport.formulas.availability') },
      cell: ({ availability }) => shareText(availability),
    },
    { key: 'loggedIn', label: t('callReport.loggedIn'), cell: ({ loggedInSeconds }) => formatSpan(loggedInSeconds) },
    { key: 'pause', label: t('callReport.pause'), cell: ({ times }) => formatSpan(times.pause) },
  ]
  const nameOf = ({ name }: AgentFiguresRow) => name ?? t('callReport.removed')
  return (
    <Loaded query={useAgentFigures(scope)} lines={8}>
      {({ rows, total, seesAgents }) => {
        const worked = rows.filter(({ handled, loggedInSeconds }) => handled > 0 || loggedInSeconds > 0)
        return (
          <div className={styles.parts}>
            {!seesAgents && <Notice>{t('callReport.onlyTogether')}</Notice>}
            {seesAgents && worked.length === 0 && <EmptyState icon="team" title={t('callReport.noAgents')} />}
            {worked.length > 0 && (
              <Panel title={t('callReport.questions.agents')}>
                <AgentBars rows={worked} nameOf={nameOf} total={total} />
              </Panel>
            )}
            <Panel title={t('callReport.tables.agents')}>
              <FigureTable<AgentFiguresRow, AgentFigures>
                label={t('callReport.tables.agents')}
                first={{ label: t('callReport.agent'), cell: nameOf, total: t('figures.total') }}
                columns={columns}
                rows={worked}
                keyOf={({ userID }) => String(userID)}
                total={total}
              />
            </Panel>
          </div>
        )
      }}
    </Loaded>
  )
}

type BarsProps = { rows: readonly AgentFiguresRow[]; nameOf: (row: AgentFiguresRow) => string; total: AgentFigures }

/** Handling time by agent, the longest first: talk, hold and the work after it. The line is that of all together. */
function AgentBars({ rows, nameOf, total }: BarsProps) {
  const t = useText()
  const measured = rows.filter(({ aht }) => aht !== null).toSorted((one, other) => (other.aht ?? 0) - (one.aht ?? 0))
  const most = Math.max(1, ...measured.map(({ aht }) => aht ?? 0))
  const share = (seconds: number | null) => `${(100 * (seconds ?? 0)) / most}%`
  return (
    <>
      <ul className={styles.legend}>
        <li>
          <span className={styles.key} data-of="primary" aria-hidden />
          {t('callReport.metrics.att')}
        </li>
        <li>
          <span className={styles.key} data-of="hold" aria-hidden />
          {t('callReport.metrics.hold')}
        </li>
        <li>
          <span className={styles.key} data-of="warning" aria-hidden />
          {t('callReport.metrics.acw')}
        </li>
        <li>
          <span className={styles.key} data-of="goal" aria-hidden />
          {t('callReport.all', { aht: formatSpan(total.aht) })}
        </li>
      </ul>
      <ul className={styles.bars}>
        {measured.map((row) => (
          <li key={row.userID}>
            <span className={styles.barName}>{nameOf(row)}</span>
            <span className={styles.bar} aria-hidden>
              <span style={{ width: share(row.att) }} />
              <span data-tone="hold" style={{ width: share(row.hold) }} />
              <span data-tone="warning" style={{ width: share(row.acw) }} />
              <i style={{ left: share(total.aht) }} />
            </span>
            <span className="numbers">
              {formatSpan(row.aht)} <span className={styles.hint}>{t('callReport.ofCalls', { count: row.handled })}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
