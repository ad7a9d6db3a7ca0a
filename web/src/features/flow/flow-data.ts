import { flowApi, type Flow } from '@regie/contract/flow.ts'
import { batchApi } from '@regie/contract/batches.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { timeMachineApi } from '@regie/contract/time-machine.ts'
import { useQueryClient } from '@tanstack/react-query'
import { apiKey, useApi, useApiChange } from '../../api/use-api.ts'
import { useRows } from '../../api/use-rows.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

/** Letters or digits under which the server does not search. */
const searchCharsMin = 3

/** The live steps of a script and its draft; asked again when a colleague changes them. */
export function useFlow(scriptID: number) {
  useLiveUpdates({ topic: 'script', scriptID }, [flowApi.get, flowApi.versions])
  return useApi(flowApi.get, { params: { scriptID } })
}

export const useTexts = (scriptID: number) => useApi(flowApi.texts, { params: { scriptID } })
export const useStanding = (scriptID: number) => useApi(flowApi.standing, { params: { scriptID } })
export const useVersions = (scriptID: number) => useApi(flowApi.versions, { params: { scriptID } })

// The answer is the newest flow itself; it is put in place below, so that the drawing does not ask for what it was told.
export const useSaveDraft = () => useApiChange(flowApi.saveDraft)
export const useDropDraft = () => useApiChange(flowApi.dropDraft, { refresh: [flowApi.get] })
export const useActivate = () => useApiChange(flowApi.activate, { refresh: [flowApi.get, flowApi.versions] })
export const useRollBack = () => useApiChange(flowApi.rollBack, { refresh: [flowApi.get, flowApi.versions] })

/** Puts a flow that the server answered where screens look for it. */
export function useKeepFlow(scriptID: number) {
  const client = useQueryClient()
  const queryKey = apiKey(flowApi.get, { params: { scriptID } })
  return (flow: Flow) => {
    // What was asked before is older than this.
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, flow)
  }
}

export const useSimulate = () => useApiChange(timeMachineApi.simulate)
export const useChecks = (scriptID: number) => useApi(timeMachineApi.checks, { params: { scriptID } })
export const useAddCheck = () => useApiChange(timeMachineApi.addCheck, { refresh: [timeMachineApi.checks] })
export const useRemoveCheck = () => useApiChange(timeMachineApi.removeCheck, { refresh: [timeMachineApi.checks] })
export const useRunChecks = () => useApiChange(timeMachineApi.runChecks)

/** Cases to simulate with: those that are looked for, or the newest of the script's newest batch; of a script without cases the newest of all. */
export function useCasesToSimulate(customerID: number, scriptID: number, q: string) {
  const isSearching = q.trim().length >= searchCharsMin
  const batches = useRows(batchApi.list, { query: { customerID, scriptID } }, { pageSize: 10 })
  const batchID = batches.rows.find(({ counts }) => counts.total > 0)?.batchID
  const found = useRows(caseApi.search, { query: { customerID, q: q.trim() } }, { isEnabled: isSearching, pageSize: 10 })
  const ofScript = { customerID, ...(batchID !== undefined && { batchID }) }
  const newest = useRows(caseApi.list, { query: ofScript }, { isEnabled: !isSearching && !batches.isLoading, pageSize: 10 })
  return isSearching ? found : newest
}
