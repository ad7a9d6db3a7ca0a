import { selfServiceApi } from '@regie/contract/self-service.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { changeRules } from './settings/change-rules.ts'
import { findRules } from './settings/find-rules.ts'

export const selfServiceRoutes: Route<Services>[] = [
  route(selfServiceApi.get, ({ db }: Services, { caller, params }) => {
    mustAccessCustomer(caller, params.customerID, 'customer.notFound')
    return findRules(db, params.customerID)
  }),
  route(selfServiceApi.change, (services: Services, { caller, params, body }) => changeRules(services, caller, params.customerID, body)),
]
