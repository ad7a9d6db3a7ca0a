import { handOverApi } from '@regie/contract/hand-overs.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { askHandOver, startHandOver } from './start-hand-over.ts'
import { makeFileAnew } from '../hand-overs/hand-over-file.ts'
import { findShownHandOver, listCasesOf, listHandOvers, listRecipients } from '../hand-overs/hand-over-queries.ts'
import { takeBack } from '../hand-overs/take-back.ts'

export const handOverRoutes: Route<Services>[] = [
  route(handOverApi.question, (services: Services, { caller, body }) => askHandOver(services, caller, body)),
  route(handOverApi.start, (services: Services, { caller, body }) => startHandOver(services, caller, body)),
  route(handOverApi.recipients, (services: Services, { caller, query }) => listRecipients(services, caller, query.customerID)),
  route(handOverApi.list, (services: Services, { caller, query }) => listHandOvers(services, caller, query)),
  route(handOverApi.get, (services: Services, { caller, params }) => findShownHandOver(services, caller, params.handOverID)),
  route(handOverApi.cases, (services: Services, { caller, params, query }) => listCasesOf(services, caller, params.handOverID, query)),
  route(handOverApi.makeFile, (services: Services, { caller, params }) => makeFileAnew(services, caller, params.handOverID)),
  route(handOverApi.takeBack, (services: Services, { caller, params, body }) => takeBack(services, caller, params.handOverID, body)),
]
