import { sql } from 'kysely'
import { publish } from '../../../live/publish.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { ReceivedMessage } from './received-message.ts'

export type JoinedConversation = { conversationId: number; state: string; assignedTo: number | null }
type Joining = { message: ReceivedMessage; incomingId: number; caseId: number | null }

const excerptMax = 200

/** How lists of conversations keep an address. */
export const conversationAddress = (sender: string) => sender.toLowerCase().slice(0, 320)

/**
 * Puts a message into the conversation of its sender about its case, made where there is none. Whoever writes opens what was closed or put off; what
 * is spam stays spam, also in a new conversation that is about no case. What no person wrote opens nothing.
 */
export async function joinConversation(tx: Transaction, joining: Joining): Promise<JoinedConversation | null> {
  const { message, incomingId } = joining
  const { customerId } = message
  const joined = message.kind === 'automatic' ? await findExisting(tx, joining) : await upsert(tx, joining)
  if (!joined) return null
  await tx
    .updateTable('incoming_messages')
    .set({ conversation_id: joined.conversationId })
    .where('customer_id', '=', customerId)
    .where('id', '=', incomingId)
    .execute()
  await publish(tx, { kind: 'conversation.changed', customerId, conversationId: joined.conversationId })
  return joined
}

async function findExisting(tx: Transaction, { message, caseId }: Joining): Promise<JoinedConversation | undefined> {
  const { rows } = await sql<JoinedConversation>`
    select id as "conversationId", state, assigned_to as "assignedTo"
    from conversations
    where customer_id = ${message.customerId} and channel = ${message.channel}
      and address = ${conversationAddress(message.sender)} and coalesce(case_id, 0) = coalesce(${caseId}::bigint, 0)`.execute(tx)
  return rows[0]
}

async function upsert(tx: Transaction, { message, caseId }: Joining): Promise<JoinedConversation | undefined> {
  const { customerId, channel, providerId, cameAt, senderName = '' } = message
  const address = conversationAddress(message.sender)
  const begins = (message.text.trim() || (message.subject ?? '')).slice(0, excerptMax).toWellFormed()
  const { rows } = await sql<JoinedConversation>`
    insert into conversations as c (customer_id, channel, address, person_name, provider_id, case_id, state,
      waiting_since, last_at, last_text, unread, window_ends_at)
    select ${customerId}, ${channel}, ${address}, ${senderName}, ${providerId}, ${caseId}::bigint,
      case when ${caseId}::bigint is null and exists (
        select from conversations
        where customer_id = ${customerId} and channel = ${channel} and address = ${address} and state = 'spam')
        then 'spam' else 'open' end,
      ${cameAt}, ${cameAt}, ${begins}, 1, ${message.windowEndsAt ?? null}::timestamptz
    on conflict (customer_id, channel, address, coalesce(case_id, 0)) do update set
      person_name = case when excluded.person_name = '' then c.person_name else excluded.person_name end,
      provider_id = excluded.provider_id,
      state = case when c.state = 'spam' then 'spam' else 'open' end,
      snoozed_until = null,
      waiting_since = least(c.waiting_since, excluded.waiting_since),
      last_text = case when excluded.last_at >= c.last_at then excluded.last_text else c.last_text end,
      last_is_ours = c.last_is_ours and excluded.last_at < c.last_at,
      last_at = greatest(c.last_at, excluded.last_at),
      unread = c.unread + 1,
      window_ends_at = greatest(c.window_ends_at, excluded.window_ends_at)
    returning c.id as "conversationId", c.state, c.assigned_to as "assignedTo"`.execute(tx)
  return rows[0]
}
