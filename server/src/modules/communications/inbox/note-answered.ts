import type { ConversationChannel } from '@regie/contract/channels.ts'
import { sql } from 'kysely'
import { publishFrom } from '../../../live/publish.ts'
import type { Transaction } from '../../../platform/db/database.ts'

type Answer = {
  customerId: number
  /** Null: nobody knows what it is about. */
  caseId: number | null
  channel: ConversationChannel
  /** The conversation that it answers; null: that of its recipient. */
  conversationId: number | null
  recipient: string
  userId: number
  text: string
  at: Date
  /** It leaves later: until then the person waits. */
  isPlanned: boolean
}

/** Somebody of us wrote: who is answered waits no more; who writes has the conversation from then on. What is planned answers nobody yet. */
export async function noteAnswered(tx: Transaction, answer: Answer): Promise<void> {
  const { customerId, caseId, channel, conversationId, recipient, userId, at, isPlanned } = answer
  const which =
    conversationId === null
      ? sql`channel = ${channel} and ltrim(address, '+') = ltrim(lower(${recipient}), '+')`
      : sql`id = ${conversationId}`
  const ofCase = caseId === null ? sql`case_id is null` : sql`case_id = ${caseId}`
  const answered = sql`waiting_since = null, unread = 0, last_at = greatest(last_at, ${at}),
        last_text = ${answer.text.slice(0, 200).toWellFormed()}, last_is_ours = true,
        state = case when state = 'closed' then 'closed' else 'open' end, snoozed_until = null,`
  await sql`
    with answered as (
      update conversations
      set ${isPlanned ? sql`` : answered}
        assigned_to = coalesce(assigned_to, ${userId})
      where customer_id = ${customerId} and ${ofCase} and state <> 'spam' and ${which}
      returning customer_id, id)
    select ${publishFrom('conversation.changed', { customerId: sql`customer_id`, conversationId: sql`id` })}
    from answered`.execute(tx)
}
