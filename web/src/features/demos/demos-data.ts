import { accountApi } from '@regie/contract/account.ts'
import { demoApi } from '@regie/contract/demos.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

// The list is looked at while demos run; who watches one gets each moment at once.
const listMs = 2000
const watchMs = 250

export function useDemos(customerID: number) {
  return useApi(demoApi.list, { query: { customerID } }, { refetchMs: listMs })
}

/** A demo as it goes: asked again whenever something happens in it. */
export function useDemoRun(caseID: number) {
  useLiveUpdates({ topic: 'case', caseID }, [demoApi.run], watchMs)
  return useApi(demoApi.run, { params: { caseID } })
}

export const useDemoSteps = (scriptID: number) => useApi(demoApi.steps, { params: { scriptID } })
export const useOwnAccount = () => useApi(accountApi.get, {})
export const useStartDemo = () => useApiChange(demoApi.start, { refresh: [demoApi.list] })
export const useStopDemo = () => useApiChange(demoApi.stop, { refresh: [demoApi.list, demoApi.run] })
