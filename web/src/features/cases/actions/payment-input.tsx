import type { CaseDetail } from '@regie/contract/cases.ts'
import { type BookingMethod, bookingMethods } from '@regie/contract/payments.ts'
import { readAmount, typedAmount } from '../../../locales/amount.ts'
import { toAmsterdamInput } from '../../../locales/amsterdam-time.ts'
import { formatMoney } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { AmountInput } from '../../../ui/amount-input.tsx'
import { DateInput } from '../../../ui/dates/date-input.tsx'
import { SelectInput } from '../../../ui/inputs.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from '../case-work.module.css'

/** A payment that staff saw, as it is typed. */
export type TypedPayment = { amount: string; paidOn: string; method: BookingMethod }

const today = () => toAmsterdamInput(new Date().toISOString()).slice(0, 10)

/** What is open, paid today: as most are. */
export const firstPayment = ({ outstandingCents }: Pick<CaseDetail, 'outstandingCents'>): TypedPayment => ({
  amount: outstandingCents ? typedAmount(outstandingCents) : '',
  paidOn: today(),
  method: 'bank',
})

/** What is sent; null while the amount or the day is missing, or the day is yet to come. */
export function readPayment({ amount, paidOn, method }: TypedPayment) {
  const amountCents = readAmount(amount)
  return amountCents === null || paidOn === '' || paidOn > today() ? null : { amountCents, paidOn, method }
}

type PaymentInputProps = {
  found: Pick<CaseDetail, 'outstandingCents' | 'currency'>
  payment: TypedPayment
  onPayment: (payment: TypedPayment) => void
  /** What is said when something stays open: that it is a part, or that no case is closed with it. */
  leaves: 'rest' | 'restClosed' | 'leaves'
}

/** What would stay open after it; negative: so much too much. 0 where no claim or no amount is known. */
export function leftAfter({ outstandingCents }: Pick<CaseDetail, 'outstandingCents'>, { amount }: TypedPayment): number {
  const cents = readAmount(amount)
  return cents === null || outstandingCents === null ? 0 : outstandingCents - cents
}

/** The payment that closes a case: null too while it leaves something open. */
export function readWholePayment(found: Pick<CaseDetail, 'outstandingCents'>, typed: TypedPayment) {
  return leftAfter(found, typed) > 0 ? null : readPayment(typed)
}

/** What was paid, when and in which way; says what stays open. */
export function PaymentInput({ found, payment, onPayment, leaves }: PaymentInputProps) {
  const t = useText()
  const { currency } = found
  const isLate = payment.paidOn > today()
  const left = leftAfter(found, payment)
  const isWarning = left < 0 || leaves === 'leaves'
  return (
    <>
      <fieldset className={styles.parts}>
        <legend>{t('cases.book.legend')}</legend>
        <div className={styles.payment}>
          <AmountInput
            label={t('cases.book.amount')}
            isRequired
            placeholder="0,00"
            value={payment.amount}
            onChange={(amount) => onPayment({ ...payment, amount })}
          />
          <DateInput
            label={t('cases.book.paidOn')}
            isRequired
            max={today()}
            value={payment.paidOn}
            onChange={(paidOn) => onPayment({ ...payment, paidOn })}
            error={isLate ? t('refusals.case.paidInFuture') : undefined}
          />
        </div>
        <SelectInput
          label={t('cases.book.method')}
          value={payment.method}
          onChange={(chosen) => onPayment({ ...payment, method: bookingMethods.find((known) => known === chosen) ?? 'bank' })}
          options={bookingMethods.map((known) => ({ value: known, label: t(`cases.paymentMethods.${known}`) }))}
        />
      </fieldset>
      {left !== 0 && (
        <Notice tone={isWarning ? 'warning' : 'info'} icon={isWarning ? 'alert' : 'info'}>
          {t(left > 0 ? `cases.book.${leaves}` : 'cases.book.tooMuch', { amount: formatMoney(Math.abs(left), currency) })}
        </Notice>
      )}
    </>
  )
}
