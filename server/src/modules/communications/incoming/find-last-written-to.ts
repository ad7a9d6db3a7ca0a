import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Answered, ReceivedMessage } from './received-message.ts'

// So long an answer may be about what we wrote.
const days = 30

/**
 * The last message that we wrote to this number in 30 days, when exactly one open case fits; its case is locked. Null where several do or none: a
 * person decides. Never by an e-mail address, which is easily forged, nor by what a visitor
 * of a site says.
 */
export async function findLastWrittenTo(
  tx: Transaction,
  { customerId, channel, sender }: Pick<ReceivedMessage, 'customerId' | 'channel' | 'sender'>,
  at: Date,
): Promise<Answered | null> {
  if (channel === 'email' || channel === 'webchat') return null
  const { rows } = await sql<Answered>`
    select distinct on (c.id) m.id, c.id as "caseId", c.batch_id as "batchId", m.recipient
    from communications m
    join cases c on c.customer_id = m.customer_id and c.id = m.case_id
    where m.customer_id = ${customerId} and m.person = ${sender.toLowerCase()} and m.channel in ('sms', 'whatsapp')
      and m.queued_at > ${at}::timestamptz - make_interval(days => ${days}) and m.state in ('sent', 'unknown')
      and c.status <> 'closed'
    order by c.id, m.id desc
    limit 2`.execute(tx)
  const [only] = rows
  if (!only || rows.length > 1) return null
  await sql`select from cases where customer_id = ${customerId} and id = ${only.caseId} for no key update`.execute(tx)
  return only
}
