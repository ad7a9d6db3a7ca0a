import { useText } from '../../../locales/i18n.tsx'
import { AmountInput } from '../../../ui/amount-input.tsx'
import { DueInput } from '../../../ui/dates/due-input.tsx'
import type { TypedPart } from '../../../session/plan/plan-parts.ts'
import styles from '../case-work.module.css'

/** What was promised: a day and an amount. */
export function PromiseInput({ part, onPart }: { part: TypedPart; onPart: (part: TypedPart) => void }) {
  const t = useText()
  return (
    <fieldset className={styles.parts}>
      <legend>{t('cases.result.promise')}</legend>
      <div className={styles.promise}>
        <DueInput label={t('cases.result.due')} isRequired value={part.due} onChange={(due) => onPart({ ...part, due })} />
        <PartAmount value={part.amount} onChange={(amount) => onPart({ ...part, amount })} />
      </div>
    </fieldset>
  )
}

function PartAmount({ value, onChange }: { value: string; onChange: (amount: string) => void }) {
  const t = useText()
  return <AmountInput label={t('cases.result.amount')} isRequired placeholder="0,00" value={value} onChange={onChange} />
}
