import type { CaseDetail } from '@regie/contract/cases.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { firstPlan, PlanForm, readPlan } from '../../../session/plan/plan-form.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useAddPromise } from '../arrangements-data.ts'

/** Writes down a payment plan. */
export function PlanDialog({ found, onClose }: { found: CaseDetail; onClose: () => void }) {
  const t = useText()
  const add = useAddPromise()
  const [plan, setPlan] = useState(() => firstPlan(found))
  const sent = readPlan(plan)
  return (
    <ConfirmDialog
      isOpen
      title={t('arrangements.promises.addPlan')}
      verb={t('arrangements.promises.savePlan')}
      isDisabled={sent === null}
      onConfirm={() => add.mutateAsync({ params: { caseID: found.caseID }, body: { kind: 'plan', parts: [], ...sent } })}
      onClose={onClose}
    >
      <PlanForm found={found} plan={plan} onPlan={setPlan} />
    </ConfirmDialog>
  )
}
