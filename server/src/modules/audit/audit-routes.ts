import { auditApi } from '@regie/contract/audit.ts'
import * as z from 'zod'
import { decodeCursor, encodeCursor } from '../../platform/db/page.ts'
import { mustAccessCustomer } from '../../platform/http/caller.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { changeRetentionMonths } from './audit-changes.ts'
import { countAuditLines, findRetentionMonths, listAuditLines } from './audit-queries.ts'
import { checkChain } from './check-chain.ts'
import { exportAudit } from './export-audit.ts'

const Place = z.tuple([
  z
    .string()
    .max(40)
    .refine((at) => !Number.isNaN(Date.parse(at))),
  z.number().int(),
])

export const auditRoutes: Route<Services>[] = [
  route(auditApi.list, async ({ db }: Services, { caller, query: { limit, cursor, ...filters } }) => {
    if (filters.customerID !== undefined) mustAccessCustomer(caller, filters.customerID, 'customer.notFound')
    const before = cursor === undefined ? null : decodeCursor(Place, cursor)
    const found = await listAuditLines(db, caller, filters, { limit: limit + 1, before })
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const total = await countAuditLines(db, caller, filters)
    return {
      rows: page,
      nextCursor: found.length > limit && last ? encodeCursor(last.place) : null,
      total,
    }
  }),
  route(auditApi.export, (services: Services, { caller, query: { locale = 'nl', ...filters } }) => {
    if (filters.customerID !== undefined) mustAccessCustomer(caller, filters.customerID, 'customer.notFound')
    return exportAudit(services, caller, filters, locale)
  }),
  // It reads the whole log.
  route(auditApi.chain, (services: Services) => checkChain(services), { perMinute: 20 }),
  route(auditApi.retention, async ({ db }: Services) => ({ months: await findRetentionMonths(db) })),
  route(auditApi.changeRetention, async ({ db }: Services, { body }) => {
    await changeRetentionMonths(db, body.months)
    return { months: body.months }
  }),
]
