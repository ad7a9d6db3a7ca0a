import { machineKeyApi } from '@regie/contract/machine-keys.ts'
import { systemApi } from '@regie/contract/system.ts'
import { useApi } from '../../api/use-api.ts'

// Both change with the product alone, and with the names of rights.
const staleMs = 10 * 60_000
export const useApiDescription = () => useApi(systemApi.openApi, {}, { staleMs })
export const useRightNames = () => useApi(machineKeyApi.rightNames, {}, { staleMs })
