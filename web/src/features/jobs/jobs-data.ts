import { systemApi } from '@regie/contract/system.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'

export const useJobsSetAside = () => useApi(systemApi.setAside, {})

const refresh = [systemApi.setAside]
export const useRetryJob = () => useApiChange(systemApi.retrySetAside, { refresh })
export const useDiscardJob = () => useApiChange(systemApi.discardSetAside, { refresh })
