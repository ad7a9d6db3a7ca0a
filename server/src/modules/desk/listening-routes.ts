import { listeningApi } from '@regie/contract/listening.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { listenIn, stopListening } from './listen-in.ts'

export const listeningRoutes: Route<Services>[] = [
  route(listeningApi.begin, (services: Services, { caller, params }) => listenIn(services, caller, params.callID)),
  route(listeningApi.end, (services: Services, { caller, params }) => stopListening(services, caller, params.callID)),
]
