import { machineKeyApi } from '@regie/contract/machine-keys.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'

export const useMachineKeys = (customerID: number) => useApi(machineKeyApi.list, { query: { customerID } }, { staleMs: 0 })
export const useRightNames = () => useApi(machineKeyApi.rightNames, {})

const refresh = [machineKeyApi.list]
export const useCreateMachineKey = () => useApiChange(machineKeyApi.create, { refresh })
export const useChangeMachineKey = () => useApiChange(machineKeyApi.change, { refresh })
export const useRevokeMachineKey = () => useApiChange(machineKeyApi.revoke, { refresh })
