import type { CaseDetail } from '@regie/contract/cases.ts'
import { formatDate } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Money } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './payment-links.module.css'

/** What was paid for a case, when and how. A case for which nothing was paid has no such panel. */
export function Payments({ payments }: Pick<CaseDetail, 'payments'>) {
  const t = useText()
  if (payments.length === 0) return null
  return (
    <Panel title={t('paymentLinks.payments.title', { count: payments.length })}>
      <ul className={styles.links}>
        {payments.map(({ paymentID, amountCents, currency, paidOn, note, by }) => (
          <li key={paymentID} className={styles.link}>
            <div className={styles.head}>
              <strong>
                <Money cents={amountCents} currency={currency} />
              </strong>
              <span className="numbers">{formatDate(`${paidOn}T12:00:00Z`)}</span>
            </div>
            <p className={styles.expires}>
              {by === null ? t('paymentLinks.payments.byLink') : t('paymentLinks.payments.bookedBy', { name: by })}
            </p>
            {note !== '' && <p>{note}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
