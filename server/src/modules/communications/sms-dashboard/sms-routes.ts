import { smsApi } from '@regie/contract/sms.ts'
import { mustAccessCustomer } from '../../../platform/http/caller.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { changeSmsAmount, pauseSms } from './change-sms-sending.ts'
import { freshDashboard, shareDashboard } from './share-dashboard.ts'

export const smsRoutes: Route<Services>[] = [
  route(smsApi.dashboard, (services: Services, { caller, query }) => {
    mustAccessCustomer(caller, query.customerID, 'customer.notFound')
    return shareDashboard(services, query.customerID)
  }),
  route(smsApi.pause, async (services: Services, { caller, body }) => {
    await pauseSms(services, caller, body)
    return freshDashboard(services, body.customerID)
  }),
  route(smsApi.amount, async (services: Services, { caller, body }) => {
    await changeSmsAmount(services, caller, body)
    return freshDashboard(services, body.customerID)
  }),
]
