import type { Callback } from '@regie/contract/arrangements.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import type { Retention } from '@regie/contract/case-actions.ts'
import { effectsOfResult } from '@regie/contract/case-action-rules.ts'
import type { ResultCode } from '@regie/contract/result-codes.ts'
import { typedAmount } from '../../../locales/amount.ts'
import { useText } from '../../../locales/i18n.tsx'
import { type Becomes, StandingCallback } from '../../../session/standing-callback.tsx'
import { DebtHelpInput, firstDebtHelp, type TypedDebtHelp } from '../../../session/debt-help-input.tsx'
import { firstPlan, PlanForm, type TypedPlan } from '../../../session/plan/plan-form.tsx'
import type { TypedPart } from '../../../session/plan/plan-parts.ts'
import { CallbackInput } from '../../../ui/dates/callback-input.tsx'
import { usualDueDay } from '../../../ui/dates/due-input.tsx'
import { workingHourFrom } from '../../../ui/dates/working-hours.ts'
import { TextAreaInput } from '../../../ui/inputs.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ChoiceInput } from '../../../ui/toggles.tsx'
import { CloseNumbers } from './close-case-dialog.tsx'
import { LinksEndedByClosing } from './ended-links.tsx'
import { PromiseInput } from './parts-input.tsx'
import { firstPayment, PaymentInput, type TypedPayment } from './payment-input.tsx'
import { RetentionInput } from './retention-input.tsx'
import styles from '../case-work.module.css'

/** What goes with a result, as somebody types it. */
export type Extras = {
  callbackAt: string | null
  callbackFor: 'me' | 'anyone'
  /** What it does to a call-back that stands. */
  becomes: Becomes
  retention: Retention | ''
  note: string
  promise: TypedPart
  plan: TypedPlan
  payment: TypedPayment
  debtHelp: TypedDebtHelp
}
/** The next hour at which people work; all that is open, in a week or in a plan. */
export const firstExtras = (found: CaseDetail): Extras => ({
  callbackAt: workingHourFrom(new Date().toISOString()),
  callbackFor: 'me',
  becomes: 'replace',
  retention: '',
  note: '',
  promise: { due: usualDueDay(), amount: found.outstandingCents ? typedAmount(found.outstandingCents) : '' },
  plan: firstPlan(found),
  payment: firstPayment(found),
  debtHelp: firstDebtHelp,
})

type ResultExtrasProps = {
  found: CaseDetail
  code: ResultCode
  standing: Callback | null
  extras: Extras
  onExtras: (extras: Extras) => void
}

/** What the flags of a result ask for: a moment, a promise, a retention, a text. */
export function ResultExtras({ found, code, standing, extras, onExtras }: ResultExtrasProps) {
  const t = useText()
  const { closes, callsBack, promises, blacklists, stopsFor, books, asksDebtHelp } = effectsOfResult(code)
  const change = (changed: Partial<Extras>) => onExtras({ ...extras, ...changed })
  return (
    <div className={styles.stack} data-extras>
      {closes && <CloseNumbers caseID={found.caseID} />}
      {books && <PaymentInput found={found} payment={extras.payment} onPayment={(payment) => change({ payment })} leaves="leaves" />}
      {books && <LinksEndedByClosing found={found} />}
      {stopsFor !== null && (
        <Notice tone="warning" icon="pause">
          {t(`cases.result.stops.${stopsFor}`)}
        </Notice>
      )}
      {promises && code === 'REG' && <PlanForm found={found} plan={extras.plan} onPlan={(plan) => change({ plan })} />}
      {promises && code !== 'REG' && <PromiseInput part={extras.promise} onPart={(promise) => change({ promise })} />}
      {callsBack && !promises && (
        <>
          <StandingCallback standing={standing} becomes={extras.becomes} onBecomes={(becomes) => change({ becomes })} />
          <CallbackInput
            label={t('cases.result.callbackAt')}
            help={t('cases.result.callbackHelp')}
            isRequired
            value={extras.callbackAt}
            onChange={(callbackAt) => change({ callbackAt })}
          />
          <ChoiceInput
            label={t('cases.result.callbackFor')}
            value={extras.callbackFor}
            onChange={(callbackFor) => change({ callbackFor })}
            options={[
              { value: 'me', label: t('cases.result.me') },
              { value: 'anyone', label: t('cases.result.anyone') },
            ]}
          />
        </>
      )}
      {asksDebtHelp && <DebtHelpInput kind={code} help={extras.debtHelp} onHelp={(debtHelp) => change({ debtHelp })} />}
      {blacklists && <RetentionInput value={extras.retention} onChange={(retention) => change({ retention })} />}
      <TextAreaInput
        label={t(stopsFor === 'complaint' || stopsFor === 'dispute' ? 'cases.result.text' : 'cases.result.note')}
        isRequired={stopsFor === 'complaint' || stopsFor === 'dispute'}
        maxLength={4000}
        value={extras.note}
        onChange={(note) => change({ note })}
      />
    </div>
  )
}
