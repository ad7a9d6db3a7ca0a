import { sql } from 'kysely'
import { publish } from '../../../live/publish.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { publishCaseChanged, selectCaseForUpdate } from '../../cases/case-changes.ts'
import { forgetReceived } from '../../timeline/forget-received.ts'
import { type LockedConversation, lockConversation } from './work-on-conversation.ts'

/**
 * Takes messages of a conversation back from its case, to which they were tied by mistake: they are about nobody known again, and the case shows them
 * no more. What answers a message of ours stays: that it is about the case is proven. Answers the conversation that holds them.
 */
export function untieConversation(
  { db, clock }: Services,
  caller: Caller,
  conversationId: number,
  messageIds: readonly number[] | undefined,
): Promise<{ conversationID: number }> {
  return tryThrice(() =>
    db.transaction().execute(async (tx) => {
      const row = await tx.selectFrom('conversations').select('case_id').where('id', '=', conversationId).executeTakeFirst()
      if (!row) throw new AppError('conversation.notFound')
      if (row.case_id === null) throw new AppError('conversation.notTied')
      const found = await selectCaseForUpdate(tx, row.case_id)
      mustAccessCustomer(caller, found.customerId, 'conversation.notFound')
      const one = await lockConversation(tx, caller, conversationId)
      if (one.caseId !== found.caseId) throw new AppError('server.busy')
      const moved = await freeMessages(tx, one, one.channel === 'webchat' ? undefined : messageIds, clock.now())
      if (moved.length === 0) throw new AppError('conversation.tieProven')
      const answerIds = one.channel === 'webchat' ? await answersOf(tx, one) : []
      await forgetReceived(tx, { customerId: one.customerId, caseId: found.caseId, incomingIds: moved, answerIds })
      const kept = await putApart(tx, one, moved)
      await publishCaseChanged(tx, found)
      for (const id of new Set([conversationId, kept]))
        await publish(tx, { kind: 'conversation.changed', customerId: one.customerId, conversationId: id })
      return { conversationID: kept }
    }),
  )
}

/** Is there a message in it that only a person tied to its case? */
export async function findMayUntie(db: Db, customerId: number, conversationId: number): Promise<boolean> {
  const row = await db
    .selectFrom('incoming_messages')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('conversation_id', '=', conversationId)
    .where('case_id', 'is not', null)
    .where('communication_id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function freeMessages(
  tx: Transaction,
  { customerId, id }: LockedConversation,
  ids: readonly number[] | undefined,
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update incoming_messages
    set case_id = null, batch_id = null, untied_at = ${now}
    where customer_id = ${customerId} and conversation_id = ${id} and communication_id is null
      ${ids === undefined ? sql`` : sql`and id = any(${ids}::bigint[])`}
    returning id`.execute(tx)
  return rows.map((row) => row.id)
}

async function answersOf(tx: Transaction, { customerId, id }: LockedConversation): Promise<number[]> {
  const rows = await tx
    .selectFrom('conversation_answers')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('conversation_id', '=', id)
    .execute()
  return rows.map((row) => row.id)
}

/** The whole conversation is about nobody known where nothing of it stays and there is no such conversation of its person yet. */
async function putApart(tx: Transaction, one: LockedConversation, moved: readonly number[]): Promise<number> {
  const { customerId, id, channel, address } = one
  const { rows } = await sql<{ stays: boolean; other: number | null }>`
    select exists (
        select
        from incoming_messages
        where customer_id = ${customerId} and conversation_id = ${id} and case_id is not null) as stays, (
        select v.id
        from conversations v
        where v.customer_id = ${customerId} and v.channel = ${channel} and v.address = ${address}
          and v.case_id is null) as other`.execute(tx)
  const { stays = false, other = null } = rows[0] ?? {}
  if (!stays && other === null) {
    await sql`
      update conversations
      set case_id = null
      where customer_id = ${customerId} and id = ${id}`.execute(tx)
    return id
  }
  const kept = await joinUnknown(tx, one, moved)
  if (!stays)
    await sql`
      delete from conversations
      where customer_id = ${customerId} and id = ${id}`.execute(tx)
  else await lookBack(tx, one)
  return kept
}

async function joinUnknown(tx: Transaction, { customerId, id, channel, address }: LockedConversation, moved: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    insert into conversations as c (customer_id, channel, address, person_name, provider_id, state, waiting_since,
      last_at, last_text, unread, window_ends_at)
    select ${customerId}, ${channel}, ${address}, v.person_name, v.provider_id, 'open', min(m.came_at), max(m.came_at),
      left((array_agg(m.text order by m.id desc))[1], 200), count(*)::int, v.window_ends_at
    from incoming_messages m
    join conversations v on v.customer_id = m.customer_id and v.id = ${id}
    where m.customer_id = ${customerId} and m.id = any(${moved}::bigint[])
    group by v.person_name, v.provider_id, v.window_ends_at
    on conflict (customer_id, channel, address, coalesce(case_id, 0)) do update set
      waiting_since = case when c.state = 'spam' then null else least(c.waiting_since, excluded.waiting_since) end,
      last_text = case when excluded.last_at >= c.last_at then excluded.last_text else c.last_text end,
      last_at = greatest(c.last_at, excluded.last_at),
      unread = case when c.state = 'spam' then 0 else c.unread + excluded.unread end
    returning c.id`.execute(tx)
  const kept = rows[0]?.id ?? id
  await sql`
    update incoming_messages
    set conversation_id = ${kept}
    where customer_id = ${customerId} and id = any(${moved}::bigint[])`.execute(tx)
  return kept
}

/** What stays says how the conversation of the case stands: it waits where nobody of us wrote since its last message. */
async function lookBack(tx: Transaction, { customerId, id, caseId, channel }: LockedConversation): Promise<void> {
  await sql`
    update conversations v
    set last_at = m.came_at, last_text = left(m.text, 200), last_is_ours = s.since, unread = least(v.unread, 1),
      waiting_since = case when v.waiting_since is null or s.since then null else m.came_at end
    from (
      select came_at, text
      from incoming_messages
      where customer_id = ${customerId} and conversation_id = ${id}
      order by id desc
      limit 1) m
    cross join lateral (
      select exists (
        select
        from communications c
        where c.customer_id = ${customerId} and c.case_id = ${caseId}::bigint and c.channel = ${channel} and c.by_hand
          and c.queued_at >= m.came_at) as since) s
    where v.customer_id = ${customerId} and v.id = ${id}`.execute(tx)
}
