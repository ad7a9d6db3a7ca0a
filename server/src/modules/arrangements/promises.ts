import type { MissedInstalment } from '@regie/contract/missed-instalments.ts'
import type { PaymentPromise, arrangementApi } from '@regie/contract/arrangements.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { dueKnownAt } from '../cases/status/standing-promise.ts'
import { addPromise } from './add-promise.ts'
import { arrangeFor, endPauseFor, pauseFor } from './work-on.ts'

type NewPromise = RequestOf<typeof arrangementApi.addPromise>['body']

/** Writes a promise or plan down; the case waits until it is known whether its first part was paid. */
export function makePromise(services: Services, caller: Caller, caseId: number, promise: NewPromise): Promise<PaymentPromise> {
  return arrangeFor(services, caller, caseId, async (tx, arranging, locked) => {
    const [first] = promise.parts
    if (!first || (promise.kind === 'promise' && promise.parts.length > 1)) throw new AppError('promise.dateInvalid', { field: 'parts' })
    const id = await addPromise(tx, arranging, promise)
    await pauseFor(tx, locked, arranging.now, 'promise', dueKnownAt(first.due))
    return promiseOf(await promiseRows(tx).where('p.id', '=', id).executeTakeFirstOrThrow())
  })
}

/** Cancels a promise that stands; the case goes on. */
export function cancelPromise(
  services: Services,
  caller: Caller,
  { caseId, promiseId }: { caseId: number; promiseId: number },
): Promise<PaymentPromise> {
  return arrangeFor(services, caller, caseId, async (tx, { by, now }, locked) => {
    const { customerId } = locked
    const cancelled = await tx
      .updateTable('payment_promises')
      .set({ state: 'cancelled' })
      .where('customer_id', '=', customerId)
      .where('case_id', '=', caseId)
      .where('id', '=', promiseId)
      .where('state', '=', 'open')
      .returning('id')
      .executeTakeFirst()
    if (!cancelled) throw new AppError('promise.notFound')
    await recordTimeline(tx, [{ customerId, caseId, event: 'promiseCancelled', byUser: by.username, at: now }])
    await endPauseFor(tx, locked, now, ['promise'])
    await enqueue(tx, 'endPaymentLinks', { customerId, of: { caseId }, byUser: by.username })
    return promiseOf(await promiseRows(tx).where('p.id', '=', promiseId).executeTakeFirstOrThrow())
  })
}

export const promiseRows = (db: Db) =>
  db
    .selectFrom('payment_promises as p')
    .innerJoin('cases as c', (join) => join.onRef('c.customer_id', '=', 'p.customer_id').onRef('c.id', '=', 'p.case_id'))
    .innerJoin('customers as k', 'k.id', 'p.customer_id')
    .select(['p.id', 'p.kind', 'p.state', 'p.by_user', 'p.at', 'p.asks_by_link'])
    .select(sql<MissedInstalment>`coalesce(p.missed_instalment, k.missed_instalment)`.as('missed_instalment'))
    // Kept for undoing a reopening; in a case that is open it says nothing.
    .select(sql<boolean>`p.ended_by_closing and c.status = 'closed'`.as('ended_by_closing'))
    .select(
      sql<PaymentPromise['parts']>`(select json_agg(json_build_object(
          'due', q.due, 'amountCents', q.amount_cents, 'state', q.state,
          'askedAt', q.asked_at, 'movedFrom', q.moved_from, 'lateAfter', q.late_after) order by q.no)
        from payment_promise_parts q where q.customer_id = p.customer_id and q.promise_id = p.id)`.as('parts'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof promiseRows>['execute']>>[number]

export function promiseOf(row: Row): PaymentPromise {
  return {
    promiseID: row.id,
    kind: row.kind as PaymentPromise['kind'],
    state: row.state as PaymentPromise['state'],
    endedByClosing: row.ended_by_closing,
    parts: row.parts,
    asksByLink: row.asks_by_link,
    missedInstalment: row.missed_instalment,
    by: row.by_user,
    at: row.at.toISOString(),
  }
}
