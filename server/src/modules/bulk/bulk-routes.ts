import { bulkApi } from '@regie/contract/bulk.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { findBulk, listBulk } from './bulk-queries.ts'
import { cancelBulk } from './cancel-bulk.ts'
import { startBatchBulk } from './start-batch-bulk.ts'
import { countCases, startCaseBulk } from './start-case-bulk.ts'

export const bulkRoutes: Route<Services>[] = [
  route(bulkApi.cases, (services: Services, { caller, body }) => startCaseBulk(services, caller, body)),
  route(bulkApi.batches, (services: Services, { caller, body }) => startBatchBulk(services, caller, body)),
  route(bulkApi.count, (services: Services, { caller, body }) => countCases(services, caller, body)),
  route(bulkApi.get, ({ db, clock }: Services, { caller, params }) => findBulk(db, caller, params.bulkID, clock.now())),
  route(bulkApi.list, ({ db, clock }: Services, { caller, query }) => {
    mustAccessCustomer(caller, query.customerID, 'customer.notFound')
    return listBulk(db, caller, query.customerID, clock.now())
  }),
  route(bulkApi.cancel, (services: Services, { caller, params }) => cancelBulk(services, caller, params.bulkID)),
]
