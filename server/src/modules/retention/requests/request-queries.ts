import type { PrivacyRequest, privacyApi } from '@regie/contract/privacy.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { decodeCursor, pageFrom } from '../../../platform/db/page.ts'
import { isoText } from '../../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'

export type RequestRow = PrivacyRequest & { customerId: number; caseIds: number[]; fileId: number | null }

const columns = sql.raw(`
  q.id as "requestID", q.kind, q.state, cardinality(q.case_ids) as cases, q.received_on::text as "receivedOn",
  q.due_on::text as "dueOn",
  case when q.extended_on is not null then jsonb_build_object('on', q.extended_on, 'reason', q.extension_reason) end
    as extension,
  q.identified_by as "identifiedBy", ${isoText('q.registered_at')} as "registeredAt",
  q.registered_by as "registeredBy", ${isoText('q.handled_at')} as "handledAt", q.handled_by as "handledBy",
  q.refusal_reason as "refusalReason", q.outcome, q.version,
  q.customer_id as "customerId", to_jsonb(q.case_ids) as "caseIds", q.file_id as "fileId"`)

/** The register of a customer: what waits by its last day, or all of it, the newest first. */
export async function listRequests(
  db: Db,
  caller: Caller,
  { customerID, open = false, limit, cursor }: RequestOf<typeof privacyApi.list>['query'],
): Promise<ResponseOf<typeof privacyApi.list>> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const place = cursor === undefined ? null : decodeCursor(z.tuple([z.iso.date(), z.number()]), cursor)
  const waiting = sql`q.state in ('open', 'working')`
  const [day, id] = place ?? ['', 0]
  const beyond = open ? sql`and (q.due_on, q.id) > (${day}::date, ${id})` : sql`and q.id < ${id}`
  const ofThose = open ? sql`and ${waiting}` : sql``
  const { rows } = await sql<RequestRow>`
    select ${columns}
    from privacy_requests q
    where q.customer_id = ${customerID} ${ofThose} ${place === null ? sql`` : beyond}
    order by ${open ? sql`q.due_on, q.id` : sql`q.id desc`}
    limit ${limit + 1}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total
    from privacy_requests q
    where q.customer_id = ${customerID} ${ofThose}`.execute(db)
  const page = pageFrom(rows, limit, (row) => [row.dueOn, row.requestID])
  return { rows: page.rows.map(shownRequest), nextCursor: page.nextCursor, total: { value: counted[0]?.total ?? 0, exact: true } }
}

/** A request of a customer that the caller serves; of another one it is not there. */
export async function findRequest(db: Db | Transaction, caller: Caller, requestId: number, lock = false): Promise<RequestRow> {
  const served = sql`q.customer_id = any(${[...caller.customerIds]}::bigint[])`
  const row = await selectRequest(db, sql`q.id = ${requestId} and ${served}`, lock)
  if (!row) throw new AppError('privacy.notFound')
  return row
}

/** The same for a job, which knows the customer. */
export function findRequestOf(db: Db | Transaction, customerId: number, requestId: number, lock = false): Promise<RequestRow | undefined> {
  return selectRequest(db, sql`q.id = ${requestId} and q.customer_id = ${customerId}`, lock)
}

async function selectRequest(db: Db | Transaction, where: ReturnType<typeof sql>, lock: boolean): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    select ${columns}
    from privacy_requests q
    where ${where}
    ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

/** The register as it is shown: without the numbers that the server works with. */
export function shownRequest({ customerId: _customer, caseIds: _cases, fileId: _file, ...request }: RequestRow): PrivacyRequest {
  return request
}
