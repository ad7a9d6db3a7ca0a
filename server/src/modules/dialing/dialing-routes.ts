import { dialingApi } from '@regie/contract/dialing.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findDialing } from './find-dialing.ts'

export const dialingRoutes: Route<Services>[] = [
  route(dialingApi.find, (services: Services, { caller, params }) => findDialing(services, caller, params.scriptID)),
]
