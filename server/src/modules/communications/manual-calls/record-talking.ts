import { sql } from 'kysely'
import { publish } from '../../../live/publish.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { beginAgentCall } from '../../teams/agent-calls.ts'
import { openDeskCall } from '../../teams/desk-calls.ts'
import { recordConversation } from '../../cases/record-call-answer.ts'

type Call = { customerId: number; caseId: number; batchId: number; id: number }

/** Somebody picked up: the call is a conversation, until the provider says that it is over. */
export async function recordTalking(tx: Transaction, call: Call, at: Date): Promise<void> {
  const { rows } = await sql<{ userId: number }>`
    update manual_calls
    set answered_at = ${at}
    where customer_id = ${call.customerId} and communication_id = ${call.id} and answered_at is null
    returning user_id as "userId"`.execute(tx)
  const [talking] = rows
  if (!talking) return
  await recordConversation(tx, call, talking.userId, at)
  await openDeskCall(tx, { ...call, userId: talking.userId, queueId: null, beganAt: at })
  await beginAgentCall(tx, { customerId: call.customerId, userId: talking.userId }, at)
  const { customerId, caseId, batchId } = call
  await publish(tx, { kind: 'case.changed', customerId, caseId, batchId })
}
