import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { dropLive } from '../../case-runs/live-cases.ts'
import { wakeCase } from '../../case-runs/wake-case.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { endDeskCalls } from '../../teams/desk-calls.ts'
import { leaveQueue } from '../queue/queue-calls.ts'

type Ended = { customerId: number; caseId: number; id: number; simulated: boolean }

/** A call that came in is over. It is no attempt of ours: of the case it says only who did not wait for us. */
export async function endInboundCall(tx: Transaction, { customerId, caseId, id, simulated }: Ended, at: Date): Promise<void> {
  const left = await leaveQueue(tx, { customerId, id }, at)
  await endDeskCalls(tx, { customerId, id }, at)
  if (left === 'abandoned') await recordTimeline(tx, [{ customerId, caseId, event: 'callCameMissed', communicationId: id, simulated, at }])
  const { rows } = await sql`
    select from communications
    where customer_id = ${customerId} and case_id = ${caseId} and in_air and id <> ${id} limit 1`.execute(tx)
  // A call of ours to them may be on beside it.
  if (rows.length === 0) await dropLive(tx, customerId, [caseId])
  await wakeCase(tx, customerId, caseId)
}
