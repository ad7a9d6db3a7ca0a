import type { CallFigures } from '@regie/contract/call-report.ts'
import { formatNumber } from '../../locales/format.ts'
import type { useText } from '../../locales/i18n.tsx'
import type { AppPath } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { formatSpan, shareText } from '../../ui/report/figure-words.ts'
import type { FigureColumn } from '../../ui/report/figure-table.tsx'

export type Outcome = 'all' | 'answered' | 'late' | 'abandoned'
type LinkTo<Row> = (row: Row, outcome: Outcome) => AppPath | null

/** The columns of calls that buckets, queues and teams share; each number of calls leads to its cases. */
export function callColumns<Row extends CallFigures>(t: ReturnType<typeof useText>, linkTo: LinkTo<Row>): FigureColumn<Row>[] {
  const counted = (row: Row, count: number, outcome: Outcome) => {
    const to = count === 0 ? null : linkTo(row, outcome)
    if (to === null) return formatNumber(count)
    const label = t('callReport.cases.link', { count, shown: formatNumber(count), what: t(`callReport.cases.${outcome}`) })
    return (
      <AppLink to={to} label={label}>
        {formatNumber(count)}
      </AppLink>
    )
  }
  return [
    { key: 'offered', label: t('callReport.metrics.offered'), cell: (row) => counted(row, row.offered, 'all') },
    { key: 'inbound', label: t('callReport.inbound'), cell: (row) => formatNumber(row.inbound) },
    { key: 'answered', label: t('callReport.answered'), cell: (row) => counted(row, row.answered, 'answered') },
    { key: 'abandoned', label: t('callReport.abandoned'), cell: (row) => counted(row, row.abandoned, 'abandoned') },
    { key: 'serviceLevel', label: t('callReport.metrics.serviceLevel'), cell: (row) => shareText(row.serviceLevel) },
    { key: 'averageWait', label: t('callReport.metrics.averageWait'), cell: (row) => formatSpan(row.averageWait) },
    { key: 'longestWait', label: t('callReport.longestWait'), cell: (row) => (row.offered === 0 ? '–' : formatSpan(row.longestWait)) },
    { key: 'att', label: t('callReport.metrics.att'), cell: (row) => formatSpan(row.att), formula: t('callReport.formulas.att') },
    ...holdColumns<Row>(t),
    { key: 'acw', label: t('callReport.metrics.acw'), cell: (row) => formatSpan(row.acw), formula: t('callReport.formulas.acw') },
    { key: 'aht', label: t('callReport.metrics.aht'), cell: (row) => formatSpan(row.aht), formula: t('callReport.formulas.aht') },
    ...missedColumns<Row>(t),
  ]
}

type Words = ReturnType<typeof useText>

/** Time on hold, by all handled calls and by those with hold. */
export const holdColumns = <Row extends Pick<CallFigures, 'hold' | 'holdOfHeld'>>(t: Words): FigureColumn<Row>[] => [
  { key: 'hold', label: t('callReport.metrics.hold'), cell: ({ hold }) => formatSpan(hold), formula: t('callReport.formulas.hold') },
  {
    ...{ key: 'holdOfHeld', label: t('callReport.metrics.holdOfHeld'), formula: t('callReport.formulas.holdOfHeld') },
    cell: ({ holdOfHeld }) => formatSpan(holdOfHeld),
  },
]

/** RONA: how often an agent's phone rang out, and of how much that was put through. */
export const missedColumns = <Row extends Pick<CallFigures, 'missed' | 'missedShare'>>(t: Words): FigureColumn<Row>[] => [
  {
    key: 'missed',
    label: t('callReport.metrics.missed'),
    cell: ({ missed }) => formatNumber(missed),
    formula: t('callReport.formulas.missed'),
  },
  {
    ...{ key: 'missedShare', label: t('callReport.metrics.missedShare'), formula: t('callReport.formulas.missedShare') },
    cell: ({ missedShare }) => shareText(missedShare),
  },
]
