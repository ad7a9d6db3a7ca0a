import { softphoneApi } from '@regie/contract/softphone.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { findSoftphone, leaveSoftphone, openSoftphone } from './open-softphone.ts'

export const softphoneRoutes: Route<Services>[] = [
  route(softphoneApi.find, (services: Services, { caller, query }) => findSoftphone(services, caller, query.customerID)),
  route(softphoneApi.open, (services: Services, { caller, body }) => openSoftphone(services, caller, body.customerID)),
  route(softphoneApi.leave, (services: Services, { caller, body }) => leaveSoftphone(services, caller, body.customerID, body.no)),
]
