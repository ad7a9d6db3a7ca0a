import type { ChatChannel, chatApi } from '@regie/contract/chat.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { publish } from '../../live/publish.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { type ChannelRow, mustStandIn, shownChannel } from './chat-channels.ts'
import { mustBePeople } from './chat-people.ts'

type NewChannel = RequestOf<typeof chatApi.addChannel>['body']
type NewDirect = RequestOf<typeof chatApi.openDirect>['body']
type Change = RequestOf<typeof chatApi.changeChannel>['body']

/** Makes a channel; who makes it is a member. */
export async function addChannel(
  { db, pool }: Services,
  caller: Caller,
  { customerID, name, memberIDs }: NewChannel,
): Promise<ChatChannel> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const members = [...new Set([...memberIDs, caller.userId])]
  const made = await db.transaction().execute(async (tx) => {
    await mustBePeople(tx, customerID, members, 'memberIDs')
    const { id } = await tx
      .insertInto('chat_channels')
      .values({ customer_id: customerID, kind: 'group', name, by_user: caller.username })
      .returning('id')
      .executeTakeFirstOrThrow()
    const channel: ChannelRow = { customerId: customerID, channelId: id, kind: 'group', version: 1 }
    await setMembers(tx, channel, members)
    return channel
  })
  return shownChannel(pool, caller, made)
}

/** The talk between the caller and a colleague; two who open it at once open the same one. */
export async function openDirect({ db, pool }: Services, caller: Caller, { customerID, userID }: NewDirect): Promise<ChatChannel> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  if (userID === caller.userId) throw new AppError('chat.personUnknown', { field: 'userID' })
  const pair = `${Math.min(userID, caller.userId)}-${Math.max(userID, caller.userId)}`
  const made = await db.transaction().execute(async (tx) => {
    await mustBePeople(tx, customerID, [userID], 'userID')
    await tx
      .insertInto('chat_channels')
      .values({ customer_id: customerID, kind: 'direct', pair, by_user: caller.username })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { id } = await tx
      .selectFrom('chat_channels')
      .select('id')
      .where('customer_id', '=', customerID)
      .where('pair', '=', pair)
      .executeTakeFirstOrThrow()
    const channel: ChannelRow = { customerId: customerID, channelId: id, kind: 'direct', version: 1 }
    await insertMembers(tx, channel, [userID, caller.userId])
    return channel
  })
  return shownChannel(pool, caller, made)
}

/** Renames a channel and says who stands in it, unless somebody did so since this member looked. */
export async function changeChannel(services: Services, caller: Caller, channelId: number, change: Change): Promise<ChatChannel> {
  const { db, pool } = services
  const { name, memberIDs, version } = change
  const changed = await db.transaction().execute(async (tx) => {
    const channel = await mustStandIn(tx, caller, channelId, true)
    if (channel.kind !== 'group') throw new AppError('chat.notAGroup')
    if (channel.version !== version) return { channel, isOld: true }
    await mustBePeople(tx, channel.customerId, memberIDs, 'memberIDs')
    await tx
      .updateTable('chat_channels')
      .set({ name, version: version + 1 })
      .where('customer_id', '=', channel.customerId)
      .where('id', '=', channelId)
      .execute()
    await setMembers(tx, channel, [...new Set([...memberIDs, caller.userId])])
    return { channel, isOld: false }
  })
  const current = await shownChannel(pool, caller, changed.channel)
  if (changed.isOld) throw new AppError('error.conflict', { current })
  return current
}

/** Takes the caller out of a channel; the general one and a talk between two have no way out. */
export async function leaveChannel({ db }: Services, caller: Caller, channelId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const channel = await mustStandIn(tx, caller, channelId, true)
    if (channel.kind !== 'group') throw new AppError('chat.notAGroup')
    await tx
      .deleteFrom('chat_members')
      .where('customer_id', '=', channel.customerId)
      .where('channel_id', '=', channelId)
      .where('user_id', '=', caller.userId)
      .execute()
    await publish(tx, { kind: 'chat.changed', customerId: channel.customerId, channelId })
  })
}

async function setMembers(tx: Transaction, channel: ChannelRow, members: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('chat_members')
    .where('customer_id', '=', channel.customerId)
    .where('channel_id', '=', channel.channelId)
    .where('user_id', 'not in', [...members])
    .execute()
  await insertMembers(tx, channel, members)
}

async function insertMembers(tx: Transaction, { customerId, channelId }: ChannelRow, members: readonly number[]): Promise<void> {
  await tx
    .insertInto('chat_members')
    .values(members.map((userId) => ({ customer_id: customerId, channel_id: channelId, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await publish(tx, { kind: 'chat.changed', customerId, channelId })
}
