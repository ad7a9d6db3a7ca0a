import type { BatchResults } from '@regie/contract/reports.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import { lazy } from 'react'
import { dateFormat, formatMoney, formatNumber, formatShare, formatShareExactly } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { useBatchResults } from '../batches-data.ts'
import { ChartPanel } from './chart-panel.tsx'
import { claimedMost, paidWeeks, resultParts } from './result-parts.ts'
import styles from './results.module.css'

// The chart library is larger than the rest of the screen, so it comes after it.
const BarChartOfParts = lazy(() => import('../charts/bar-chart-of-parts.tsx').then((module) => ({ default: module.BarChartOfParts })))
const PaidChart = lazy(() => import('./paid-chart.tsx').then((module) => ({ default: module.PaidChart })))

const barPx = 28
const paidPx = 220

/** What became of a batch: its results, its money by week, and how many people each channel reached. */
export function ResultCharts({ batchID }: { batchID: number }) {
  return (
    <Loaded query={useBatchResults(batchID)} lines={8}>
      {(found) => (
        <div className={styles.charts}>
          <ByResult found={found} batchID={batchID} />
          <ByWeek found={found} batchID={batchID} />
          <div className={styles.wide}>
            <ByChannel found={found} batchID={batchID} />
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
  const nameOf = (result: string | null) =>
    result === null ? t('batches.results.charts.none') : isResultCode(result) ? t(`cases.results.${result}`) : result
  const bars = parts.map(({ result, cases, tone }) => ({ key: String(result), label: nameOf(result), value: cases, tone }))
  const sums = (money: BatchResults['results'], of: 'claimedCents' | 'paidCents') =>
    money.map((row) => formatMoney(row[of], row.currency)).join(' + ')
  return (
    <ChartPanel
      title={t('batches.results.charts.byResult')}
      words={bars.map(({ label, value }) => `${label} ${formatNumber(value)}`).join(', ')}
      height={bars.length * barPx + 8}
      head={(['result', 'cases', 'share', 'claimed', 'paid'] as const).map((key) => t(`batches.results.charts.${key}`))}
      rows={parts.map(({ result, cases, money }) => [
        nameOf(result),
        formatNumber(cases),
        formatShareExactly(cases / total),
        sums(money, 'claimedCents'),
        sums(money, 'paidCents'),
      ])}
      nothing={t('batches.results.charts.none')}
      fileName={`batch-${batchID}-${t('batches.results.charts.byResult')}`}
    >
      <BarChartOfParts parts={bars} labelWidth={180} />
    </ChartPanel>
  )
}

function ByWeek({ found, batchID }: Of) {
  const t = useText()
  const most = claimedMost(found.results)
  const weeks = paidWeeks(found.weeks, most)
  const last = weeks.at(-1)
  return (
    <ChartPanel
      title={t('batches.results.charts.byWeek')}
      words={last === undefined ? '' : `${formatMoney(last.totalCents, most.currency)}, ${formatShareExactly(last.share)}`}
      height={paidPx}
      head={(['week', 'receipts', 'paid', 'total', 'share'] as const).map((key) => t(`batches.results.charts.${key}`))}
      rows={weeks
        .filter(({ receipts }) => receipts > 0)
        .map(({ week, receipts, cents, totalCents, share }) => [
          dayWords(week),
          formatNumber(receipts),
          formatMoney(cents, most.currency),
          formatMoney(totalCents, most.currency),
          formatShareExactly(share),
        ])}
      nothing={t('batches.results.charts.noMoney')}
      fileName={`batch-${batchID}-${t('batches.results.charts.byWeek')}`}
    >
      <PaidChart weeks={weeks} currency={most.currency} />
    </ChartPanel>
  )
}

const channelHead = ['channel', 'messages', 'unknown', 'failed', 'tried', 'reached', 'share', 'received'] as const
const readingHead = ['measured', 'opened', 'maybeOpened', 'clicked'] as const

function ByChannel({ found: { reach }, batchID }: Of) {
  const t = useText()
  // Most templates do not ask whether they are read; of one that does, 0 says something too.
  const readings = reach.some(({ measured }) => measured > 0) ? readingHead : []
  const bars = reach.map(({ channel, cases, reached }) => ({
    ...{ key: channel, label: t(`cases.channels.${channel}`), value: cases === 0 ? 0 : reached / cases },
    tone: 'primary' as const,
  }))
  return (
    <ChartPanel
      title={t('batches.results.charts.byChannel')}
      words={bars.map(({ label, value }) => `${label} ${formatShare(value)}`).join(', ')}
      height={bars.length * barPx + 8}
      head={[...channelHead, ...readings].map((key) => t(`batches.results.charts.${key}`))}
      rows={reach.map(({ channel, messages, unknown, failed, cases, reached, received, ...read }) => [
        t(`cases.channels.${channel}`),
        formatNumber(messages),
        formatNumber(unknown),
        formatNumber(failed),
        formatNumber(cases),
        formatNumber(reached),
        cases === 0 ? '–' : formatShare(reached / cases),
        formatNumber(received),
        ...readings.map((key) => (channel === 'email' ? formatNumber(read[key]) : '–')),
      ])}
      nothing={t('batches.results.charts.nobody')}
      fileName={`batch-${batchID}-${t('batches.results.charts.byChannel')}`}
    >
      <BarChartOfParts parts={bars} format={formatShare} labelWidth={100} most={1} />
    </ChartPanel>
  )
}

const dayWords = (day: string) =>
  dateFormat('week of table', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(`${day}T12:00:00Z`))
