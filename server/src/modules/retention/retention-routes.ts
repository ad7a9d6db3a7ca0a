import { retentionApi } from '@regie/contract/retention.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { changePeriods } from './change-periods.ts'
import { findRetention, forecastRetention } from './retention-queries.ts'

export const retentionRoutes: Route<Services>[] = [
  route(retentionApi.get, ({ db }: Services, { caller, params }) => {
    mustAccessCustomer(caller, params.customerID, 'customer.notFound')
    return findRetention(db, params.customerID)
  }),
  route(retentionApi.forecast, ({ db, clock }: Services, { caller, params, body }) => {
    mustAccessCustomer(caller, params.customerID, 'customer.notFound')
    return forecastRetention(db, params.customerID, body.periods, clock.now())
  }),
  route(retentionApi.change, (services: Services, { caller, params, body }) => changePeriods(services, caller, params.customerID, body)),
]
