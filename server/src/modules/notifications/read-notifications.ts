import type { notificationApi } from '@regie/contract/notifications.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { publish } from '../../live/publish.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { countUnread, shownKinds } from './list-notifications.ts'

type Read = RequestOf<typeof notificationApi.read>['body']

/** Marks one of the caller's own notifications as read, or all that they see up to it; one that came meanwhile stays unread. */
export async function readNotifications(
  { db, pool, clock }: Services,
  caller: Caller,
  { customerID, notificationID, andOlder }: Read,
): Promise<ResponseOf<typeof notificationApi.read>> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const kinds = shownKinds(caller)
  if (kinds.length > 0)
    await db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('notifications')
        .set({ read_at: clock.now() })
        .where('customer_id', '=', customerID)
        .where('user_id', '=', caller.userId)
        .where('read_at', 'is', null)
        .where('kind', 'in', kinds)
        .where('id', andOlder ? '<=' : '=', notificationID)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await publish(tx, { kind: 'notifications.changed', customerId: customerID, userId: caller.userId })
    })
  return { unread: await countUnread(pool, caller, customerID) }
}

type ReadChannel = { customerId: number; userId: number; channelId: number; at: Date }

/** Marks what a user was notified of in a channel as read: they have seen it there. */
export async function readOfChannel(tx: Transaction, { customerId, userId, channelId, at }: ReadChannel): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read_at: at })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('channel_id', '=', channelId)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await publish(tx, { kind: 'notifications.changed', customerId, userId })
}
