import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import type { ClaimedRun } from './claim-next-cases.ts'
import type { CaseStanding } from './case-standing.ts'
import type { SimulationSubject } from './simulation-subject.ts'

export type SimulationRef = { customerId: number; batchId: number; caseId: number }
type NewSimulation = {
  customerId: number
  scriptId: number
  versionId: number
  firstStep: string
  subject: SimulationSubject
  from: Date
  /** Where the case stands by now; null for one at the beginning of its script. */
  standing: CaseStanding | null
}

// Engines are numbered from 1; what is played belongs to none of them.
export const simulationEngine = 0

/** A copy of a case in a batch of its own, at the first step or where it stands: so that a simulation locks no row that others work on. Only in a transaction that is undone. */
export async function insertSimulationCase(tx: Transaction, simulation: NewSimulation): Promise<SimulationRef> {
  const { customerId, subject, from, standing } = simulation
  const { id: batchId } = await tx
    .insertInto('batches')
    .values({
      ...{ customer_id: customerId, script_id: simulation.scriptId, name: 'play', status: 'open', imported_at: from },
      ...(standing && { redial_on: standing.redialOn, number_recognition: standing.recognisesNumbers }),
    })
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
      ...(standing && {
        attempts: standing.attempts,
        last_answer: standing.lastAnswer,
        last_result: standing.lastResult,
        paid_cents: standing.paidCents,
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('case_runs')
    .values({
      customer_id: customerId,
      case_id: caseId,
      batch_id: batchId,
      script_version_id: simulation.versionId,
      step: simulation.firstStep,
      due_at: from,
      ...(standing && {
        step: standing.step,
        step_no: standing.stepNo,
        state: standing.state,
        waiting_for: standing.waitingFor,
        held: standing.held,
        due_at: standing.dueAt,
      }),
    })
    .execute()
  return { customerId, batchId, caseId }
}

export type SimulationRun = ClaimedRun & { state: 'ready' | 'sleeping' | 'waiting' | 'finished'; dueAt: Date }

/** Takes the simulated case as an engine would, and returns where it stands. */
export async function claimSimulationCase(tx: Transaction, { customerId, caseId }: SimulationRef): Promise<SimulationRun> {
  const { rows } = await sql<SimulationRun>`
    update case_runs set owner = ${simulationEngine} where customer_id = ${customerId} and case_id = ${caseId}
    returning customer_id as "customerId", case_id as "caseId", batch_id as "batchId",
      script_version_id as "scriptVersionId", step, step_no as "stepNo", held, state, due_at as "dueAt"`.execute(tx)
  const [run] = rows
  if (!run) throw new Error('the played case is not there')
  return run
}
