import { demoApi } from '@regie/contract/demos.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findDemoSteps, listDemos } from './demo-queries.ts'
import { findDemoRun } from './find-demo-run.ts'
import { startDemo } from './start-demo.ts'
import { stopDemo } from './stop-demo.ts'

export const demoRoutes: Route<Services>[] = [
  route(demoApi.list, (services: Services, { caller, query }) => listDemos(services, caller, query.customerID)),
  route(demoApi.steps, (services: Services, { caller, params }) => findDemoSteps(services, caller, params.scriptID)),
  route(demoApi.run, (services: Services, { caller, params }) => findDemoRun(services, caller, params.caseID)),
  route(demoApi.start, (services: Services, { caller, params, body }) => startDemo(services, caller, params.scriptID, body)),
  route(demoApi.stop, (services: Services, { caller, params }) => stopDemo(services, caller, params.caseID)),
]
