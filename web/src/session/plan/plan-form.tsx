import { arrangementApi } from '@regie/contract/arrangements.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import { type MissedInstalment, missedInstalments } from '@regie/contract/missed-instalments.ts'
import { useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { readAmount, typedAmount } from '../../locales/amount.ts'
import { dayOf } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { AmountInput } from '../../ui/amount-input.tsx'
import { DateInput } from '../../ui/dates/date-input.tsx'
import { NumberInput, SelectInput } from '../../ui/inputs.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'
import { monthsLater, type PromisePart, readParts, splitPlan, sumOf, type TypedPart } from './plan-parts.ts'
import { PlanParts, PlanRest, PlanSum } from './plan-table.tsx'
import styles from './plan.module.css'

// A plan stays within a year; by the month that is twelve parts.
const countMin = 2
const countMax = 12

/** A payment plan as somebody types it; `missed` '' is the rule of the customer. */
export type TypedPlan = {
  total: string
  count: number | null
  firstDue: string
  parts: readonly TypedPart[]
  asksByLink: boolean
  missed: MissedInstalment | ''
}

/** All that is open, in three months from the next one on. */
export function firstPlan({ outstandingCents }: Pick<CaseDetail, 'outstandingCents'>): TypedPlan {
  const total = outstandingCents ? typedAmount(outstandingCents) : ''
  return divided({ total, count: 3, firstDue: monthsLater(dayOf(new Date()), 1), parts: [], asksByLink: true, missed: '' })
}

type SentPlan = { parts: PromisePart[]; asksByLink: boolean; missedInstalment?: MissedInstalment }

/** A plan as it is sent; null while its parts are wrong or do not make the whole. */
export function readPlan({ total, parts, asksByLink, missed }: TypedPlan): SentPlan | null {
  const sent = readParts(parts, dayOf(new Date()))
  if (sent === null || sent.length === 0 || sumOf(parts) !== readAmount(total)) return null
  return { parts: sent, asksByLink, ...(missed !== '' && { missedInstalment: missed }) }
}

type PlanFormProps = {
  found: Pick<CaseDetail, 'caseID' | 'currency' | 'outstandingCents'>
  plan: TypedPlan
  onPlan: (plan: TypedPlan) => void
}

/** Divides what is open over months; every day and amount may be changed, as long as the parts make the whole. The same form wherever a plan is agreed. */
export function PlanForm({ found, plan, onPlan }: PlanFormProps) {
  const t = useText()
  const [today] = useState(() => dayOf(new Date()))
  const { data } = useApi(arrangementApi.list, { params: { caseID: found.caseID } })
  const customerRule = data?.missedInstalment
  const { total, count, firstDue, parts, asksByLink, missed } = plan
  const rule = missed || (customerRule ?? 'customer')
  const waits = rule === 'remind' && !asksByLink ? 'remindWithoutLinks' : rule
  const totalCents = readAmount(total)
  const divide = (changed: Partial<TypedPlan>) => onPlan(divided({ ...plan, ...changed }))
  return (
    <div className={styles.plan}>
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
      <PlanParts parts={parts} today={today} onParts={(changed) => onPlan({ ...plan, parts: changed })} />
      {totalCents !== null && parts.length > 0 && <PlanSum sumCents={sumOf(parts)} totalCents={totalCents} currency={found.currency} />}
      <PlanRest sumCents={sumOf(parts)} openCents={found.outstandingCents} currency={found.currency} />
      <SwitchInput
        label={t('arrangements.promises.asksByLink')}
        help={t('arrangements.promises.asksByLinkHelp')}
        value={asksByLink}
        onChange={(isOn) => onPlan({ ...plan, asksByLink: isOn })}
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
        onChange={(typed) => onPlan({ ...plan, missed: missedInstalments.find((rule) => rule === typed) ?? '' })}
      />
      <p className={styles.quiet}>{t(`arrangements.promises.planWaits.${waits}`)}</p>
    </div>
  )
}

function divided(plan: TypedPlan): TypedPlan {
  const { total, count, firstDue } = plan
  const totalCents = readAmount(total)
  const isWhole = totalCents !== null && count !== null && Number.isInteger(count) && count >= countMin && count <= countMax
  return { ...plan, parts: isWhole && firstDue !== '' ? splitPlan({ totalCents, count, firstDue }) : [] }
}
