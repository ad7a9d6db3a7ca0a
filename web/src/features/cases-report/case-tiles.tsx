import { type casesReportApi, paidShareOf } from '@regie/contract/cases-report.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { formatMoneyWhole } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import type { AppPath } from '../../paths.ts'
import { type Metric, MetricTile } from '../../ui/report/metric-tile.tsx'
import styles from '../../ui/report/report.module.css'
import { casesOf } from './cases-report-data.ts'

type TilesProps = { answer: ResponseOf<typeof casesReportApi.buckets>; scriptID: number | null; compare: boolean }

/** The figures of the period, and what is open now, each with how it is reckoned and the way to its cases. */
export function CaseTiles({ answer: { total, before, now, from, to, currency }, scriptID, compare }: TilesProps) {
  const t = useText()
  const about = { scriptID, from, until: to }
  const rows = (count: number, link: AppPath) => count > 0 && { rows: { to: link, words: t('casesReport.rows') } }
  const compared = (value: number | null) => compare && { before: value }
  const words = (name: 'came' | 'closed' | 'paidShare' | 'medianDays' | 'open' | 'outstanding') => ({
    label: t(`casesReport.counts.${name}`),
    formula: t(`casesReport.formulas.${name}`, { currency }),
  })
  const whole = (days: number | null) => (days === null ? null : Math.round(days))
  const lasted = whole(total.medianDays)
  const metrics: Metric[] = [
    {
      ...words('came'),
      kind: 'count',
      value: total.came,
      ...compared(before.came),
      ...rows(total.came, casesOf({ figure: 'cameIn', ...about })),
    },
    {
      ...{ ...words('closed'), kind: 'count', value: total.closed, good: 'up' },
      ...compared(before.closed),
      ...rows(total.closed, casesOf({ figure: 'closed', ...about })),
    },
    {
      ...{ ...words('paidShare'), kind: 'share', value: paidShareOf(total), good: 'up' },
      ...compared(paidShareOf(before)),
      ...rows(total.paid, casesOf({ figure: 'closed', ...about, result: 'BET' })),
    },
    {
      ...{ ...words('medianDays'), kind: 'count', value: lasted, good: 'down' },
      ...(lasted !== null && { hint: t('casesReport.days', { count: lasted }) }),
      ...compared(whole(before.medianDays)),
    },
    { ...words('open'), kind: 'count', value: now.open, ...rows(now.open, casesOf({ figure: 'stillOpen', scriptID })) },
    {
      ...{ ...words('outstanding'), kind: 'money', value: now.outstandingCents, currency },
      ...(now.open > 0 && {
        hint: t('casesReport.perCase', { amount: formatMoneyWhole(now.outstandingCents / now.open, currency) }),
      }),
    },
  ]
  return (
    <section className={styles.tiles} aria-label={t('casesReport.figures')}>
      {metrics.map((metric) => (
        <MetricTile key={metric.label} metric={metric} />
      ))}
    </section>
  )
}
