import type { ConversationChannel } from '@regie/contract/channels.ts'
import { sql } from 'kysely'
import { publish } from '../../../live/publish.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { type LockedCase, publishCaseChanged, selectCaseForUpdate } from '../../cases/case-changes.ts'
import { recordTimeline, type TimelineEntry } from '../../timeline/record-timeline.ts'
import { type LockedConversation, lockConversation } from './work-on-conversation.ts'

/**
 * Ties a conversation that is about no case to one: its messages stand there from now on. Where its person wrote about that case before, both become
 * one. Answers the conversation that holds them.
 */
export function tieConversation(
  { db }: Services,
  caller: Caller,
  conversationId: number,
  caseId: number,
): Promise<{ conversationID: number; messageIDs: number[] }> {
  return tryThrice(() =>
    db.transaction().execute(async (tx) => {
      const locked = await selectCaseForUpdate(tx, caseId)
      mustAccessCustomer(caller, locked.customerId, 'case.notFound')
      const one = await lockConversation(tx, caller, conversationId)
      if (one.customerId !== locked.customerId) throw new AppError('case.notFound')
      if (one.caseId === caseId) return { conversationID: conversationId, messageIDs: [] }
      if (one.caseId !== null) throw new AppError('conversation.tied')
      const kept = await joinWith(tx, one, locked)
      const messageIDs = await showInTimeline(tx, one, locked, kept)
      await publishCaseChanged(tx, locked)
      for (const id of new Set([conversationId, kept]))
        await publish(tx, { kind: 'conversation.changed', customerId: one.customerId, conversationId: id })
      return { conversationID: kept, messageIDs }
    }),
  )
}

const isSpam = sql`'spam' in (k.state, one.state)`

/** Where the person wrote about this case before, that conversation takes over what this one has; who is spam stays spam. */
async function joinWith(tx: Transaction, { customerId, id, channel, address }: LockedConversation, { caseId }: LockedCase) {
  const { rows } = await sql<{ id: number }>`
    update conversations k
    set state = case when ${isSpam} then 'spam' else 'open' end, snoozed_until = null,
      waiting_since = case when ${isSpam} then null else least(k.waiting_since, one.waiting_since) end,
      unread = case when ${isSpam} then 0 else k.unread + one.unread end,
      last_text = case when one.last_at > k.last_at then one.last_text else k.last_text end,
      last_is_ours = k.last_is_ours and one.last_at <= k.last_at, last_at = greatest(k.last_at, one.last_at),
      assigned_to = coalesce(k.assigned_to, one.assigned_to),
      window_ends_at = greatest(k.window_ends_at, one.window_ends_at)
    from conversations one
    where one.customer_id = ${customerId} and one.id = ${id} and k.customer_id = ${customerId}
      and k.channel = ${channel}
      and k.address = ${address} and k.case_id = ${caseId}
    returning k.id`.execute(tx)
  const kept = rows[0]?.id ?? id
  if (kept === id) {
    await sql`
      update conversations
      set case_id = ${caseId}
      where customer_id = ${customerId} and id = ${id}`.execute(tx)
    return id
  }
  await sql`
    update incoming_messages
    set conversation_id = ${kept}
    where customer_id = ${customerId} and conversation_id = ${id}`.execute(tx)
  await sql`
    delete from conversations
    where customer_id = ${customerId} and id = ${id}`.execute(tx)
  return kept
}

async function showInTimeline(
  tx: Transaction,
  one: LockedConversation,
  { customerId, caseId, batchId }: LockedCase,
  kept: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number; cameAt: Date; subject: string; text: string }>`
    update incoming_messages
    set case_id = ${caseId}, batch_id = ${batchId}
    where customer_id = ${customerId} and conversation_id = ${kept} and case_id is null
    returning id, came_at as "cameAt", subject, left(text, 1000) as text`.execute(tx)
  const channel = one.channel as ConversationChannel
  const entries = rows.map(({ id, cameAt, subject, text }): TimelineEntry => {
    const of = { customerId, caseId, at: cameAt }
    const params = { incomingID: id, text }
    if (channel === 'email') return { ...of, event: 'emailReceived', params: { ...params, subject } }
    return { ...of, event: `${channel}Received`, params }
  })
  const answers = channel === 'webchat' ? await findAnswers(tx, one) : []
  const sent = answers.map(({ id, at, text, by }): TimelineEntry => {
    return { customerId, caseId, at, event: 'webchatSent', params: { answerID: id, text }, byUser: by }
  })
  await recordTimeline(tx, [...entries, ...sent])
  return rows.map(({ id }) => id)
}

async function findAnswers(tx: Transaction, { customerId, id }: LockedConversation) {
  const { rows } = await sql<{ id: number; at: Date; text: string; by: string | null }>`
    select a.id, a.at, left(a.text, 1000) as text, u.username as by
    from conversation_answers a
    left join users u on u.id = a.user_id
    where a.customer_id = ${customerId} and a.conversation_id = ${id}
    order by a.id`.execute(tx)
  return rows
}
