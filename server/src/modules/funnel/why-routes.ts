import { whyApi } from '@regie/contract/why.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { whyOfBatch, whyOfCase, whyOfScript } from './why.ts'

export const whyRoutes: Route<Services>[] = [
  route(whyApi.batch, (services: Services, { caller, params }) => whyOfBatch(services, caller, params.batchID)),
  route(whyApi.script, (services: Services, { caller, params }) => whyOfScript(services, caller, params.scriptID)),
  route(whyApi.case, (services: Services, { caller, params }) => whyOfCase(services, caller, params.caseID)),
]
