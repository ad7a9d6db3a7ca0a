import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { ClaimedMessage } from '../communication-changes.ts'
import { type Listed, listedFor } from '../message-permission.ts'

/** Mails without the copies that are on the blacklist by now; what is kept with each says who got it. */
export async function dropListedCopies<Message extends ClaimedMessage>(
  tx: Transaction,
  messages: readonly Message[],
  listed: Listed,
): Promise<Message[]> {
  if (listed.size === 0) return [...messages]
  const changed: Message[] = []
  const all = messages.map((message) => {
    const { cc = [], bcc = [] } = message.mail ?? {}
    const theirs = listedFor(listed, message.caseId)
    if (![...cc, ...bcc].some((address) => theirs.has(address))) return message
    const free = (addresses: readonly string[]) => addresses.filter((address) => !theirs.has(address))
    const less = { ...message, mail: { ...message.mail, cc: free(cc), bcc: free(bcc) } }
    changed.push(less)
    return less
  })
  if (changed.length > 0)
    await sql`
      update communication_contents t set mail = m.mail
      from communications c
      join unnest(${changed.map((m) => m.customerId)}::bigint[], ${changed.map((m) => m.id)}::bigint[],
        ${changed.map((m) => JSON.stringify(m.mail))}::jsonb[]) as m(customer_id, id, mail)
        on m.customer_id = c.customer_id and m.id = c.id
      where t.customer_id = c.customer_id and t.communication_id = c.id and t.queued_at = c.queued_at`.execute(tx)
  return all
}
