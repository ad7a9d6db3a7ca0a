import { callApi as manualCallApi } from '@regie/contract/calls.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi, type ChannelPermission } from '@regie/contract/cases.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

const liveMs = 400
const moved = [manualCallApi.find, caseApi.get, caseApi.timeline, caseActionApi.permission, manualMessageApi.planned]

/** The call by hand of a case, with each of its steps as it comes. */
export function useManualCall(caseID: number) {
  useLiveUpdates({ topic: 'case', caseID }, [manualCallApi.find], liveMs)
  return useApi(manualCallApi.find, { params: { caseID } }).data?.call ?? null
}

/** How a case stands now, also while somebody writes to its person. */
export function useCaseStatus(caseID: number) {
  useLiveUpdates({ topic: 'case', caseID }, [caseApi.get], liveMs)
  return useApi(caseApi.get, { params: { caseID }, query: {} }).data?.status
}

// Whether one may call moves with the clock: hours begin and end on the quarter at the earliest.
const lightsMs = 60_000
const lightsMax = 40

/** May the persons of these cases be called now: the light of each, asked in one question. */
export function useCallLights(customerID: number, caseIDs: readonly number[]): ReadonlyMap<number, ChannelPermission> {
  const cases = [...new Set(caseIDs)]
    .toSorted((one, other) => one - other)
    .slice(0, lightsMax)
    .join(',')
  const { data = [] } = useApi(
    manualCallApi.lights,
    { query: { customerID, cases } },
    { isEnabled: cases !== '', refetchMs: lightsMs, staleMs: 0 },
  )
  return new Map(data.map(({ caseID, ...light }) => [caseID, light]))
}

export const useStartCall = () => useApiChange(manualCallApi.start, { refresh: moved })
export const useSendMessage = () => useApiChange(manualMessageApi.send, { refresh: moved })
export const useEndCall = () => useApiChange(manualCallApi.end, { refresh: moved })

/** May the person be contacted now, by which channel. */
export function useLights(caseID: number) {
  return useApi(caseActionApi.permission, { params: { caseID } })
}
