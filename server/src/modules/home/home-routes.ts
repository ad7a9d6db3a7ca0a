import { figureApi } from '@regie/contract/figures.ts'
import { homeApi } from '@regie/contract/home.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { listCasesBehind } from './cases-behind.ts'
import { findHome } from './find-home.ts'
import { listReceived } from './received-days.ts'

const scopeOf = ({ customerID, scriptID }: { customerID: number; scriptID?: number | undefined }) => ({
  customerId: customerID,
  scriptId: scriptID ?? null,
})

export const homeRoutes: Route<Services>[] = [
  route(homeApi.get, (services: Services, { caller, query }) => findHome(services, caller, scopeOf(query))),
  route(homeApi.received, (services: Services, { caller, query }) => listReceived(services, caller, scopeOf(query), query)),
  route(figureApi.cases, (services: Services, { caller, query }) => listCasesBehind(services, caller, query)),
]
