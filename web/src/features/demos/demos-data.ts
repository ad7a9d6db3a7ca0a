import { accountApi } from '@regie/contract/account.ts'
import { demoApi } from '@regie/contract/demos.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'

// A demo is watched; its moments are seconds apart.
const watchMs = 2000

export function useDemos(customerID: number) {
  return useApi(demoApi.list, { query: { customerID } }, { refetchMs: watchMs })
}

export const useOwnAccount = () => useApi(accountApi.get, {})
export const useStartDemo = () => useApiChange(demoApi.start, { refresh: [demoApi.list] })
export const useStopDemo = () => useApiChange(demoApi.stop, { refresh: [demoApi.list] })
