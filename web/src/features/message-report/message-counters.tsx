import { type CounterType, counterTypes } from '@regie/contract/payment-report.ts'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { casesOf } from './cases-of-messages.ts'
import { type MessageScope, useMessageCounter } from './message-report-data.ts'
import styles from './message-report.module.css'

/** What left today, this week, this month and ever, whatever the period of the report. */
export function MessageCounters({ scope }: { scope: MessageScope }) {
  const t = useText()
  return (
    <dl className={styles.counters} aria-label={t('messageReport.counters.title')}>
      {counterTypes.map((type) => (
        <Counter key={type} scope={scope} type={type} />
      ))}
    </dl>
  )
}

function Counter({ scope, type }: { scope: MessageScope; type: CounterType }) {
  const t = useText()
  const { data, error } = useMessageCounter(scope, type)
  const { channel, scriptID } = scope
  return (
    <div>
      <dt>{t(`messageReport.counters.${type}`)}</dt>
      <dd className="numbers">
        {data === undefined ? (
          <span aria-busy={error === null}>–</span>
        ) : (
          <>
            <AppLink to={casesOf({ channel, scriptID, from: data.from, until: data.to, counted: 'sent' })}>
              {t('messageReport.counters.sent', { count: data.count, total: formatNumber(data.count) })}
            </AppLink>
            {data.failed > 0 && ` · ${t('messageReport.counters.failed', { shown: formatNumber(data.failed) })}`}
          </>
        )}
      </dd>
    </div>
  )
}
