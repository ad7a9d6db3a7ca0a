import { sql } from 'kysely'
import type { BatchTrial } from '@regie/contract/batches.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { findFirstStep } from '../../case-runs/begin-run.ts'
import { insertCases } from '../../cases/status/insert-cases.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import type { PastHistory } from '../history.ts'
import { later, nextOpen } from '../office-hours.ts'
import type { PastBatch } from '../past-batches.ts'

export type PastCase = { caseId: number; history: PastHistory }
export type BatchRef = { customerId: number; batchId: number }
type Batch = { customerId: number; scriptId: number; byUser: string; batch: PastBatch }

/** A batch of the past as it was when it came: its cases are yet to be made. */
export async function insertBatch(tx: Transaction, { customerId, scriptId, batch }: Batch): Promise<number> {
  const { id } = await tx
    .insertInto('batches')
    .values({
      ...{ customer_id: customerId, script_id: scriptId, name: batch.name, status: 'open' },
      ...{ imported_at: batch.importedAt, created_at: batch.importedAt, comments: `Aangeleverd door ${batch.creditor.name}` },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('batch_counters').values({ customer_id: customerId, batch_id: id }).execute()
  return id
}

/** Its cases by the one writer of new cases, with their runs and the first lines of their timelines. */
export async function insertPastCases(
  tx: Transaction,
  { customerId, batch, byUser }: Batch,
  batchId: number,
  histories: readonly PastHistory[],
): Promise<PastCase[]> {
  const rows = histories.map(({ debtor }) => debtor)
  const firstStep = await findFirstStep(tx, { customerId, batchId })
  const made = { customerId, batchId, at: batch.importedAt, byUser, firstStep }
  const ids = await insertCases(
    tx,
    { ...made, event: { event: 'imported', params: { file: batch.fileName } } },
    sql`
      select c.case_number, c.name, c.phone, c.mobile, c.email, c.city, c.postcode, c.invoice_number, c.locale,
        c.outstanding_cents, 'EUR' as currency, c.fields, c.expires_on, 'open' as status, c.result, c.last_result,
        c.paused_for, c.paused_until, r.position, null::int as priority
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as r(row, position)
      cross join lateral jsonb_populate_record(null::cases, r.row) c`,
  )
  if (ids.length !== histories.length) throw new Error(`of the cases of ${batch.prefix} some were there already`)
  return histories.map((history, at) => ({ caseId: ids[at] ?? 0, history }))
}

// A timeline is read in the order in which it was written; that a mail was opened is added to the lines when all is known.
const inOrder = ({ lines }: PastHistory) => lines.toSorted((one, other) => one.at.getTime() - other.at.getTime())

/** The lines of their timelines, in the order in which they happened. */
export async function insertLines(
  tx: Transaction,
  customerId: number,
  cases: readonly PastCase[],
  messageIds: ReadonlyMap<object, number>,
): Promise<void> {
  const lines = cases.flatMap(({ caseId, history }) =>
    inOrder(history).map(({ message, byUser, ...line }) => {
      const communicationId = message && messageIds.get(message)
      return { ...line, byUser: byUser ?? null, customerId, caseId, ...(communicationId !== undefined && { communicationId }) }
    }),
  )
  await recordTimeline(tx, lines)
}

/** Where its cases stand today, and their runs. What they paid and promised is kept by the triggers of payments and promises. */
export async function standAsToday(tx: Transaction, { customerId }: BatchRef, cases: readonly PastCase[], today: Date): Promise<void> {
  const rows = cases.map(({ caseId, history }) => {
    const { standing, lines } = history
    const changedAt = inOrder(history).findLast(({ at }) => at <= today)?.at ?? standing.statusAt
    return { id: caseId, ...standing, changedAt, version: 1 + Math.min(lines.length, 40) }
  })
  await sql`
    update cases c
    set status = s.status, status_at = s."statusAt", result = s.result, last_result = s."lastResult",
      attempts = s.attempts, last_answer = s."lastAnswer", paused_for = s."pausedFor", paused_until = s."pausedUntil",
      closed_by_batch = s."closedByBatch", paused_before_closing = s."pausedBeforeClosing",
      updated_at = s."changedAt", version = s.version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s(id bigint, status text, "statusAt" timestamptz,
      result text, "lastResult" text, attempts int, "lastAnswer" text, "pausedFor" text, "pausedUntil" timestamptz,
      "closedByBatch" boolean, "pausedBeforeClosing" boolean, "changedAt" timestamptz, version int)
    where c.customer_id = ${customerId} and c.id = s.id`.execute(tx)
  await sql`
    update case_runs r
    set step = s.step, step_no = s."stepNo", state = s."runState", due_at = s."dueAt", held = s.held
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s(id bigint, step text, "stepNo" int, "runState" text,
      "dueAt" timestamptz, held text)
    where r.customer_id = ${customerId} and r.case_id = s.id`.execute(tx)
}

const trialSize = 25
/** How many cases go first in the batch that tries itself. */
export const goesInTrial = (batch: PastBatch, position: number) => batch.end !== 'trial' || position < trialSize

/** How the batch itself stands today. */
export async function finishBatch(
  tx: Transaction,
  { customerId, batchId }: BatchRef,
  { end, importedAt }: PastBatch,
  cases: readonly PastCase[],
  today: Date,
): Promise<void> {
  if (end === 'open' || end === 'scriptOff') return
  const trial: BatchTrial = {
    ...{ state: 'waiting', size: trialSize, waitMinutes: 3 * 24 * 60, exceeded: [] },
    limits: { failed: 10, bounced: 8, blacklisted: 5, complaints: 4 },
    measured: { tried: trialSize, failed: 0, bounced: 0, blacklisted: 0, complaints: 0 },
    ...{ startedAt: importedAt.toISOString(), evaluateAt: nextOpen(later(today, { days: 2 })).toISOString(), evaluatedAt: null },
  }
  const change = {
    closed: { status: 'closed' },
    paused: { status: 'paused', paused_until: nextOpen(later(today, { days: 4 })) },
    trial: { trial: JSON.stringify(trial), trial_until_case: cases[trialSize - 1]?.caseId ?? 0 },
  }[end]
  await tx.updateTable('batches').set(change).where('customer_id', '=', customerId).where('id', '=', batchId).execute()
}
