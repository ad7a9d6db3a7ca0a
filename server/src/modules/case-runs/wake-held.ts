import { staffReasons } from '@regie/contract/cases.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/**
 * A batch goes on: what met its pause in mid-step sleeps until that pause would have ended, or for a while when it was for ever. It is looked at now.
 * So is what waits in the outbox.
 */
export async function wakeHeldByBatch(tx: Transaction, { customerId, id }: { customerId: number; id: number }, now: Date): Promise<void> {
  await wakeRuns(tx, sql`customer_id = ${customerId} and batch_id = ${id} and held = 'batchPaused'`, now)
  await wakeOutbox(
    tx,
    sql`o.customer_id = ${customerId}
      and o.batch_id = ${id}
      and o.channel in ('email', 'sms', 'call', 'whatsapp')
      and c.reason = 'batchPaused'`,
    now,
  )
}

/** Other fields or another blacklist may end what held these cases, whatever that was: they are looked at now, and so is what they have in the outbox. */
export async function wakeHeldCases(tx: Transaction, customerId: number, caseIds: readonly number[], now: Date): Promise<void> {
  const ids = sql`any(${caseIds}::bigint[])`
  await wakeRuns(tx, sql`customer_id = ${customerId} and case_id = ${ids} and held is not null`, now)
  await wakeOutbox(
    tx,
    sql`c.customer_id = ${customerId}
      and c.case_id = ${ids}
      and c.state = 'queued'
      and c.reason is not null`,
    now,
  )
}

/** The same for what held cases that were paused themselves. */
export async function wakePausedCases(tx: Transaction, customerId: number, caseIds: readonly number[], now: Date): Promise<void> {
  const ids = sql`any(${caseIds}::bigint[])`
  await wakeRuns(tx, sql`customer_id = ${customerId} and case_id = ${ids} and held = 'casePaused'`, now)
  await wakeOutbox(
    tx,
    sql`c.customer_id = ${customerId}
      and c.case_id = ${ids}
      and c.state = 'queued'
      and c.reason = 'casePaused'`,
    now,
  )
}

/** A call by hand is over, its result is given, or somebody has let go of the case: what waited for that is looked at now. */
export async function wakeHeldByStaff(tx: Transaction, customerId: number, caseIds: readonly number[], now: Date): Promise<void> {
  const ids = sql`any(${caseIds}::bigint[])`
  const reasons = sql`${[...staffReasons]}::text[]`
  await wakeRuns(
    tx,
    sql`customer_id = ${customerId}
      and case_id = ${ids}
      and held = any(${reasons})`,
    now,
  )
  await wakeOutbox(
    tx,
    sql`c.customer_id = ${customerId}
      and c.case_id = ${ids}
      and c.state = 'queued'
      and c.reason = any(${reasons})`,
    now,
  )
}

async function wakeRuns(tx: Transaction, which: RawBuilder<unknown>, now: Date) {
  await sql`
    update case_runs set due_at = ${now}
    where ${which}
      and state = 'sleeping'
      and owner is null
      and due_at > ${now}`.execute(tx)
}

async function wakeOutbox(tx: Transaction, which: RawBuilder<unknown>, now: Date) {
  await sql`
    update outbox o set next_at = ${now} from communications c
    where ${which}
      and c.customer_id = o.customer_id
      and c.id = o.communication_id
      and o.state = 'queued'
      and o.next_at > ${now}`.execute(tx)
}
