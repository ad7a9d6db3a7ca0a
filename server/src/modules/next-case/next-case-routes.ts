import { nextCaseApi } from '@regie/contract/next-case.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findFirstCase } from './find-first-case.ts'
import { findHold, releaseHold, renewHold, skipCase } from './holds.ts'
import { findOwnDay } from './own-day.ts'
import { takeNextCase } from './take-next-case.ts'

export const nextCaseRoutes: Route<Services>[] = [
  route(nextCaseApi.day, (services: Services, { caller, query }) => findOwnDay(services, caller, query.customerID)),
  route(nextCaseApi.take, (services: Services, { caller, body }) =>
    takeNextCase(services, caller, { customerId: body.customerID, scriptId: body.scriptID ?? null }),
  ),
  route(nextCaseApi.first, (services: Services, { caller, query }) =>
    findFirstCase(services, caller, { customerId: query.customerID, scriptId: query.scriptID ?? null }),
  ),
  route(nextCaseApi.held, (services: Services, { caller, params }) => findHold(services, caller, params.caseID)),
  route(nextCaseApi.renew, (services: Services, { caller, params }) => renewHold(services, caller, params.caseID)),
  route(nextCaseApi.release, (services: Services, { caller, params }) => releaseHold(services, caller, params.caseID)),
  route(nextCaseApi.skip, (services: Services, { caller, params, body }) => skipCase(services, caller, params.caseID, body.reason)),
]
