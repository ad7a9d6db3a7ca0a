import type { RefusalReason } from '@regie/contract/cases.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/** A transaction in which cases take their steps; passed on, never used for queries of one's own. */
export type CaseTransaction = Transaction

export type RunPosition = {
  customerId: number
  caseId: number
  step: string
  /** Counts the steps taken: with the step's name it makes the idempotency key of what the step sends. */
  stepNo: number
  state: 'ready' | 'sleeping' | 'waiting'
  waitingFor: 'call' | 'reply' | 'payment' | null
  dueAt: Date
  /** Why it was not contacted when it was last looked at. */
  held: RefusalReason | null
}

/** Writes down where cases stand and gives them back. In the transaction of the step's doing: both happened, or neither. */
export async function saveRunPositions(tx: Transaction, engineId: number, positions: readonly RunPosition[]): Promise<void> {
  if (positions.length === 0) return
  await sql`
    update case_runs r
    set step = p.step, step_no = p.step_no, state = p.state, waiting_for = p.waiting_for, due_at = p.due_at,
      held = p.held, owner = null, claimed_at = null
    from unnest(${positions.map((p) => p.customerId)}::bigint[], ${positions.map((p) => p.caseId)}::bigint[],
      ${positions.map((p) => p.step)}::text[],
      ${positions.map((p) => p.stepNo)}::int[], ${positions.map((p) => p.state)}::text[],
        ${positions.map((p) => p.waitingFor)}::text[], ${positions.map((p) => p.dueAt)}::timestamptz[],
        ${positions.map((p) => p.held)}::text[])
      as p(customer_id, case_id, step, step_no, state, waiting_for, due_at, held)
    where r.customer_id = p.customer_id and r.case_id = p.case_id and r.owner = ${engineId} and r.state <> 'finished'`.execute(tx)
}

/** Gives a case back untouched, to be looked at again later: its step failed for a reason that is ours to find. */
export async function putOffRun(
  tx: Transaction,
  engineId: number,
  { customerId, caseId }: { customerId: number; caseId: number },
  dueAt: Date,
): Promise<void> {
  await sql`update case_runs
    set owner = null, claimed_at = null, due_at = ${dueAt}
    where customer_id = ${customerId} and case_id = ${caseId} and owner = ${engineId}`.execute(tx)
}
