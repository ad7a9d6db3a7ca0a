import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/**
 * A batch goes on: what met its pause in mid-step sleeps until that pause would have ended, or for a while when it was for ever. It is looked at now.
 * So is what waits in the outbox.
 */
export async function wakeHeldByBatch(tx: Transaction, { customerId, id }: { customerId: number; id: number }, now: Date): Promise<void> {
  await sql`
    update case_runs set due_at = ${now}
    where customer_id = ${customerId}
      and batch_id = ${id}
      and state = 'sleeping'
      and owner is null
      and held = 'batchPaused'
      and due_at > ${now}`.execute(tx)
  await sql`
    update outbox o set next_at = ${now} from communications c
    where o.customer_id = ${customerId}
      and o.batch_id = ${id}
      and o.channel in ('email', 'sms', 'call', 'whatsapp')
      and o.state = 'queued'
      and o.next_at > ${now}
      and c.customer_id = o.customer_id and c.id = o.communication_id and c.reason = 'batchPaused'`.execute(tx)
}

/** Other fields of a case may end what held it, whatever that was: it is looked at now, and so is what it has in the outbox. */
export async function wakeHeldCase(
  tx: Transaction,
  { customerId, caseId }: { customerId: number; caseId: number },
  now: Date,
): Promise<void> {
  await sql`
    update case_runs set due_at = ${now}
    where customer_id = ${customerId}
      and case_id = ${caseId}
      and state = 'sleeping'
      and owner is null
      and held is not null
      and due_at > ${now}`.execute(tx)
  await sql`
    update outbox o set next_at = ${now} from communications c
    where c.customer_id = ${customerId} and c.case_id = ${caseId} and c.state = 'queued' and c.reason is not null
      and o.customer_id = c.customer_id and o.communication_id = c.id and o.state = 'queued' and o.next_at > ${now}`.execute(tx)
}

/** The same for cases that were paused themselves. */
export async function wakeHeldCases(tx: Transaction, customerId: number, caseIds: readonly number[], now: Date): Promise<void> {
  await sql`
    update case_runs set due_at = ${now}
    where customer_id = ${customerId}
      and case_id = any(${caseIds}::bigint[])
      and state = 'sleeping'
      and owner is null
      and held = 'casePaused'
      and due_at > ${now}`.execute(tx)
  await sql`
    update outbox o set next_at = ${now} from communications c
    where c.customer_id = ${customerId}
      and c.case_id = any(${caseIds}::bigint[])
      and c.state = 'queued'
      and c.reason = 'casePaused'
      and o.customer_id = c.customer_id and o.communication_id = c.id and o.state = 'queued' and o.next_at > ${now}`.execute(tx)
}
