import { caseApi } from '@regie/contract/cases.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findCommunication } from './communication-queries.ts'

export const communicationRoutes = [
  route(caseApi.communication, (services: Services, { caller, params }) =>
    findCommunication(services, caller, params.caseID, params.communicationID),
  ),
]
