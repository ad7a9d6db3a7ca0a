import { demoApi } from '@regie/contract/demos.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { listDemos } from './demo-queries.ts'
import { startDemo } from './start-demo.ts'
import { stopDemo } from './stop-demo.ts'

export const demoRoutes: Route<Services>[] = [
  route(demoApi.list, (services: Services, { caller, query }) => listDemos(services, caller, query.customerID)),
  route(demoApi.start, (services: Services, { caller, params, body }) => startDemo(services, caller, params.scriptID, body)),
  route(demoApi.stop, (services: Services, { caller, params }) => stopDemo(services, caller, params.caseID)),
]
