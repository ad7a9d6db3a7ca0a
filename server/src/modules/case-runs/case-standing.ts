import type { BatchStatus } from '@regie/contract/batches.ts'
import type { CaseStatus, RefusalReason } from '@regie/contract/cases.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isInTrial } from './run-selection.ts'

/** Where a case stands: in its script, in its batch, and what calls brought so far. A plan of what comes next begins here. */
export type CaseStanding = {
  caseId: number
  batchId: number
  scriptId: number
  versionId: number
  step: string
  stepNo: number
  state: 'ready' | 'sleeping' | 'waiting' | 'finished'
  waitingFor: string | null
  held: RefusalReason | null
  dueAt: Date
  caseStatus: CaseStatus
  casePausedUntil: Date | null
  attempts: number
  lastAnswer: string | null
  lastResult: string | null
  paidCents: number
  batchStatus: BatchStatus
  batchPausedUntil: Date | null
  isDemo: boolean
  isInTrial: boolean
  dialerOn: boolean
  redialOn: boolean
  recognisesNumbers: boolean
  scriptActive: boolean
}

/** Null for a case without a run. */
export async function findCaseStanding(db: Db, customerId: number, caseId: number): Promise<CaseStanding | null> {
  const { rows } = await sql<CaseStanding>`
    select c.id as "caseId", c.batch_id as "batchId", b.script_id as "scriptId", r.script_version_id as "versionId",
      r.step, r.step_no as "stepNo", r.state, r.waiting_for as "waitingFor", r.held, r.due_at as "dueAt",
      c.status as "caseStatus", c.paused_until as "casePausedUntil", c.attempts, c.last_answer as "lastAnswer",
      c.last_result as "lastResult", c.paid_cents as "paidCents", b.status as "batchStatus",
      b.paused_until as "batchPausedUntil", b.is_demo as "isDemo",
      ${isInTrial} as "isInTrial", b.dialer_on as "dialerOn",
      b.redial_on as "redialOn", b.number_recognition as "recognisesNumbers", s.active as "scriptActive"
    from cases c
    join case_runs r on r.customer_id = c.customer_id and r.case_id = c.id
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
    where c.customer_id = ${customerId} and c.id = ${caseId}`.execute(db)
  return rows[0] ?? null
}
