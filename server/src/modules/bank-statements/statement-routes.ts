import { statementApi } from '@regie/contract/bank-statements.ts'
import { type Route, route, uploadRoute } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { listEntries, proposeForEntry } from './entry-queries.ts'
import { listStatements } from './list-statements.ts'
import { makeSample } from './make-sample.ts'
import { ignoreEntry, placeEntry, restoreEntry } from './place-entry.ts'
import { uploadStatement } from './upload-statement.ts'

export const statementRoutes: Route<Services>[] = [
  uploadRoute(statementApi.upload, (services: Services, { caller, body, file }) =>
    uploadStatement(services, caller, { customerId: body.customerID, ...file }),
  ),
  route(statementApi.list, (services: Services, { caller, query }) => listStatements(services, caller, query)),
  route(statementApi.sample, (services: Services, { caller, query }) => makeSample(services, caller, query.customerID)),
  route(statementApi.entries, (services: Services, { caller, query }) => listEntries(services, caller, query)),
  route(statementApi.proposals, (services: Services, { caller, params }) => proposeForEntry(services, caller, params.entryID)),
  route(statementApi.book, (services: Services, { caller, params, body }) => placeEntry(services, caller, params.entryID, body)),
  route(statementApi.ignore, (services: Services, { caller, params, body }) => ignoreEntry(services, caller, params.entryID, body.reason)),
  route(statementApi.restore, (services: Services, { caller, params }) => restoreEntry(services, caller, params.entryID)),
]
