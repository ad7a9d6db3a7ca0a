import { providerApi } from '@regie/contract/providers.ts'
import { scriptSettingsApi } from '@regie/contract/script-settings.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'

export const useProviders = (customerID: number) => useApi(providerApi.list, { query: { customerID } })

// A script offers the providers to choose from.
const refresh = [providerApi.list, scriptSettingsApi.info]
export const useCreateProvider = () => useApiChange(providerApi.create, { refresh })
export const useChangeProvider = () => useApiChange(providerApi.change, { refresh })
export const useRemoveProvider = () => useApiChange(providerApi.remove, { refresh })
export const useConnectProvider = () => useApiChange(providerApi.connect, { refresh: [] })
export const useFinishConnecting = () => useApiChange(providerApi.connected, { refresh })
export const useTestProvider = () => useApiChange(providerApi.test, { refresh })
