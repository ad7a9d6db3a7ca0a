import type { Channel } from '@regie/contract/channels.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/** One line of the played case's timeline, with the message or letter that it is about. */
export type SimulationLine = {
  id: number
  at: Date
  event: string
  params: Record<string, string | number>
  channel: Channel | null
  /** `case:version:step:turn` of what queued the message. */
  key: string | null
  communicationId: number | null
  recipient: string | null
  subject: string | null
  text: string | null
  html: string | null
}

/** What happened to the played case since the line with this id. */
export async function listSimulationLines(
  tx: Transaction,
  { customerId, caseId }: { customerId: number; caseId: number },
  afterId: number,
): Promise<SimulationLine[]> {
  const { rows } = await sql<SimulationLine>`
    select t.id, t.at, t.event, t.params, c.channel, c.idempotency_key as key,
      coalesce(c.recipient, concat_ws(', ', l.name, l.street, concat_ws('  ', l.postcode, l.city))) as recipient,
      t.communication_id as "communicationId", coalesce(m.subject, l.subject) as subject,
      coalesce(m.text, l.text) as text, m.html
    from timeline t
    left join communications c on c.customer_id = t.customer_id and c.id = t.communication_id
    left join communication_contents m on m.customer_id = c.customer_id
      and m.communication_id = c.id
      and m.queued_at = c.queued_at
    left join lateral (
      select name, street, postcode, city, subject, text
      from letters
      where customer_id = t.customer_id and case_id = t.case_id and queued_at = t.at and state = 'drawing'
      order by id desc
      limit 1) l on t.event = 'letterQueued'
    where t.customer_id = ${customerId} and t.case_id = ${caseId} and t.id > ${afterId} order by t.id`.execute(tx)
  return rows
}
