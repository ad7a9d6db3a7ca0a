import { fileDeliveryApi } from '@regie/contract/file-deliveries.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { changeDelivery, createDelivery, removeDelivery } from './change-delivery.ts'
import { listDelivered, readDeliveries } from './delivery-queries.ts'
import { testDelivery } from './test-delivery.ts'

export const fileDeliveryRoutes: Route<Services>[] = [
  route(fileDeliveryApi.list, (services: Services, { caller, query }) => readDeliveries(services, caller, query.customerID)),
  route(fileDeliveryApi.create, (services: Services, { caller, body }) => createDelivery(services, caller, body)),
  route(fileDeliveryApi.change, (services: Services, { caller, params, body }) =>
    changeDelivery(services, caller, params.deliveryID, body),
  ),
  route(fileDeliveryApi.remove, (services: Services, { caller, params }) => removeDelivery(services, caller, params.deliveryID)),
  route(fileDeliveryApi.test, (services: Services, { caller, params, body }) => testDelivery(services, caller, params.deliveryID, body)),
  route(fileDeliveryApi.files, (services: Services, { caller, params, query }) =>
    listDelivered(services, caller, params.deliveryID, query),
  ),
]
