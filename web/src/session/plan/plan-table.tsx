import { formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { AmountInput } from '../../ui/amount-input.tsx'
import { DateInput } from '../../ui/dates/date-input.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './plan.module.css'
import { faultOfPart, lastDueFrom, type TypedPart } from './plan-parts.ts'

type PlanPartsProps = { parts: readonly TypedPart[]; today: string; onParts: (parts: TypedPart[]) => void }

/** The parts of a plan, each with a day and an amount to change. */
export function PlanParts({ parts, today, onParts }: PlanPartsProps) {
  const t = useText()
  const change = (at: number, changed: Partial<TypedPart>) => onParts(parts.map((part, no) => (no === at ? { ...part, ...changed } : part)))
  return (
    <ol className={styles.parts}>
      {parts.map((part, at) => {
        const fault = faultOfPart(parts, at, today)
        return (
          // A part has no identity but its place.
          <li key={at} className={styles.part}>
            <span className="numbers" aria-hidden="true">
              {at + 1}
            </span>
            <DateInput
              label={t('arrangements.promises.dueNo', { no: at + 1 })}
              isLabelHidden
              min={today}
              max={lastDueFrom(today)}
              value={part.due}
              onChange={(due) => change(at, { due })}
              error={fault === 'due' ? t('refusals.promise.dateInvalid') : undefined}
            />
            <AmountInput
              label={t('arrangements.promises.amountNo', { no: at + 1 })}
              isLabelHidden
              value={part.amount}
              onChange={(amount) => change(at, { amount })}
            />
          </li>
        )
      })}
    </ol>
  )
}

/** What a plan leaves of what is open, or asks beyond it; nothing where it is all of it, or where nobody knows what is open. */
export function PlanRest({ sumCents, openCents, currency }: { sumCents: number; openCents: number | null; currency: string }) {
  const t = useText()
  if (openCents === null || sumCents === 0 || sumCents === openCents) return null
  const [open, rest] = [formatMoney(openCents, currency), formatMoney(Math.abs(openCents - sumCents), currency)]
  return (
    <Notice tone="warning" icon="alert">
      <span role="status">
        {t(sumCents < openCents ? 'arrangements.promises.restOutside' : 'arrangements.promises.restBeyond', { open, rest })}
      </span>
    </Notice>
  )
}

/** Do the parts make the whole, and if not, how much is missing or too much. */
export function PlanSum({ sumCents, totalCents, currency }: { sumCents: number; totalCents: number; currency: string }) {
  const t = useText()
  const rest = formatMoney(Math.abs(totalCents - sumCents), currency)
  const [sum, total] = [formatMoney(sumCents, currency), formatMoney(totalCents, currency)]
  const isWhole = sumCents === totalCents
  return (
    <Notice tone={isWhole ? 'success' : 'error'} icon={isWhole ? 'check' : 'alert'} title={t('arrangements.promises.sum', { sum, total })}>
      <span role="status">
        {isWhole
          ? t('arrangements.promises.sumRight')
          : t(sumCents < totalCents ? 'arrangements.promises.sumShort' : 'arrangements.promises.sumOver', { rest })}
      </span>
    </Notice>
  )
}
