import { callApi as manualCallApi } from '@regie/contract/calls.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

const liveMs = 400
const moved = [manualCallApi.find, caseApi.get, caseApi.timeline, caseActionApi.permission]

/** The call by hand of a case, with each of its steps as it comes. */
export function useManualCall(caseID: number) {
  useLiveUpdates({ topic: 'case', caseID }, [manualCallApi.find], liveMs)
  return useApi(manualCallApi.find, { params: { caseID } }).data?.call ?? null
}

export const useStartCall = () => useApiChange(manualCallApi.start, { refresh: moved })
export const useSendMessage = () => useApiChange(manualMessageApi.send, { refresh: moved })
export const useEndCall = () => useApiChange(manualCallApi.end, { refresh: moved })

/** May the person be contacted now, by which channel. */
export function useLights(caseID: number) {
  return useApi(caseActionApi.permission, { params: { caseID } })
}
