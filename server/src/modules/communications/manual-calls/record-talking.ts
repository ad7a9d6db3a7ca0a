import { sql } from 'kysely'
import { publish } from '../../../live/publish.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { recordConversation } from '../../cases/record-call-answer.ts'

type Call = { customerId: number; caseId: number; batchId: number; id: number }

/** Somebody picked up: the call is a conversation, until the provider says that it is over. */
export async function recordTalking(tx: Transaction, call: Call, at: Date): Promise<void> {
  const { numAffectedRows } = await sql`
    update manual_calls
    set answered_at = ${at}
    where customer_id = ${call.customerId} and communication_id = ${call.id} and answered_at is null`.execute(tx)
  if (numAffectedRows === 0n) return
  await recordConversation(tx, call, at)
  const { customerId, caseId, batchId } = call
  await publish(tx, { kind: 'case.changed', customerId, caseId, batchId })
}
