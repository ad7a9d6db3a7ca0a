import type { LeftAloneReason } from '@regie/contract/undo.ts'
import type { UndoneAction } from '@regie/contract/timeline-events.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { UndoEntryRef } from '../../undo-entries/open-undo-entry.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { findPaidSince, withdrawPayments } from '../money/record-payments.ts'
import { putCasesBack } from '../status/case-transitions.ts'
import { stopOutreach } from '../stop-outreach.ts'
import { wakePausedCases } from '../../case-runs/wake-held.ts'

type Taken = { case_id: number; batch_id: number; status: string; now_status: string; changed: LeftAloneReason | null }
export type LeftAlone = Map<LeftAloneReason, number>

/**
 * Puts up to `limit` cases of an entry back as they were before it: status, result, where they stood in their script, and what was waiting to be
 * sent. One that was changed or paid for since is left alone. Each is taken once, so that the work may be cut into transactions; `done` says that none is left.
 */
export async function restoreCases(
  tx: Transaction,
  { id, customerId, at }: UndoEntryRef,
  { limit, user, now }: { limit: number; user: string; now: Date },
): Promise<{ restored: number; leftAlone: LeftAlone; caseIds: number[]; done: boolean }> {
  const { rows } = await sql<Taken>`
    with next as materialized (
      select case_id, status, version, result, paused_for
      from undo_cases
      where customer_id = ${customerId} and undo_entry_id = ${id}
      order by case_id
      limit ${limit}
      for update)
    select c.id as case_id, c.batch_id, d.status, c.status as now_status, ${changedSince(at)} as changed
    from next d join cases c on c.customer_id = ${customerId} and c.id = d.case_id
    order by c.id for update of c`.execute(tx)
  const paid = await findPaidSince(
    tx,
    customerId,
    rows.filter((row) => row.status !== 'closed' && row.now_status === 'closed').map((row) => row.case_id),
    at,
  )
  const whyLeft = (row: Taken) => (paid.includes(row.case_id) ? 'paid' : row.changed)
  const back = rows.filter((row) => whyLeft(row) === null)
  const caseIds = back.map((row) => row.case_id)
  // What a reopening let out is called back; before the cases, in the order in which senders lock (close-case.ts).
  await stopOutreach(
    tx,
    customerId,
    back.filter((row) => row.status === 'closed').map((row) => row.case_id),
  )
  // What was booked and then paid by a link as well is no money twice. Before the cases: a promise that runs again is not covered by it.
  await withdrawPayments(tx, { customerId, undoEntryId: id, at: now, byUser: user }, [...caseIds, ...paid])
  for (const [what, of] of Map.groupBy(back, undoneAction)) {
    const moving = { customerId, caseIds: of.map((row) => row.case_id), at: now, byUser: user }
    await putCasesBack(tx, moving, { id, at, what })
  }
  await wakePausedCases(
    tx,
    customerId,
    back.filter((row) => row.status === 'open').map((row) => row.case_id),
    now,
  )
  await queueAgain(tx, { id, customerId }, caseIds, now)
  await sql`delete from undo_cases
    where customer_id = ${customerId}
      and undo_entry_id = ${id}
      and case_id = any(${rows.map((row) => row.case_id)}::bigint[])`.execute(tx)
  await notifyEngine(tx)
  const leftAlone: LeftAlone = new Map()
  for (const row of rows) {
    const why = whyLeft(row)
    if (why !== null) leftAlone.set(why, (leftAlone.get(why) ?? 0) + 1)
  }
  return { restored: back.length, caseIds, leftAlone, done: rows.length < limit }
}

/**
 * SQL: what happened to a case since the entry; null where nothing did. Its status is another one's, or it is the entry's and yet somebody gave the case
 * a result, or arranged what it is paused for now. `c` is the case, `d` how it stood before the entry.
 */
function changedSince(at: Date) {
  return sql<LeftAloneReason | null>`case
    when c.version = d.version + 1 then null
    when c.status_at <> ${at} then case c.status when 'open' then 'opened' else c.status end
    when c.status <> 'closed' and c.result is distinct from d.result
      and not (d.status = 'closed' and c.result is null) then 'result'
    when c.status = 'paused' and c.paused_for is not null and c.paused_for <> 'staff'
      and c.paused_for is distinct from d.paused_for then 'arranged' end`
}

/** What the entry had done to a case, as its timeline says it. */
function undoneAction({ status, now_status: now }: Taken): UndoneAction {
  if (status === now) return 'resultSet'
  if (now === 'closed') return 'closed'
  if (status === 'closed') return 'reopened'
  return now === 'paused' ? 'paused' : 'resumed'
}

type Ref = { id: number; customerId: number }

/** What the entry kept from leaving stands in the queue again; whether it may go is asked anew when it does. */
async function queueAgain(tx: Transaction, { id, customerId }: Ref, caseIds: readonly number[], now: Date): Promise<void> {
  if (caseIds.length === 0) return
  await sql`
    with again as (
      update communications set state = 'queued', cancelled_by_undo_entry = null
      where customer_id = ${customerId}
        and case_id = any(${caseIds}::bigint[])
        and state = 'cancelled'
        and cancelled_by_undo_entry = ${id}
        -- Who asked for a call by hand waits for it no longer.
        and not exists (
          select from manual_calls h
          where h.customer_id = communications.customer_id and h.communication_id = communications.id)
      returning id, case_id, batch_id, channel, attempts, started_at, for_promise, priority)
    insert into outbox (customer_id, communication_id, case_id, batch_id, channel, next_at, attempts, started_at,
      for_promise, priority)
    select ${customerId}::bigint, a.id, a.case_id, a.batch_id, a.channel, ${now}::timestamptz, a.attempts, a.started_at,
      a.for_promise, a.priority
    from again a`.execute(tx)
}
