import { type CounterType, counterTypes } from '@regie/contract/payment-report.ts'
import { formatMoney, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type ReportScope, useCounter } from './report-data.ts'
import styles from './payment-report.module.css'

/** What came in today, this week, this month and ever, each a link to its cases. */
export function PaymentCounters({ scope }: { scope: ReportScope }) {
  const t = useText()
  return (
    <section className={styles.tiles} aria-label={t('paymentReport.counters.title')}>
      {counterTypes.map((type) => (
        <Counter key={type} scope={scope} type={type} />
      ))}
    </section>
  )
}

function Counter({ scope, type }: { scope: ReportScope; type: CounterType }) {
  const t = useText()
  const { data, error, refetch } = useCounter(scope, type)
  if (error !== null && data === undefined) return <ErrorState failure={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={3} />
  const [first = { currency: 'EUR', count: 0, amountCents: 0, linkCount: 0, linkCents: 0 }, ...others] = data.rows
  return (
    <AppLink to={paths.figure({ figure: 'received', from: data.from, until: data.until })} className={styles.tile}>
      <span className={styles.label}>{t(`paymentReport.counters.${type}`)}</span>
      <span className={styles.value}>{formatMoney(first.amountCents, first.currency)}</span>
      {others.map(({ currency, amountCents }) => (
        <span key={currency} className="numbers">
          {formatMoney(amountCents, currency)}
        </span>
      ))}
      <span className={styles.label}>
        {t('paymentReport.counters.hint', {
          count: data.rows.reduce((sum, { count }) => sum + count, 0),
          shown: formatNumber(data.rows.reduce((sum, { count }) => sum + count, 0)),
          byLink: formatNumber(data.rows.reduce((sum, { linkCount }) => sum + linkCount, 0)),
        })}
      </span>
    </AppLink>
  )
}
