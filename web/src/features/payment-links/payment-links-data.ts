import { caseApi } from '@regie/contract/cases.ts'
import { useApi } from '../../api/use-api.ts'

/** What was asked and paid for a case; the screen of the case asks again when something about it changed. */
export function useCasePayments(caseID: number) {
  return useApi(caseApi.payments, { params: { caseID } })
}
