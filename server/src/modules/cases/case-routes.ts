import { caseApi } from '@regie/contract/cases.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findCaseChoices } from './filter/case-choices.ts'
import { findCaseDetail } from './case-detail.ts'
import { caseTimeline } from './case-timeline.ts'
import { findPaymentsOfCase } from './payments-of-case.ts'
import { searchCases } from './search/search-cases.ts'

export const caseRoutes: Route<Services>[] = [
  route(caseApi.search, (services: Services, { caller, query }) => searchCases(services, caller, query)),
  route(caseApi.choices, (services: Services, { caller, params }) => findCaseChoices(services, caller, params.batchID)),
  route(caseApi.get, (services: Services, { caller, params, query }) => findCaseDetail(services, caller, params.caseID, query)),
  route(caseApi.payments, (services: Services, { caller, params }) => findPaymentsOfCase(services, caller, params.caseID)),
  route(caseApi.timeline, (services: Services, { caller, params, query }) => caseTimeline(services, caller, params.caseID, query)),
]
