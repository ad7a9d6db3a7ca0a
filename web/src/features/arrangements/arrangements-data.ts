import { arrangementApi, type CallbackOwner } from '@regie/contract/arrangements.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'
import { useSelection } from '../../session/selection.ts'

// What an arrangement moves: its case waits for it, and its lists know it.
const refresh = [
  arrangementApi.list,
  arrangementApi.callbacks,
  arrangementApi.complaints,
  caseApi.get,
  caseApi.timeline,
  caseActionApi.permission,
]

// A colleague's arrangement reaches the lists of a customer within half a minute; no topic tells of them.
const listMs = 30_000

/** What was noted and arranged about a case. */
export function useArrangements(caseID: number) {
  return useApi(arrangementApi.list, { params: { caseID } })
}

/** The first moment, from the one that is thought of on, at which the person may be called: the server's own rule, asked once. */
export function useCallbackMoment(caseID: number, from: string, isEnabled: boolean): string | null {
  const asked = useApi(
    arrangementApi.callbackMoment,
    { params: { caseID }, query: { from } },
    { isEnabled, staleMs: Number.POSITIVE_INFINITY },
  )
  return asked.data?.at ?? null
}

/** Asks it again whenever the case changes; once on a screen is enough. */
export function useLiveArrangements(caseID: number) {
  useLiveUpdates({ topic: 'case', caseID }, [arrangementApi.list])
}

type Whose = { whose?: CallbackOwner; userID?: number }

/** The open call-backs of a customer, soonest first: mine and anyone's, unless others are asked for. */
export function useCallbacks(customerID: number, whose: Whose = {}) {
  return useApi(arrangementApi.callbacks, { query: { customerID, ...whose } }, { refetchMs: listMs })
}

/** The open complaints and disputes of a customer, of the chosen script if there is one, the first to be confirmed on top. */
export function useComplaints(customerID: number) {
  const { scriptID } = useSelection()
  const query = { customerID, ...(scriptID !== null && { scriptID }) }
  return useApi(arrangementApi.complaints, { query }, { refetchMs: listMs })
}

export function useColleagues(customerID: number) {
  return useApi(arrangementApi.colleagues, { query: { customerID } }, { staleMs: 300_000 })
}

export const useAddNote = () => useApiChange(arrangementApi.addNote, { refresh })
export const useAddCallback = () => useApiChange(arrangementApi.addCallback, { refresh })
export const useChangeCallback = () => useApiChange(arrangementApi.changeCallback, { refresh })
export const useAddPromise = () => useApiChange(arrangementApi.addPromise, { refresh })
export const useCancelPromise = () => useApiChange(arrangementApi.cancelPromise, { refresh })
export const useAddComplaint = () => useApiChange(arrangementApi.addComplaint, { refresh })
export const useChangeComplaint = () => useApiChange(arrangementApi.changeComplaint, { refresh })
