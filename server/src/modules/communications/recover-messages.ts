import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/**
 * What engines that are gone left behind: claimed messages go back into the queue; started ones become unknown, for nobody knows whether the
 * person has them. They are shown to staff and never sent again by themselves. Answers the calls among them, whose cases must go on.
 */
export async function recoverMessages(tx: Transaction, now: Date): Promise<{ customerId: number; caseId: number; batchId: number }[]> {
  // Claims have no index, which every claim would have to keep; so the table is read only while an engine is known to be gone. Whoever claims has
  // an entry among the engines (communication-changes.ts), and none is struck before this.
  const { rows } = await sql<{ customer_id: number; case_id: number; batch_id: number; channel: string }>`
    with left_behind as (
      select customer_id, communication_id, state from outbox
      where owner is not null and exists (select from engines where lease_until <= now())
        and not exists (select from engines e where e.id = owner and e.lease_until > now())
      order by communication_id for update),
    freed as (
      update outbox o set state = 'queued', owner = null from left_behind l
      where l.state = 'claimed' and o.customer_id = l.customer_id and o.communication_id = l.communication_id),
    doubtful as (
      delete from outbox o using left_behind l
      where l.state = 'started' and o.customer_id = l.customer_id and o.communication_id = l.communication_id
      returning o.customer_id, o.communication_id, o.owner, o.attempts, o.started_at),
    unknown as (
      update communications c
      set state = 'unknown', reason = 'engineGone', owner = d.owner, attempts = d.attempts, started_at = d.started_at
      from doubtful d where c.customer_id = d.customer_id and c.id = d.communication_id
      returning c.customer_id, c.case_id, c.batch_id, c.id, c.channel, c.simulated),
    recorded as (
      select record_timeline(array_agg(customer_id), array_agg(case_id), array_agg(channel || 'Unknown'), null,
        array[${now}::timestamptz], null,
        array_agg(id), array_agg(simulated))
      from unknown),
    told as (
      select count(notify_cases_changed(customer_id, batch_id, case_ids))
      from (select customer_id, batch_id, array_agg(case_id) as case_ids from unknown group by customer_id, batch_id) b)
    select customer_id, case_id, batch_id, channel from unknown, told, recorded`.execute(tx)
  return rows
    .filter((row) => row.channel === 'call')
    .map((row) => ({ customerId: row.customer_id, caseId: row.case_id, batchId: row.batch_id }))
}
