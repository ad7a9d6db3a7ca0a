import { caseApi } from '@regie/contract/cases.ts'
import { mustServe } from '../../platform/http/caller.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findCommunication } from './communication-queries.ts'

export const communicationRoutes = [
  route(caseApi.communication, async ({ db }: Services, { caller, params }) => {
    const { customerId, communication } = await findCommunication(db, params.caseID, params.communicationID)
    mustServe(caller, customerId, 'case.notFound')
    return communication
  }),
]
