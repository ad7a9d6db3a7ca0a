import { chatChangeMinutes, type ChatMessage } from '@regie/contract/chat.ts'
import { mentionsIn } from '@regie/contract/mentions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { publish } from '../../live/publish.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { notifyUsers } from '../notifications/notify-users.ts'
import { readOfChannel } from '../notifications/read-notifications.ts'
import { listNamed } from '../notifications/recipients.ts'
import { type ChannelRow, mustStandIn } from './chat-channels.ts'
import { shownMessage } from './chat-messages.ts'

/** Writes a message into a channel that the caller stands in, with who is notified of it. */
export async function sendMessage({ db, pool, clock }: Services, caller: Caller, channelId: number, text: string): Promise<ChatMessage> {
  const sent = await db.transaction().execute(async (tx) => {
    // The channel's row is kept until the end: its messages get their numbers in the order in which they are seen.
    const channel = await mustStandIn(tx, caller, channelId, true)
    const { customerId } = channel
    const at = clock.now()
    const mentioned = await listMentioned(tx, caller, channel, text)
    const { id } = await tx
      .insertInto('chat_messages')
      .values({
        ...{ customer_id: customerId, channel_id: channelId, by_user_id: caller.userId, by_user: caller.username },
        ...{ text: storable(text), mentioned, at },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.updateTable('chat_channels').set({ last_at: at }).where('customer_id', '=', customerId).where('id', '=', channelId).execute()
    await notifyReaders(tx, { caller, channel, messageId: id, at, mentioned })
    await publish(tx, { kind: 'chat.changed', customerId, channelId })
    return { customerId, id }
  })
  return shownMessage(pool, caller, sent.customerId, sent.id)
}

/** Changes a message of the caller's own in its first minutes; that it was changed stays in sight. */
export async function editMessage({ db, pool, clock }: Services, caller: Caller, messageId: number, text: string): Promise<ChatMessage> {
  const customerId = await db.transaction().execute(async (tx) => {
    const { channel } = await mustBeFreshAndOwn(tx, caller, messageId, clock.now())
    const mentioned = await listMentioned(tx, caller, channel, text)
    await tx
      .updateTable('chat_messages')
      .set({ text: storable(text), mentioned, edited_at: clock.now() })
      .where('customer_id', '=', channel.customerId)
      .where('id', '=', messageId)
      .execute()
    await publish(tx, { kind: 'chat.changed', customerId: channel.customerId, channelId: channel.channelId })
    return channel.customerId
  })
  return shownMessage(pool, caller, customerId, messageId)
}

/** Takes a message back in its first minutes; its words are gone, its place stays. */
export async function removeMessage({ db, clock }: Services, caller: Caller, messageId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { channel } = await mustBeFreshAndOwn(tx, caller, messageId, clock.now())
    await tx
      .updateTable('chat_messages')
      .set({ text: '', mentioned: [], removed_at: clock.now() })
      .where('customer_id', '=', channel.customerId)
      .where('id', '=', messageId)
      .execute()
    await publish(tx, { kind: 'chat.changed', customerId: channel.customerId, channelId: channel.channelId })
  })
}

/** Keeps up to where the caller has seen a channel; never back, so that two tabs agree. */
export async function readChannel({ db, clock }: Services, caller: Caller, channelId: number, messageId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { customerId } = await mustStandIn(tx, caller, channelId)
    const { rows } = await sql<{ moved: boolean }>`
      insert into chat_reads as r (customer_id, channel_id, user_id, message_id)
      select ${customerId}, ${channelId}, ${caller.userId}, max(id)
      from chat_messages
      where customer_id = ${customerId} and channel_id = ${channelId} and id <= ${messageId}
      having max(id) is not null
      on conflict (customer_id, channel_id, user_id) do update set message_id = excluded.message_id
      where r.message_id < excluded.message_id
      returning true as moved`.execute(tx)
    if (rows.length === 0) return
    await readOfChannel(tx, { customerId, userId: caller.userId, channelId, at: clock.now() })
    await publish(tx, { kind: 'chat.changed', customerId, channelId })
  })
}

// PostgreSQL keeps no zero character.
const storable = (text: string) => text.replaceAll('\0', '')

async function mustBeFreshAndOwn(tx: Transaction, caller: Caller, messageId: number, now: Date): Promise<{ channel: ChannelRow }> {
  const found = await tx
    .selectFrom('chat_messages')
    .select(['channel_id', 'by_user_id', 'at', 'removed_at'])
    .where('id', '=', messageId)
    .where('customer_id', 'in', caller.customerIds.length === 0 ? [0] : caller.customerIds)
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new AppError('chat.notFound')
  const channel = await mustStandIn(tx, caller, found.channel_id)
  if (found.removed_at !== null) throw new AppError('chat.notFound')
  const isFresh = now.getTime() - found.at.getTime() <= chatChangeMinutes * 60_000
  if (found.by_user_id !== caller.userId || !isFresh) throw new AppError('chat.tooLate', { params: { minutes: chatChangeMinutes } })
  return { channel }
}

/** The users that a text mentions, of those who can read it. */
async function listMentioned(
  tx: Transaction,
  caller: Caller,
  { customerId, channelId, kind }: ChannelRow,
  text: string,
): Promise<number[]> {
  const named = (await listNamed(tx, customerId, Right.chat, mentionsIn(text))).filter((id) => id !== caller.userId)
  if (kind === 'general' || named.length === 0) return named
  const members = await tx
    .selectFrom('chat_members')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .where('channel_id', '=', channelId)
    .where('user_id', 'in', named)
    .execute()
  return members.map(({ user_id }) => user_id)
}

type Sent = { caller: Caller; channel: ChannelRow; messageId: number; at: Date; mentioned: readonly number[] }

/** Notifies who is mentioned, and in a talk between two the other: once until they have read it. */
async function notifyReaders(tx: Transaction, { caller, channel, messageId, at, mentioned }: Sent): Promise<void> {
  const { customerId, channelId } = channel
  const notice = { customerId, at, channelId, byUser: caller.username }
  if (channel.kind !== 'direct') return notifyUsers(tx, { ...notice, kind: 'chatMention', cause: `chat:${messageId}` }, mentioned)
  const { rows } = await sql<{ userId: number; readId: number }>`
    select k.user_id as "userId", coalesce(r.message_id, 0) as "readId"
    from chat_members k
    left join chat_reads r on r.customer_id = k.customer_id and r.channel_id = k.channel_id and r.user_id = k.user_id
    where k.customer_id = ${customerId} and k.channel_id = ${channelId} and k.user_id <> ${caller.userId}`.execute(tx)
  for (const { userId, readId } of rows)
    await notifyUsers(tx, { ...notice, kind: 'chatDirect', cause: `chat:${channelId}:${readId}` }, [userId])
}
