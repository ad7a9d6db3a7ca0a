import { caseApi, CaseStatus } from '@regie/contract/cases.ts'
import { useApi } from '../../api/use-api.ts'
import { useRows } from '../../api/use-rows.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

/** Letters or digits under which the server does not search. */
export const searchCharsMin = 3

export function useCasesOfBatch(customerID: number, batchID: number, status: string) {
  const wanted = CaseStatus.safeParse(status)
  return useRows(caseApi.list, { query: { customerID, batchID, ...(wanted.success ? { status: wanted.data } : {}) } })
}

export function useFoundCases(customerID: number, q: string) {
  return useRows(caseApi.search, { query: { customerID, q } }, { isEnabled: q.length >= searchCharsMin })
}

/** One case; it asks again whenever the server says that something about it changed. */
export function useCase(caseID: number) {
  useLiveUpdates({ topic: 'case', caseID }, [caseApi.get, caseApi.timeline, caseApi.communication])
  return useApi(caseApi.get, { params: { caseID } })
}

export function useTimeline(caseID: number) {
  return useRows(caseApi.timeline, { params: { caseID }, query: {} }, { pageSize: 50 })
}

export function useCommunication(caseID: number, communicationID: number) {
  return useApi(caseApi.communication, { params: { caseID, communicationID } })
}
