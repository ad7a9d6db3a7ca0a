import { useState } from 'react'
import { amountFault, groupedAmount, readAmount } from '../../../locales/amount.ts'
import { formatMoney, formatMoneyWhole } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { AmountInput } from '../../../ui/amount-input.tsx'
import { Button } from '../../../ui/button.tsx'
import { readRange, writeRange } from './case-filters.ts'
import styles from './filters.module.css'

const typed = (cents: number | undefined) => (cents === undefined ? '' : groupedAmount(cents))

/** From which to which amount; either may stay empty. */
export function AmountFilter({ value, onChange, onDone }: { value: string; onChange: (value: string) => void; onDone: () => void }) {
  const t = useText()
  const { min, max } = readRange(value)
  const [from, setFrom] = useState(typed(min))
  const [to, setTo] = useState(typed(max))
  const [low, high] = [readAmount(from), readAmount(to)]
  const isTurned = low !== null && high !== null && low > high
  const isWrong = isTurned || amountFault(from, true) !== null || amountFault(to) !== null
  return (
    <form
      className={styles.amount}
      onSubmit={(event) => {
        event.preventDefault()
        if (isWrong) return
        onChange(writeRange(low, high))
        onDone()
      }}
    >
      <div className={styles.bounds}>
        <AmountInput label={t('cases.filters.from')} value={from} onChange={setFrom} mayBeZero />
        <AmountInput label={t('cases.filters.to')} value={to} onChange={setTo} error={isTurned ? t('cases.filters.turned') : undefined} />
      </div>
      <div className={styles.buttons}>
        <Button
          onPress={() => {
            onChange('')
            onDone()
          }}
        >
          {t('cases.filters.anyAmount')}
        </Button>
        <Button kind="main" type="submit" reason={isWrong ? t('cases.filters.amountWrong') : undefined}>
          {t('cases.filters.apply')}
        </Button>
      </div>
    </form>
  )
}

/** The chosen amounts in words. */
export function amountWords(t: ReturnType<typeof useText>, value: string): string {
  const { min, max } = readRange(value)
  const [from, to] = [min, max].map((cents) =>
    cents === undefined ? '' : cents % 100 === 0 ? formatMoneyWhole(cents) : formatMoney(cents),
  )
  if (max === undefined) return t('cases.filters.atLeast', { from: from ?? '' })
  return min === undefined ? t('cases.filters.atMost', { to: to ?? '' }) : t('cases.filters.between', { from: from ?? '', to: to ?? '' })
}
