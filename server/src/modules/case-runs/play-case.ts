import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import type { ClaimedRun } from './claim-next-cases.ts'
import type { PlaySubject } from './play-subject.ts'

export type PlayRef = { customerId: number; batchId: number; caseId: number }
type NewPlay = { customerId: number; scriptId: number; versionId: number; firstStep: string; subject: PlaySubject; from: Date }

// Engines are numbered from 1; what is played belongs to none of them.
export const playEngine = 0

/** A copy of a case in a batch of its own, at the first step: so that a play locks no row that others work on. Only in a transaction that is undone. */
export async function insertPlayCase(tx: Transaction, play: NewPlay): Promise<PlayRef> {
  const { customerId, subject, from } = play
  const { id: batchId } = await tx
    .insertInto('batches')
    .values({ customer_id: customerId, script_id: play.scriptId, name: 'play', status: 'open', imported_at: from })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('batch_counters').values({ customer_id: customerId, batch_id: batchId }).execute()
  const { id: caseId } = await tx
    .insertInto('cases')
    .values({
      customer_id: customerId,
      batch_id: batchId,
      // The number of a case is there once; the texts get the true one.
      case_number: randomUUID().slice(0, 35),
      status_at: from,
      name: subject.name,
      phone: subject.phone,
      mobile: subject.mobile,
      email: subject.email,
      invoice_number: subject.invoiceNumber,
      locale: subject.locale,
      outstanding_cents: subject.outstandingCents,
      currency: subject.currency,
      fields: JSON.stringify(subject.fields),
      created_at: from,
      updated_at: from,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('case_runs')
    .values({
      customer_id: customerId,
      case_id: caseId,
      batch_id: batchId,
      script_version_id: play.versionId,
      step: play.firstStep,
      due_at: from,
    })
    .execute()
  return { customerId, batchId, caseId }
}

export type PlayedRun = ClaimedRun & { state: 'ready' | 'sleeping' | 'waiting' | 'finished'; dueAt: Date }

/** Takes the played case as an engine would, and tells where it stands. */
export async function claimPlayCase(tx: Transaction, { customerId, caseId }: PlayRef): Promise<PlayedRun> {
  const { rows } = await sql<PlayedRun>`
    update case_runs set owner = ${playEngine} where customer_id = ${customerId} and case_id = ${caseId}
    returning customer_id as "customerId", case_id as "caseId", batch_id as "batchId", script_version_id as "scriptVersionId", step, step_no as "stepNo", state, due_at as "dueAt"`.execute(
    tx,
  )
  const [run] = rows
  if (!run) throw new Error('the played case is not there')
  return run
}
