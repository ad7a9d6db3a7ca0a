import { useState } from 'react'
import { amountFault, groupedAmount, readAmount } from '../locales/amount.ts'
import { numberFormat } from '../locales/format.ts'
import { useText } from '../locales/i18n.tsx'
import styles from './amount-input.module.css'
import { Field, type FieldProps } from './field.tsx'

type AmountInputProps = FieldProps<string> & { placeholder?: string; mayBeZero?: boolean; currency?: string }

/** An amount as people type it, with its currency beside it; written out when the field is left (1.250,5 is 1.250,50). What is none says why. */
export function AmountInput({ value, onChange, placeholder, mayBeZero = false, currency = 'EUR', ...field }: AmountInputProps) {
  const t = useText()
  const [isLeft, setLeft] = useState(false)
  const fault = isLeft ? amountFault(value, mayBeZero) : null
  const leave = () => {
    setLeft(true)
    const cents = readAmount(value)
    if (cents !== null && groupedAmount(cents) !== value) onChange(groupedAmount(cents))
  }
  return (
    <Field {...field} error={field.error ?? (fault === null ? undefined : t(`fields.amount.${fault}`))}>
      {(parts) => (
        <div className={styles.amount}>
          <span aria-hidden="true">{symbolOf(currency)}</span>
          <input
            {...parts}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            placeholder={placeholder}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            onBlur={() => {
              leave()
              parts.onBlur?.()
            }}
          />
        </div>
      )}
    </Field>
  )
}

const symbolOf = (currency: string) =>
  numberFormat(`symbol ${currency}`, { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency
