import { type CounterType, counterTypes } from '@regie/contract/payment-report.ts'
import { formatMoney, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type ReportScope, useCounter } from './report-data.ts'
import { RowsLink } from './rows-link.tsx'
import styles from './payment-report.module.css'

/** What came in today, this week, this month and ever, each a way to its payments. */
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
  const count = data.rows.reduce((sum, row) => sum + row.count, 0)
  const linkCount = data.rows.reduce((sum, row) => sum + row.linkCount, 0)
  const name = t(`paymentReport.counters.${type}`)
  const days = { from: data.from, until: data.until }
  return (
    <div className={styles.tile}>
      <span className={styles.label}>{name}</span>
      {[first, ...others].map((row, at) => (
        <span key={row.currency} className={at === 0 ? styles.value : 'numbers'}>
          <RowsLink
            count={row.count}
            shown={formatMoney(row.amountCents, row.currency)}
            what={name}
            search={{ counted: 'received', currency: row.currency, ...days }}
          />
        </span>
      ))}
      <span className={styles.label}>
        <RowsLink
          count={count}
          shown={t('paymentReport.counters.count', { count, shown: formatNumber(count) })}
          what={name}
          search={{ counted: 'received', ...days }}
        />
        {' · '}
        <RowsLink
          count={linkCount}
          shown={t('paymentReport.counters.byLink', { shown: formatNumber(linkCount) })}
          what={name}
          search={{ counted: 'byLink', ...days }}
        />
      </span>
    </div>
  )
}
