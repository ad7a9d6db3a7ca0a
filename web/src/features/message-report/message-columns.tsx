import {
  type MessageCounts,
  type MessageOutcome,
  type MessageShares,
  type ReportedChannel,
  sharesOf,
} from '@regie/contract/message-report.ts'
import { formatNumber } from '../../locales/format.ts'
import type { useText } from '../../locales/i18n.tsx'
import type { AppPath } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import type { FigureColumn } from '../../ui/report/figure-table.tsx'
import { shareText } from '../../ui/report/figure-words.ts'

type LinkTo<Row> = (row: Row, counted: MessageOutcome) => AppPath | null

const shown = {
  email: {
    counts: ['all', 'delivered', 'failed', 'opened', 'maybeOpened', 'clicked', 'answered', 'unsubscribed'],
    shares: ['deliveredShare', 'openedShare', 'clickedShare'],
  },
  whatsapp: { counts: ['all', 'delivered', 'read', 'failed', 'answered'], shares: ['deliveredShare', 'readShare', 'answeredShare'] },
} as const satisfies Record<ReportedChannel, { counts: readonly MessageOutcome[]; shares: readonly (keyof MessageShares)[] }>

/** The columns that buckets, scripts and templates share; each number of messages leads to its cases. */
export function messageColumns<Row extends MessageCounts>(
  t: ReturnType<typeof useText>,
  channel: ReportedChannel,
  linkTo: LinkTo<Row>,
  leftOut: readonly MessageOutcome[] = [],
): FigureColumn<Row>[] {
  const counted = (row: Row, outcome: MessageOutcome) => {
    const [count, to] = [row[outcome], row[outcome] === 0 ? null : linkTo(row, outcome)]
    if (to === null) return formatNumber(count)
    const label = t('messageReport.cases.link', { shown: formatNumber(count), what: t(`messageReport.counts.${outcome}`) })
    return (
      <AppLink to={to} label={label}>
        {formatNumber(count)}
      </AppLink>
    )
  }
  const { counts, shares } = shown[channel]
  return [
    ...counts
      .filter((key) => !leftOut.includes(key))
      .map((key) => ({ key, label: t(`messageReport.counts.${key}`), cell: (row: Row) => counted(row, key) })),
    ...shares.map((key) => ({
      ...{ key, label: t(`messageReport.shares.${key}`), formula: t(`messageReport.formulas.${key}`) },
      cell: (row: Row) => shareText(sharesOf(row)[key]),
    })),
  ]
}
