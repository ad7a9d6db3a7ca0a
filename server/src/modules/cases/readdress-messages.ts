import { addressOf, channels } from '@regie/contract/channels.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import type { LockedCase } from './case-changes.ts'
import { recogniseNumbers } from '../contact-facts/recognise-numbers.ts'

/**
 * What waits to go to a case goes to the address that the case has from now on: the old one may be a stranger's. What an engine has taken leaves
 * within seconds and is left as it is; what has no address any more is cancelled when its turn comes (contactPermission).
 * Before the case is changed, in the order in which senders lock (close-case.ts).
 */
export async function readdressMessages(
  tx: Transaction,
  { customerId, caseId, batchId }: LockedCase,
  now: LockedCase['addresses'],
): Promise<void> {
  const batch = await tx
    .selectFrom('batches')
    .select('number_recognition')
    .where('customer_id', '=', customerId)
    .where('id', '=', batchId)
    .executeTakeFirstOrThrow()
  const { phone, mobile } = recogniseNumbers(now, batch.number_recognition)
  await sql`
    with waiting as (
      select o.communication_id as id
      from communications c
      join outbox o on o.customer_id = c.customer_id and o.communication_id = c.id
      where c.customer_id = ${customerId} and c.case_id = ${caseId} and c.state = 'queued' and o.state = 'queued'
      for update of o),
    address (channel, recipient) as (
      select *
      from unnest(${channels}::text[],
        ${channels.map((channel) => addressOf({ phone, mobile, email: now.email }, channel))}::text[]))
    update communications c set recipient = a.recipient from waiting w, address a
    where c.customer_id = ${customerId}
      and c.id = w.id
      and a.channel = c.channel
      and a.recipient is not null
      and c.recipient <> a.recipient`.execute(tx)
}
