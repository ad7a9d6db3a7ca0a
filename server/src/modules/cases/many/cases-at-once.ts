import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { UndoEntryRef } from '../../undo-entries/open-undo-entry.ts'
import { recordForAll } from '../../timeline/record-timeline.ts'
import { rememberCases } from './remember-cases.ts'
import { stopOutreach } from '../stop-outreach.ts'
import { wakeHeldCases } from '../../case-runs/wake-held.ts'

// Many cases of one customer at once. The caller has locked them, in order of id, and knows that each may be changed so; all of it happens at the
// moment of the entry, by which its cases are known again when it is taken back.
export type Change = { entry: UndoEntryRef; user: string }

/** Closes cases: their runs end, what waits to be sent is cancelled. */
export async function closeCases(
  tx: Transaction,
  customerId: number,
  caseIds: readonly number[],
  { entry, user, result, byBatch = false }: Change & { result: string; byBatch?: boolean },
): Promise<void> {
  const { at } = entry
  await rememberCases(tx, entry, caseIds)
  // Messages before cases, in the order in which senders lock them (close-case.ts).
  await stopOutreach(tx, customerId, caseIds, entry.id)
  const line = { customerId, at, byUser: user, event: byBatch ? 'batchClosed' : 'closed', params: { result } } as const
  // The end of a pause stays with a case that its batch closed: reopening pauses it again until then.
  await sql`
    with due as (select unnest(${caseIds}::bigint[]) as id),
    closed as (
      update cases c
      set status = 'closed', status_at = ${at}, updated_at = ${at}, result = ${result}, last_result = ${result},
        live_state = null,
        closed_by_batch = ${byBatch}, paused_before_closing = (c.status = 'paused' and ${byBatch}::boolean),
        paused_until = case when ${byBatch}::boolean then c.paused_until end,
          paused_for = case when ${byBatch}::boolean then c.paused_for end, version = c.version + 1
      from due where c.customer_id = ${customerId} and c.id = due.id returning c.id),
    ended as (
      update case_runs r set state = 'finished', waiting_for = null, owner = null, claimed_at = null
      from closed where r.customer_id = ${customerId} and r.case_id = closed.id)
    select ${recordForAll(line, sql`array_agg(id)`)} from closed`.execute(tx)
}

/** Opens closed cases; those that were paused when their batch closed are paused again, unless they are asked for too. Their runs go on where they stood. */
export async function reopenCases(
  tx: Transaction,
  customerId: number,
  caseIds: readonly number[],
  { entry, user, includePaused, event }: Change & { includePaused: boolean; event: 'batchReopened' | 'reopened' },
): Promise<void> {
  const { at } = entry
  await rememberCases(tx, entry, caseIds)
  await sql`
    with opened as (
      update cases c
      set status_at = ${at}, updated_at = ${at}, result = null, closed_by_batch = false, paused_before_closing = false,
        version = c.version + 1,
        status = case when c.paused_before_closing and not ${includePaused}::boolean then 'paused' else 'open' end,
        paused_until = case when c.paused_before_closing and not ${includePaused}::boolean then c.paused_until end,
        paused_for = case when c.paused_before_closing and not ${includePaused}::boolean then c.paused_for end
      where c.customer_id = ${customerId} and c.id = any(${caseIds}::bigint[]) returning c.id),
    ready as (
      update case_runs r set state = 'ready', waiting_for = null, owner = null, claimed_at = null, due_at = ${at}
      from opened where r.customer_id = ${customerId} and r.case_id = opened.id)
    select ${recordForAll({ customerId, at, byUser: user, event }, sql`array_agg(id)`)} from opened`.execute(tx)
}

// As in arrangements/work-on.ts.
const lasts = sql`status = 'paused' and paused_for in ('complaint', 'dispute', 'vulnerable', 'blocked')`

/** Pauses open cases, or those that are paused until another moment; null is for ever. */
export async function pauseCases(
  tx: Transaction,
  customerId: number,
  caseIds: readonly number[],
  { entry, user, until }: Change & { until: Date | null },
): Promise<void> {
  const line = {
    customerId,
    at: entry.at,
    byUser: user,
    event: 'paused',
    ...(until && { params: { until: until.toISOString() } }),
  } as const
  await rememberCases(tx, entry, caseIds)
  await sql`
    with paused as (
      update cases set status = 'paused', status_at = ${entry.at}, updated_at = ${entry.at}, version = version + 1,
        paused_until = case when ${lasts} then paused_until else ${until} end,
          paused_for = case when ${lasts} then paused_for else 'staff' end
      where customer_id = ${customerId} and id = any(${caseIds}::bigint[]) returning id)
    select ${recordForAll(line, sql`array_agg(id)`)} from paused`.execute(tx)
}

/** Opens paused cases. Where somebody asked for these very cases, their timelines tell it. */
export async function resumeCases(
  tx: Transaction,
  customerId: number,
  caseIds: readonly number[],
  { entry, user = null }: { entry: UndoEntryRef; user?: string | null },
): Promise<void> {
  await rememberCases(tx, entry, caseIds)
  await sql`
    with resumed as (
      update cases
      set status = 'open', status_at = ${entry.at}, updated_at = ${entry.at}, paused_until = null, paused_for = null,
        version = version + 1
      where customer_id = ${customerId} and id = any(${caseIds}::bigint[]) returning id)
    select ${recordForAll({ customerId, at: entry.at, byUser: user, event: 'resumed' }, sql`array_agg(id)`)}
    from resumed
    where ${user}::text is not null`.execute(tx)
  await wakeHeldCases(tx, customerId, caseIds, entry.at)
}
