import { type ChatChannel, chatUnreadMax } from '@regie/contract/chat.ts'
import type { Pool } from 'pg'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { isoText, prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'

export type ChannelRow = { customerId: number; channelId: number; kind: ChatChannel['kind']; version: number }

// Whoever may chat at the customer stands in the general one; in the others who is a member.
const shown = prepared<ChatChannel & { lastAt: string | null }>(
  'chat-channels',
  `select c.id as "channelID", c.kind, coalesce(case when c.kind = 'direct' then o.name else c.name end, '') as name,
    m."memberIDs", n.unread, n."isMentioned", coalesce(r.message_id, 0) as "readID",
    ${isoText('c.last_at')} as "lastAt", c.version
  from chat_channels c
  left join chat_reads r on r.customer_id = c.customer_id and r.channel_id = c.id and r.user_id = $2
  cross join lateral (
    select coalesce(json_agg(k.user_id order by k.user_id), '[]') as "memberIDs",
      coalesce(bool_or(k.user_id = $2), false) as "isMember"
    from chat_members k
    where k.customer_id = c.customer_id and k.channel_id = c.id) m
  cross join lateral (
    select count(*)::int as unread, coalesce(bool_or($2 = any(w.mentioned)), false) as "isMentioned"
    from (
      select x.mentioned
      from chat_messages x
      where x.customer_id = c.customer_id and x.channel_id = c.id and x.id > coalesce(r.message_id, 0)
        and x.by_user_id is distinct from $2 and x.removed_at is null
      order by x.id
      limit ${chatUnreadMax + 1}) w) n
  left join lateral (
    select coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.middle_name, ''), nullif(u.last_name, '')),
      ''), u.username) as name
    from chat_members k
    join staff u on u.id = k.user_id
    where c.kind = 'direct' and k.customer_id = c.customer_id and k.channel_id = c.id
    order by k.user_id = $2
    limit 1) o on true
  where c.customer_id = $1 and ($3::bigint is null or c.id = $3)
    and (c.kind = 'general' or m."isMember")
  order by c.kind = 'direct', c.kind = 'group', lower(coalesce(o.name, c.name)), c.id
  limit 500`,
)

/** The channels of a customer that the caller stands in. The general one is made when it is first looked for. */
export async function listChannels({ db, pool }: Services, caller: Caller, customerId: number): Promise<ChatChannel[]> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const found = await shown(pool, [customerId, caller.userId, null])
  if (found.some(({ kind }) => kind === 'general')) return found
  await db
    .insertInto('chat_channels')
    .values({ customer_id: customerId, kind: 'general' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return shown(pool, [customerId, caller.userId, null])
}

/** One of them as the caller sees it. */
export async function shownChannel(pool: Pool, caller: Caller, { customerId, channelId }: ChannelRow): Promise<ChatChannel> {
  const [channel] = await shown(pool, [customerId, caller.userId, channelId])
  if (!channel) throw new AppError('chat.notFound')
  return channel
}

/** A channel that the caller stands in; any other is answered as one that is not there. With `isKept` it stays as it is until the transaction ends. */
export async function mustStandIn(db: Db | Transaction, caller: Caller, channelId: number, isKept = false): Promise<ChannelRow> {
  const found = await db
    .selectFrom('chat_channels as c')
    .select(['c.customer_id as customerId', 'c.id as channelId', 'c.kind', 'c.version'])
    .where('c.id', '=', channelId)
    .where('c.customer_id', 'in', caller.customerIds.length === 0 ? [0] : caller.customerIds)
    .$if(isKept, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!found) throw new AppError('chat.notFound')
  const channel = { ...found, kind: found.kind as ChannelRow['kind'] }
  if (channel.kind === 'general') return channel
  // Asked after the lock: whoever was taken out of it meanwhile is out.
  const member = await db
    .selectFrom('chat_members')
    .select('user_id')
    .where('customer_id', '=', channel.customerId)
    .where('channel_id', '=', channelId)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst()
  if (!member) throw new AppError('chat.notFound')
  return channel
}
