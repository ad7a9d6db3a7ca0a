import type { NotificationKind } from '@regie/contract/notifications.ts'
import { sql } from 'kysely'
import { publishFrom } from '../../live/publish.ts'
import type { Transaction } from '../../platform/db/database.ts'

/** Something of which staff are notified. `cause` names what happened: a user is notified once of each. */
export type Notice = {
  customerId: number
  kind: NotificationKind
  cause: string
  at: Date
  caseId?: number
  batchId?: number
  importId?: number
  fileId?: number
  channelId?: number
  providerId?: number
  deliveryId?: number
  /** Who wrote the note or the message that names the user. */
  byUser?: string
  /** When what it is about was or is to be. */
  moment?: Date
}

/**
 * Notifies these users, in the transaction of the cause. Who switched the kind off, is locked or was notified of this before gets nothing.
 * Whether they may see it is asked when they read it.
 */
export async function notifyUsers(tx: Transaction, notice: Notice, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  const {
    customerId,
    kind,
    cause,
    at,
    caseId = null,
    batchId = null,
    importId = null,
    fileId = null,
    channelId = null,
    providerId = null,
    deliveryId = null,
    byUser = '',
    moment = null,
  } = notice
  const changed = publishFrom('notifications.changed', { customerId: sql`${customerId}::bigint`, userId: sql`user_id` })
  await sql`
    with made as (
      insert into notifications (customer_id, user_id, kind, cause, case_id, batch_id, import_id, file_id,
        channel_id, provider_id, delivery_id, by_user, moment, at, by_mail)
      select ${customerId}, u.id, ${kind}, ${cause}, ${caseId}::bigint, ${batchId}::bigint, ${importId}::bigint,
        ${fileId}::bigint, ${channelId}::bigint, ${providerId}::bigint,
        ${deliveryId}::bigint, ${byUser}, ${moment}::timestamptz, ${at}::timestamptz, coalesce(w.way, 'app') = 'mail'
      from users u
      cross join lateral (select u.settings -> 'notifications' ->> ${kind} as way) w
      where u.id = any(${userIds}::bigint[]) and u.locked_at is null and w.way is distinct from 'off'
      order by u.id
      on conflict (customer_id, user_id, cause) do nothing
      returning user_id)
    select ${changed}
    from made`.execute(tx)
}
