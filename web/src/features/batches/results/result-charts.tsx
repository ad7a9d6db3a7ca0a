import type { BatchResults } from '@regie/contract/reports.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import { lazy, Suspense } from 'react'
import { dateFormat, formatMoney, formatNumber, formatShareExactly } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { useBatchResults } from '../batches-data.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChannelFacts } from './channel-facts.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { FactsTable, Legend, Measure } from './facts-table.tsx'
import { claimedMost, paidWeeks, resultParts } from './result-parts.ts'
import styles from './results.module.css'

// The chart library is larger than the rest of the screen, so it comes after it.
const PaidChart = lazy(() => import('./paid-chart.tsx').then((module) => ({ default: module.PaidChart })))

/** What became of a batch: its results, its money by week, and how many people each channel reached. */
export function ResultCharts({ batchID }: { batchID: number }) {
  return (
    <Loaded query={useBatchResults(batchID)} lines={8}>
      {(found) => (
        <div className={styles.charts}>
          <ByResult found={found} batchID={batchID} />
          <ByWeek found={found} batchID={batchID} />
          <div className={styles.wide}>
            <ChannelFacts reach={found.reach} batchID={batchID} />
          </div>
        </div>
      )}
    </Loaded>
  )
}

type Of = { found: BatchResults; batchID: number }

function ByResult({ found: { results }, batchID }: Of) {
  const t = useText()
  const parts = resultParts(results)
  const total = parts.reduce((sum, { cases }) => sum + cases, 0)
  const title = t('batches.results.charts.byResult')
  const nameOf = (result: string | null) =>
    result === null ? t('batches.results.charts.none') : isResultCode(result) ? t(`cases.results.${result}`) : result
  const sums = (money: BatchResults['results'], of: 'claimedCents' | 'paidCents') =>
    [...Map.groupBy(money, ({ currency }) => currency)]
      .map(([currency, rows]) =>
        formatMoney(
          rows.reduce((sum, row) => sum + row[of], 0),
          currency,
        ),
      )
      .join(' + ')
  return (
    <ChartPanel
      title={title}
      head={(['result', 'cases', 'share', 'claimed', 'paid'] as const).map((key) => t(`batches.results.charts.${key}`))}
      rows={parts.map(({ result, cases, money }) => [
        nameOf(result),
        formatNumber(cases),
        formatShareExactly(cases / total),
        sums(money, 'claimedCents'),
        sums(money, 'paidCents'),
      ])}
      nothing={t('batches.results.charts.none')}
      fileName={`batch-${batchID}-${title}`}
    >
      <FactsTable
        title={title}
        head={(['result', 'cases', 'claimed', 'paid'] as const).map((key) => t(`batches.results.charts.${key}`))}
        rows={parts.map(({ result, cases, tone, money }) => ({
          key: String(result),
          name: nameOf(result),
          cells: [
            <Measure
              key="cases"
              value={formatNumber(cases)}
              note={formatShareExactly(cases / total)}
              parts={[{ tone, value: cases }]}
              whole={total}
            />,
            sums(money, 'claimedCents'),
            sums(money, 'paidCents'),
          ],
        }))}
        total={{
          key: 'total',
          name: t('batches.counts.total'),
          cells: [formatNumber(total), sums(results, 'claimedCents'), sums(results, 'paidCents')],
        }}
      />
    </ChartPanel>
  )
}

function ByWeek({ found, batchID }: Of) {
  const t = useText()
  const most = claimedMost(found.results)
  const weeks = paidWeeks(found.weeks, most)
  const last = weeks.at(-1)
  const title = t('batches.results.charts.byWeek')
  const head = (['week', 'receipts', 'paid', 'total', 'share'] as const).map((key) => t(`batches.results.charts.${key}`))
  const rows = weeks.map(({ week, receipts, cents, totalCents, share }): [string, ...string[]] => [
    dayWords(week),
    formatNumber(receipts),
    formatMoney(cents, most.currency),
    formatMoney(totalCents, most.currency),
    formatShareExactly(share),
  ])
  return (
    <ChartPanel title={title} head={head} rows={rows} nothing={t('batches.results.charts.noMoney')} fileName={`batch-${batchID}-${title}`}>
      <Legend
        parts={[
          { tone: 'success', words: t('batches.results.charts.legend.week') },
          { tone: 'primary', kind: 'line', words: t('batches.results.charts.legend.share') },
        ]}
      />
      <div
        className={styles.chart}
        role="group"
        aria-label={last === undefined ? title : `${formatMoney(last.totalCents, most.currency)}, ${formatShareExactly(last.share)}`}
      >
        <Suspense fallback={<Skeleton lines={4} />}>
          <PaidChart weeks={weeks} currency={most.currency} />
        </Suspense>
      </div>
      <FactsTable title={title} head={head} rows={rows.map(([name, ...cells]) => ({ key: name, name, cells }))} className={styles.weeks} />
    </ChartPanel>
  )
}

const dayWords = (day: string) =>
  dateFormat('week of table', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(`${day}T12:00:00Z`))
