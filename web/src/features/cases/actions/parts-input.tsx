import { useText } from '../../../locales/i18n.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { AmountInput } from '../../../ui/amount-input.tsx'
import { DateInput } from '../../../ui/dates/date-input.tsx'
import { DueInput } from '../../../ui/dates/due-input.tsx'
import styles from '../case-work.module.css'

/** One instalment as it is typed: a day and an amount in euros. */
export type TypedPart = { due: string; amount: string }
const partsMax = 60

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

/** The instalments of a plan. */
export function PlanInput({ parts, onParts }: { parts: readonly TypedPart[]; onParts: (parts: readonly TypedPart[]) => void }) {
  const t = useText()
  const change = (at: number, changed: Partial<TypedPart>) => onParts(parts.map((part, no) => (no === at ? { ...part, ...changed } : part)))
  return (
    <fieldset className={styles.parts}>
      <legend>{t('cases.result.plan')}</legend>
      {parts.map((part, at) => (
        // Instalments have no identity but their place.
        <div key={at} className={styles.part}>
          <DateInput label={t('cases.result.due')} isRequired value={part.due} onChange={(due) => change(at, { due })} />
          <PartAmount value={part.amount} onChange={(amount) => change(at, { amount })} />
          {parts.length > 1 && (
            <IconButton
              icon="trash"
              label={t('cases.result.removePart', { no: at + 1 })}
              onPress={() => onParts(parts.filter((_part, no) => no !== at))}
            />
          )}
        </div>
      ))}
      {parts.length < partsMax && (
        <Button icon={<Icon name="plus" size={16} />} onPress={() => onParts([...parts, nextPart(parts.at(-1))])}>
          {t('cases.result.addPart')}
        </Button>
      )}
    </fieldset>
  )
}

function PartAmount({ value, onChange }: { value: string; onChange: (amount: string) => void }) {
  const t = useText()
  return <AmountInput label={t('cases.result.amount')} isRequired placeholder="0,00" value={value} onChange={onChange} />
}

// The same amount a month later, as most plans go.
function nextPart(last: TypedPart | undefined): TypedPart {
  if (last === undefined || last.due === '') return { due: '', amount: last?.amount ?? '' }
  const [year = 0, month = 1, day = 1] = last.due.split('-').map(Number)
  const lastOfNext = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return { due: new Date(Date.UTC(year, month, Math.min(day, lastOfNext))).toISOString().slice(0, 10), amount: last.amount }
}
