import type { ResponseOf } from '@regie/contract/endpoint.ts'
import {
  type mailReportApi,
  type MessageCounts,
  type MessageOutcome,
  type MessageShares,
  type ReportedChannel,
  sharesOf,
} from '@regie/contract/message-report.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import type { AppPath } from '../../paths.ts'
import { type Metric, MetricTile } from '../../ui/report/metric-tile.tsx'
import styles from '../../ui/report/report.module.css'

type Answer = ResponseOf<typeof mailReportApi.buckets>
type TilesProps = { channel: ReportedChannel; answer: Answer; compare: boolean; linkTo: (counted: MessageOutcome) => AppPath }

type Share = { name: keyof MessageShares; part: MessageOutcome; whole: MessageOutcome; good: 'up' | 'down' }
const failed: Share = { name: 'failedShare', part: 'failed', whole: 'all', good: 'down' }
const delivered: Share = { name: 'deliveredShare', part: 'delivered', whole: 'all', good: 'up' }
const answered: Share = { name: 'answeredShare', part: 'answered', whole: 'sent', good: 'up' }
const sharesShown: Record<ReportedChannel, readonly Share[]> = {
  email: [
    delivered,
    { name: 'openedShare', part: 'opened', whole: 'measured', good: 'up' },
    { name: 'clickedShare', part: 'clicked', whole: 'measured', good: 'up' },
    answered,
    failed,
  ],
  whatsapp: [delivered, { name: 'readShare', part: 'read', whole: 'delivered', good: 'up' }, answered, failed],
}

/** The figures of the period, each with how it is reckoned, what it was in the period before, and the way to its cases. */
export function MessageTiles({ channel, answer: { total, before }, compare, linkTo }: TilesProps) {
  const t = useText()
  const [now, then] = [sharesOf(total), sharesOf(before)]
  const rows = (counted: MessageOutcome) => total[counted] > 0 && { rows: { to: linkTo(counted), words: t('messageReport.cases.open') } }
  const count = (name: 'all' | 'unsubscribed', good: 'down' | null): Metric => ({
    ...{ label: t(`messageReport.counts.${name}`), formula: t(`messageReport.formulas.${name}`), kind: 'count', value: total[name], good },
    ...(compare && { before: before[name] }),
    ...(name === 'all' && total.unknown > 0 && { hint: t('messageReport.unknown', { shown: formatNumber(total.unknown) }) }),
    ...rows(name),
  })
  const share = ({ name, part, whole, good }: Share): Metric => ({
    ...{ label: t(`messageReport.shares.${name}`), formula: t(`messageReport.formulas.${name}`), kind: 'share', value: now[name], good },
    hint: t('messageReport.ofWhole', { part: formatNumber(total[part]), whole: formatNumber(total[whole]) }),
    ...(compare && { before: then[name] }),
    ...rows(part),
  })
  const metrics = [count('all', null), ...sharesShown[channel].map(share), ...(channel === 'email' ? [count('unsubscribed', 'down')] : [])]
  return (
    <section className={styles.tiles} data-many={metrics.length > 6 || undefined} aria-label={t('messageReport.figures')}>
      {metrics.map((metric) => (
        <MetricTile key={metric.label} metric={metric} />
      ))}
    </section>
  )
}

/** Messages of which nobody said yet that they arrived or failed. */
export const openOf = ({ all, delivered: arrived, failed: lost }: MessageCounts) => Math.max(0, all - arrived - lost)
