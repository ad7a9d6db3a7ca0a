import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi, type CaseDetail } from '@regie/contract/cases.ts'
import { debtLawApi } from '@regie/contract/debt-law.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { whyApi } from '@regie/contract/why.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'
import { useText } from '../../locales/i18n.tsx'
import { useRight } from '../../session/use-right.ts'

const refresh = [debtLawApi.get, caseApi.get, caseApi.timeline, caseActionApi.permission, whyApi.case]

/** What the law on debts asks to be known of a case; asked again whenever the case changes. */
export function useDebtLaw(caseID: number) {
  useLiveUpdates({ topic: 'case', caseID }, [debtLawApi.get])
  return useApi(debtLawApi.get, { params: { caseID } })
}

export const useInterrupt = () => useApiChange(debtLawApi.interrupt, { refresh })
export const useWithdrawInterruption = () => useApiChange(debtLawApi.withdrawInterruption, { refresh })
export const useSaveDebtHelp = () => useApiChange(debtLawApi.saveDebtHelp, { refresh })
export const useEndDebtHelp = () => useApiChange(debtLawApi.endDebtHelp, { refresh })
export const useChangeFields = () => useApiChange(caseActionApi.change, { refresh })

/** Why this right does not let one change the case; undefined when it does. */
export function useChangeRefusal({ batchLocked }: Pick<CaseDetail, 'batchLocked'>, right: number): string | undefined {
  const t = useText()
  const mayChange = useRight(right)
  const mayLock = useRight(Right.lockBatches)
  if (!mayChange) return t('ui.noRight')
  return batchLocked && !mayLock ? t('cases.locked') : undefined
}
