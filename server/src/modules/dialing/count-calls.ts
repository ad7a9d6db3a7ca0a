import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'

type Ended = { customerId: number; batchId: number; isAnswered: boolean; at: Date }

/** A call that a script made has ended. Counted for scripts that put through to a queue; last in its transaction, for many calls end in one minute. */
export async function countEndedCall(tx: Transaction, { customerId, batchId, isAnswered, at }: Ended): Promise<void> {
  await sql`
    insert into dialing_minutes (customer_id, script_id, minute, calls, answered)
    select q.customer_id, q.script_id, date_trunc('minute', ${at}::timestamptz), 1, ${isAnswered ? 1 : 0}
    from batches b
    join queue_scripts q on q.customer_id = b.customer_id and q.script_id = b.script_id
    where b.customer_id = ${customerId} and b.id = ${batchId}
    on conflict (customer_id, script_id, minute) do update
    set calls = dialing_minutes.calls + 1, answered = dialing_minutes.answered + excluded.answered`.execute(tx)
}

/** What is older than a day paces nothing. */
export async function sweepDialing(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('dialing_minutes')
    .where('minute', '<', new Date(now.getTime() - 24 * 60 * 60_000))
    .execute()
}
