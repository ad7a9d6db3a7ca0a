import type { RequestOf } from '@regie/contract/endpoint.ts'
import { privacyMonths, type PrivacyRequest, type privacyApi } from '@regie/contract/privacy.ts'
import { type RawBuilder, sql } from 'kysely'
import { enqueue } from '../../../jobs/enqueue.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { toLocalTime } from '../../contact-permission/local-time.ts'
import { countErasures, planErasure } from './erasure-plan.ts'
import { findRequest, type RequestRow, shownRequest } from './request-queries.ts'

type Needed = Pick<Services, 'db' | 'clock'>

/** Registers a request about cases of one customer. From the day on which it came in there is a month. */
export async function addRequest(
  { db, clock }: Needed,
  caller: Caller,
  { customerID, kind, receivedOn, identifiedBy, caseIDs }: RequestOf<typeof privacyApi.add>['body'],
): Promise<PrivacyRequest> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const now = clock.now()
  const today = toLocalTime(now).date
  if (receivedOn > today || receivedOn < `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`)
    throw new AppError('privacy.receivedOnWrong', { field: 'receivedOn' })
  const caseIds = [...new Set(caseIDs)].sort((one, other) => one - other)
  return db.transaction().execute(async (tx) => {
    const found = await tx.selectFrom('cases').select('id').where('customer_id', '=', customerID).where('id', 'in', caseIds).execute()
    if (found.length < caseIds.length) throw new AppError('case.notFound')
    const { rows } = await sql<{ id: number }>`
      insert into privacy_requests (customer_id, kind, case_ids, received_on, due_on, identified_by, registered_at,
        registered_by)
      values (${customerID}, ${kind}, ${caseIds}::bigint[], ${receivedOn}::date,
        ${receivedOn}::date + make_interval(months => ${privacyMonths.first}), ${identifiedBy}, ${now},
        ${caller.username})
      returning id`.execute(tx)
    return shownRequest(await findRequest(tx, caller, rows[0]?.id ?? 0))
  })
}

type Seen = { requestId: number; version: number }

/** Changes a request that is open and that nobody changed since it was shown. */
function workOn(
  { db }: Needed,
  caller: Caller,
  { requestId, version }: Seen,
  work: (tx: Transaction, request: RequestRow) => Promise<RawBuilder<unknown>>,
): Promise<PrivacyRequest> {
  return db.transaction().execute(async (tx) => {
    const request = await findRequest(tx, caller, requestId, true)
    if (request.version !== version) throw new AppError('error.conflict', { current: shownRequest(request) })
    if (request.state !== 'open') throw new AppError('privacy.notOpen')
    const set = await work(tx, request)
    await sql`
      update privacy_requests
      set ${set}, version = version + 1
      where customer_id = ${request.customerId} and id = ${requestId}`.execute(tx)
    return shownRequest(await findRequest(tx, caller, requestId))
  })
}

/** Gives a request two months more, once. */
export const extendRequest = (services: Needed, caller: Caller, seen: Seen, reason: string) =>
  workOn(services, caller, seen, async (_tx, { extension }) => {
    if (extension !== null) throw new AppError('privacy.extendedAlready')
    return sql`extended_on = ${toLocalTime(services.clock.now()).date}::date, extension_reason = ${reason},
      due_on = (due_on + make_interval(months => ${privacyMonths.extension}))::date`
  })

const handled = ({ clock }: Needed, caller: Caller) => sql`handled_at = ${clock.now()}, handled_by = ${caller.username}`

/** It was answered. An erasure is answered by erasing. */
export const finishRequest = (services: Needed, caller: Caller, seen: Seen) =>
  workOn(services, caller, seen, async (_tx, { kind }) => {
    if (kind !== 'access') throw new AppError('privacy.notAccess')
    return sql`state = 'done', ${handled(services, caller)}`
  })

export const refuseRequest = (services: Needed, caller: Caller, seen: Seen, reason: string) =>
  workOn(services, caller, seen, async () => {
    const answered = handled(services, caller)
    return sql`state = 'refused', refusal_reason = ${reason}, ${answered}`
  })

/** Has a job take away what may go. What was confirmed must still be so: more would go than somebody saw. */
export const askForErasure = (services: Needed, caller: Caller, seen: Seen, confirmed: { anonymous: number; emptied: number }) =>
  workOn(services, caller, seen, async (tx, { kind, customerId, caseIds, requestID: requestId }) => {
    if (kind !== 'erasure') throw new AppError('privacy.notErasure')
    const { anonymous, emptied } = countErasures(await planErasure(tx, { customerId, caseIds, now: services.clock.now() }))
    if (anonymous !== confirmed.anonymous || emptied !== confirmed.emptied) throw new AppError('privacy.numbersChanged')
    await enqueue(tx, 'erasePerson', { customerId, requestId })
    return sql`state = 'working', handled_by = ${caller.username}`
  })
