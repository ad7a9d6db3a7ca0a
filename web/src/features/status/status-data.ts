import { providerApi } from '@regie/contract/providers.ts'
import { statusApi } from '@regie/contract/status.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'

const refetchMs = 5_000

/** Asked again every few seconds, only while somebody looks: a hidden tab asks nothing. */
export const useStatus = () => useApi(statusApi.get, {}, { refetchMs })

export const useTestProvider = () => useApiChange(providerApi.test, { refresh: [statusApi.get, providerApi.list] })
