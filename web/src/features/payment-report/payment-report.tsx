import type { ReactNode } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { PeriodInput } from '../../ui/dates/period-input.tsx'
import { LinkFunnel } from './link-funnel.tsx'
import { PaymentCounters } from './payment-counters.tsx'
import { PaymentHours } from './payment-hours.tsx'
import type { ReportScope } from './report-data.ts'
import { ScriptFigures } from './script-figures.tsx'
import styles from './payment-report.module.css'

type PaymentReportProps = {
  scope: ReportScope
  onDays: (days: { from: string; until: string }) => void
  /** What came in on each day of the period. */
  chart: ReactNode
}

/** What came in, what became of the payment links, at which hours people pay, and which script brings it in. */
export function PaymentReport({ scope, onDays, chart }: PaymentReportProps) {
  const t = useText()
  const { from, until } = scope
  return (
    <div className={styles.report}>
      <PaymentCounters scope={scope} />
      <div className={styles.period}>
        <PeriodInput label={t('paymentReport.period')} value={{ from, until }} onChange={onDays} />
        {from === '' && until === '' && <p>{t('paymentReport.usual')}</p>}
      </div>
      {chart}
      <div className={styles.sides}>
        <LinkFunnel scope={scope} />
        {scope.scriptID === null && <ScriptFigures scope={scope} />}
      </div>
      <PaymentHours scope={scope} />
    </div>
  )
}
