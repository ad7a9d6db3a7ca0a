import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { liveChannel } from '../../live/publish.ts'

/**
 * What engines that are gone left behind: claimed messages go back into the queue; started ones become unknown, for nobody knows whether the
 * person has them. They are shown to staff and never sent again by themselves. Answers the calls among them, whose cases must go on.
 */
export async function recoverMessages(tx: Transaction, now: Date): Promise<{ customerId: number; caseId: number; batchId: number }[]> {
  // Locked in order of id, and only what nobody else recovers at this moment.
  const { rows } = await sql<{ customer_id: number; case_id: number; batch_id: number; channel: string; state: string }>`
    with left_behind as (
      select customer_id, id from communications
      where owner is not null and state in ('claimed', 'started') and not exists (select from engines e where e.id = owner and e.lease_until > now())
      order by id limit 5000 for update skip locked),
    recovered as (
      update communications c set state = case c.state when 'claimed' then 'queued' else 'unknown' end, owner = case c.state when 'started' then c.owner end,
        reason = case c.state when 'started' then 'engineGone' else c.reason end
      from left_behind l where c.customer_id = l.customer_id and c.id = l.id
      returning c.customer_id, c.case_id, c.batch_id, c.id, c.channel, c.state, c.simulated),
    told as (
      insert into timeline (customer_id, case_id, at, kind, event, communication_id, simulated)
      select customer_id, case_id, ${now}, kind, kind || 'Unknown', id, simulated
      from (select *, case channel when 'mail' then 'email' else channel end as kind from recovered where state = 'unknown') u)
    select customer_id, case_id, batch_id, channel, state,
      pg_notify(${liveChannel}, json_build_object('kind', 'case.changed', 'customerId', customer_id, 'batchId', batch_id, 'caseId', case_id)::text)
    from recovered`.execute(tx)
  return rows
    .filter((row) => row.channel === 'call' && row.state === 'unknown')
    .map((row) => ({ customerId: row.customer_id, caseId: row.case_id, batchId: row.batch_id }))
}
