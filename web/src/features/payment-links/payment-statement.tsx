import type { CaseDetail } from '@regie/contract/cases.ts'
import { formatDate, formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { personName } from '../../session/people.ts'
import { useCasePayments } from './payment-links-data.ts'
import styles from './payment-links.module.css'

// What a file or a colleague left in the field of a date may be anything.
const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))

/** The money of a case as a bill has it: the claim, each payment that counts, and what is left. */
export function PaymentStatement({ found }: { found: CaseDetail }) {
  const t = useText()
  const { data } = useCasePayments(found.caseID)
  const { outstandingCents, paidCents, currency } = found
  if (outstandingCents === null) return null
  const { factuurnummer: number = '', factuurdatum: invoicedOn = '' } = found.fields
  const counted = (data?.payments ?? []).filter(({ withdrawn }) => withdrawn === null)
  return (
    <table className={styles.statement}>
      <caption>{t('paymentLinks.statement.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('paymentLinks.statement.what')}</th>
          <th scope="col">{t('paymentLinks.statement.day')}</th>
          <th scope="col">{t('paymentLinks.statement.amount')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{number === '' ? t('paymentLinks.statement.claim') : t('paymentLinks.statement.claimOf', { number })}</td>
          <td>{isDay(invoicedOn) && formatDate(`${invoicedOn}T12:00:00Z`)}</td>
          <td>{formatMoney(outstandingCents + paidCents, currency)}</td>
        </tr>
        {counted.map(({ paymentID, amountCents, paidOn, by, method }) => (
          <tr key={paymentID}>
            <td>
              {by === null ? t('paymentLinks.payments.byLink') : t('paymentLinks.payments.bookedBy', { name: personName(by) })}
              {method !== null && ` · ${t(`paymentLinks.methods.${method}`)}`}
            </td>
            <td>{formatDate(`${paidOn}T12:00:00Z`)}</td>
            <td>{formatMoney(-amountCents, currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('paymentLinks.statement.left')}
          </th>
          <td>{formatMoney(outstandingCents, currency)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
