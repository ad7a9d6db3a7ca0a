import type { LastAnswer } from '@regie/contract/last-answer.ts'
import type { ResultCode } from '@regie/contract/result-codes.ts'
import { sql } from 'kysely'
import { endLive, insertStarted, moveLive } from '../case-runs/live-cases.ts'
import type { Transaction } from '../../platform/db/database.ts'

type CaseRef = { customerId: number; caseId: number }

/** What a call that ended so says of its case. */
export const resultOfAnswer: Record<LastAnswer, ResultCode> = {
  mens: 'LUI',
  mens_onzeker: 'LUI',
  voicemail: 'VMI',
  niet_opgenomen: 'GEEN',
  bezet: 'BEZ',
  geweigerd: 'WEIG',
  ongeldig: 'ONG',
  fax: 'ONG',
  technisch: 'TEC',
}

/** The case's phone rings. One statement: the calls of a batch wait for each other's counters until the commit. */
export async function recordCallStarted(tx: Transaction, { customerId, caseId }: CaseRef, now: Date): Promise<void> {
  await sql`
    with started as (
      update cases set live_state = 'calling', updated_at = ${now}
      where customer_id = ${customerId} and id = ${caseId} and status <> 'closed'
      returning customer_id, id, batch_id)
    ${insertStarted(now)}`.execute(tx)
}

/** Somebody picked up, and a member of staff talks with them. */
export async function recordConversation(tx: Transaction, { customerId, caseId }: CaseRef, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('cases')
    .set({ live_state: 'incall', updated_at: now })
    .where('customer_id', '=', customerId)
    .where('id', '=', caseId)
    .execute()
  await moveLive(tx, { customerId, caseId }, { state: 'incall', at: now, userId })
}

/** An attempt that no call of ours counted: staff called from elsewhere. */
export async function countAttempt(tx: Transaction, { customerId, caseId }: CaseRef): Promise<void> {
  await tx
    .updateTable('cases')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('customer_id', '=', customerId)
    .where('id', '=', caseId)
    .execute()
}

/** How a call ended, on its case. A fault of ours or the provider's is no attempt (product.md §3.7). */
export async function recordCallAnswer(
  tx: Transaction,
  { customerId, caseId }: CaseRef,
  answer: LastAnswer,
  now: Date,
  result: ResultCode = resultOfAnswer[answer],
): Promise<void> {
  await tx
    .updateTable('cases')
    .set({
      live_state: null,
      last_answer: answer,
      last_result: result,
      attempts: sql<number>`attempts + ${answer === 'technisch' ? 0 : 1}`,
      version: sql<number>`version + 1`,
      updated_at: now,
    })
    .where('customer_id', '=', customerId)
    .where('id', '=', caseId)
    .execute()
  await endLive(tx, { customerId, caseId }, answer, now)
}
