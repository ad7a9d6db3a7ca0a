import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/**
 * Cancels what waits to go to these cases, and returns how much that was. In the transaction of the reason, so that nothing leaves after its commit:
 * a sender marks a message started only while it is still claimed. What has started may be under way and is left as it is.
 */
export async function stopOutreach(tx: Transaction, customerId: number, caseIds: readonly number[]): Promise<number> {
  if (caseIds.length === 0) return 0
  const { rows } = await sql<{ case_id: number; id: number; channel: string; simulated: boolean }>`
    update communications set state = 'cancelled', owner = null
    where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[]) and state in ('queued', 'claimed')
    returning case_id, id, channel, simulated`.execute(tx)
  if (rows.length === 0) return 0
  await sql`
    insert into timeline (customer_id, case_id, kind, event, communication_id, simulated)
    select ${customerId}, case_id, kind, kind || 'Cancelled', id, simulated
    from unnest(${rows.map((row) => row.case_id)}::bigint[], ${rows.map((row) => timelineKind[row.channel] ?? 'email')}::text[], ${rows.map((row) => row.id)}::bigint[],
      ${rows.map((row) => row.simulated)}::boolean[]) as cancelled(case_id, kind, id, simulated)`.execute(tx)
  return rows.length
}

const timelineKind: Record<string, string> = { mail: 'email', sms: 'sms', call: 'call', whatsapp: 'sms' }
