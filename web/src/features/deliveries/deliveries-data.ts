import { fileDeliveryApi } from '@regie/contract/file-deliveries.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useRows } from '../../api/use-rows.ts'

export const useDeliveries = (customerID: number) => useApi(fileDeliveryApi.list, { query: { customerID } })
export const useDelivered = (deliveryID: number) => useRows(fileDeliveryApi.files, { params: { deliveryID }, query: {} })

const refresh = [fileDeliveryApi.list, fileDeliveryApi.files]
export const useCreateDelivery = () => useApiChange(fileDeliveryApi.create, { refresh })
export const useChangeDelivery = () => useApiChange(fileDeliveryApi.change, { refresh })
export const useRemoveDelivery = () => useApiChange(fileDeliveryApi.remove, { refresh })
export const useTestDelivery = () => useApiChange(fileDeliveryApi.test, { refresh })
