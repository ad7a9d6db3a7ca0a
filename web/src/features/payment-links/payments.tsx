import { formatDate } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Money } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useCasePayments } from './payment-links-data.ts'
import styles from './payment-links.module.css'

/** What was paid for a case, when and how. A case for which nothing was paid has no such panel. */
export function Payments({ caseID }: { caseID: number }) {
  const t = useText()
  const payments = useCasePayments(caseID).data?.payments ?? []
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
