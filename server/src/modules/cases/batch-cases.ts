import type { ResultCode } from '@regie/contract/result-codes.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { stopOutreach } from './stop-outreach.ts'

type Closing = { result: ResultCode; at: Date; user: string }
type Reopening = { includePaused: boolean; at: Date; user: string }

/** Closes the open and paused cases of a batch, set by set: their runs end, what waits to be sent is cancelled. Each remembers that the batch closed it, and whether it was paused. */
export async function closeBatchCases(
  tx: Transaction,
  customerId: number,
  batchId: number,
  { result, at, user }: Closing,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from cases where customer_id = ${customerId} and batch_id = ${batchId} and status <> 'closed' order by id for update`.execute(
    tx,
  )
  const caseIds = rows.map((row) => row.id)
  // Messages before cases, in the order in which senders lock them (close-case.ts).
  await stopOutreach(tx, customerId, caseIds)
  await sql`
    with due as (select unnest(${caseIds}::bigint[]) as id),
    closed as (
      update cases c set status = 'closed', status_at = ${at}, updated_at = ${at}, result = ${result}, last_result = ${result}, live_state = null,
        closed_by_batch = true, paused_before_closing = (c.status = 'paused'), version = c.version + 1
      from due where c.customer_id = ${customerId} and c.id = due.id returning c.id),
    ended as (
      update case_runs r set state = 'finished', waiting_for = null, owner = null, claimed_at = null
      from closed where r.customer_id = ${customerId} and r.case_id = closed.id),
    told as (
      insert into timeline (customer_id, case_id, at, kind, event, params, by_user)
      select ${customerId}::bigint, id, ${at}::timestamptz, 'batch', 'batchClosed', ${JSON.stringify({ result })}::jsonb, ${user}::text from closed)
    select count(*) from closed`.execute(tx)
  return caseIds.length
}

/** Brings back the cases that the batch's closing closed: open ones open, paused ones paused, or open as well if asked. Their runs go on where they stood. */
export async function reopenBatchCases(
  tx: Transaction,
  customerId: number,
  batchId: number,
  { includePaused, at, user }: Reopening,
): Promise<void> {
  await sql`
    with due as (
      select id from cases where customer_id = ${customerId} and batch_id = ${batchId} and status = 'closed' and closed_by_batch order by id for update),
    opened as (
      update cases c set status_at = ${at}, updated_at = ${at}, result = null, closed_by_batch = false, paused_before_closing = false, version = c.version + 1,
        status = case when c.paused_before_closing and not ${includePaused}::boolean then 'paused' else 'open' end,
        paused_until = case when c.paused_before_closing and not ${includePaused}::boolean then c.paused_until end
      from due where c.customer_id = ${customerId} and c.id = due.id returning c.id),
    ready as (
      update case_runs r set state = 'ready', waiting_for = null, owner = null, claimed_at = null, due_at = ${at}
      from opened where r.customer_id = ${customerId} and r.case_id = opened.id)
    insert into timeline (customer_id, case_id, at, kind, event, by_user)
    select ${customerId}::bigint, id, ${at}::timestamptz, 'batch', 'batchReopened', ${user}::text from opened`.execute(tx)
}

/** Opens the cases of a batch that are paused. */
export async function reopenPausedCases(tx: Transaction, customerId: number, batchId: number, at: Date): Promise<void> {
  await sql`
    update cases set status = 'open', status_at = ${at}, updated_at = ${at}, paused_until = null, version = version + 1
    where customer_id = ${customerId} and batch_id = ${batchId} and status = 'paused'`.execute(tx)
}
