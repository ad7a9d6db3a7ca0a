import { caseApi } from '@regie/contract/cases.ts'
import { whyApi } from '@regie/contract/why.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { listCases } from '../cases/list-cases.ts'
import { asksForPlace, listCasesAtPlace } from './list-cases-at-place.ts'
import { whyOfBatch, whyOfCase, whyOfScript } from './why.ts'

/** The list of cases stands here too: it may be asked for the cases at one place of the funnel. */
export const whyRoutes: Route<Services>[] = [
  route(caseApi.list, (services: Services, { caller, query }) =>
    asksForPlace(query) ? listCasesAtPlace(services, caller, query) : listCases(services, caller, query),
  ),
  route(whyApi.batch, (services: Services, { caller, params }) => whyOfBatch(services, caller, params.batchID)),
  route(whyApi.script, (services: Services, { caller, params }) => whyOfScript(services, caller, params.scriptID)),
  route(whyApi.case, (services: Services, { caller, params }) => whyOfCase(services, caller, params.caseID)),
]
