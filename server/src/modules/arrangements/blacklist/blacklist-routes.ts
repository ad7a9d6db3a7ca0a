import { blacklistApi } from '@regie/contract/blacklist.ts'
import * as z from 'zod'
import { decodeCursor, pageFrom } from '../../../platform/db/page.ts'
import { mustAccessCustomer } from '../../../platform/http/caller.ts'
import { type Route, route, uploadRoute } from '../../../platform/http/route.ts'
import type { Services } from '../../../services.ts'
import { addEntry } from './add-entry.ts'
import { listCaseBlacklist, removeFromBlacklist } from './case-blacklist.ts'
import { downloadBlacklist } from './download-blacklist.ts'
import { importBlacklist } from './import-blacklist.ts'
import { countEntries, listEntries } from './listed-entries.ts'
import { takeOffEntry } from './take-off-entry.ts'

const Place = z.tuple([z.number().int().positive()])

export const blacklistRoutes: Route<Services>[] = [
  route(blacklistApi.ofCase, (services: Services, { caller, params }) => listCaseBlacklist(services, caller, params.caseID)),
  route(blacklistApi.remove, (services: Services, { caller, params, body }) =>
    removeFromBlacklist(services, caller, { caseId: params.caseID, blacklistId: params.blacklistID, reason: body.reason }),
  ),
  route(blacklistApi.list, async ({ db, clock }: Services, { caller, query: { limit, cursor, ...filters } }) => {
    mustAccessCustomer(caller, filters.customerID, 'customer.notFound')
    const before = cursor === undefined ? null : decodeCursor(Place, cursor)[0]
    const now = clock.now()
    const found = await listEntries(db, caller, filters, { limit: limit + 1, before, now })
    return { ...pageFrom(found, limit, ({ blacklistID }) => [blacklistID]), total: await countEntries(db, caller, filters, now) }
  }),
  route(blacklistApi.add, (services: Services, { caller, body }) => addEntry(services, caller, body)),
  uploadRoute(blacklistApi.import, (services: Services, { caller, body, file }) => importBlacklist(services, caller, body, file)),
  uploadRoute(blacklistApi.checkImport, (services: Services, { caller, body, file }) =>
    importBlacklist(services, caller, body, file, { isAsked: true }),
  ),
  route(blacklistApi.download, (services: Services, { caller, query }) => downloadBlacklist(services, caller, query)),
  route(blacklistApi.takeOff, (services: Services, { caller, params, body }) =>
    takeOffEntry(services, caller, params.blacklistID, body.reason),
  ),
]
