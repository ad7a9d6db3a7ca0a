import { type MissedInstalment, missedInstalments } from '@regie/contract/missed-instalments.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { useState } from 'react'
import { readAmount, typedAmount } from '../../../locales/amount.ts'
import { dayOf } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { AmountInput } from '../../../ui/amount-input.tsx'
import { DateInput } from '../../../ui/dates/date-input.tsx'
import { NumberInput, SelectInput } from '../../../ui/inputs.tsx'
import { SwitchInput } from '../../../ui/toggles.tsx'
import styles from '../arrangements.module.css'
import { useAddPromise, useArrangements } from '../arrangements-data.ts'
import { monthsLater, readParts, splitPlan, sumOf } from './plan-parts.ts'
import { PlanParts, PlanRest, PlanSum } from './plan-table.tsx'

// A plan stays within a year; by the month that is twelve parts.
const countMin = 2
const countMax = 12

/** Divides what is open over months; every day and amount may be changed, as long as the parts make the whole. */
export function PlanDialog({ found, onClose }: { found: CaseDetail; onClose: () => void }) {
  const t = useText()
  const add = useAddPromise()
  const [today] = useState(() => dayOf(new Date()))
  const [total, setTotal] = useState(found.outstandingCents ? typedAmount(found.outstandingCents) : '')
  const [count, setCount] = useState<number | null>(3)
  const [firstDue, setFirstDue] = useState(monthsLater(today, 1))
  const [asksByLink, setAsksByLink] = useState(true)
  const [missed, setMissed] = useState<MissedInstalment | ''>('')
  const [parts, setParts] = useState(() => divided(total, count, firstDue))
  const customerRule = useArrangements(found.caseID).data?.missedInstalment
  const totalCents = readAmount(total)
  const sent = readParts(parts, today)
  const isWhole = totalCents !== null && sumOf(parts) === totalCents
  const divide = (changed: { total?: string; count?: number | null; firstDue?: string }) => {
    const next = { total, count, firstDue, ...changed }
    setTotal(next.total)
    setCount(next.count)
    setFirstDue(next.firstDue)
    setParts(divided(next.total, next.count, next.firstDue))
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('arrangements.promises.addPlan')}
      verb={t('arrangements.promises.savePlan')}
      isDisabled={sent === null || !isWhole}
      onConfirm={() =>
        add.mutateAsync({
          params: { caseID: found.caseID },
          body: { kind: 'plan', parts: sent ?? [], asksByLink, ...(missed !== '' && { missedInstalment: missed }) },
        })
      }
      onClose={onClose}
    >
      <div className={styles.stack}>
        <div className={styles.threes}>
          <AmountInput label={t('arrangements.promises.total')} isRequired value={total} onChange={(typed) => divide({ total: typed })} />
          <NumberInput
            label={t('arrangements.promises.count')}
            isRequired
            min={countMin}
            max={countMax}
            value={count}
            onChange={(typed) => divide({ count: typed })}
          />
          <DateInput
            label={t('arrangements.promises.firstDue')}
            isRequired
            min={today}
            value={firstDue}
            onChange={(typed) => divide({ firstDue: typed })}
          />
        </div>
        <PlanParts parts={parts} today={today} onParts={setParts} />
        {totalCents !== null && parts.length > 0 && <PlanSum sumCents={sumOf(parts)} totalCents={totalCents} currency={found.currency} />}
        <PlanRest sumCents={sumOf(parts)} openCents={found.outstandingCents} currency={found.currency} />
        <SwitchInput
          label={t('arrangements.promises.asksByLink')}
          help={t('arrangements.promises.asksByLinkHelp')}
          value={asksByLink}
          onChange={setAsksByLink}
        />
        <SelectInput
          label={t('arrangements.promises.missed')}
          value={missed}
          options={[
            {
              value: '',
              label:
                customerRule === undefined
                  ? t('arrangements.promises.rules.customer')
                  : t('arrangements.promises.rules.customerIs', { rule: customerRule }),
            },
            ...missedInstalments.map((value) => ({ value, label: t(`arrangements.promises.rules.${value}`) })),
          ]}
          onChange={(typed) => setMissed(missedInstalments.find((rule) => rule === typed) ?? '')}
        />
        <p className={styles.quiet}>{t(`arrangements.promises.planWaits.${missed || (customerRule ?? 'customer')}`)}</p>
      </div>
    </ConfirmDialog>
  )
}

function divided(total: string, count: number | null, firstDue: string) {
  const totalCents = readAmount(total)
  if (totalCents === null || count === null || !Number.isInteger(count) || count < countMin || count > countMax || firstDue === '')
    return []
  return splitPlan({ totalCents, count, firstDue })
}
