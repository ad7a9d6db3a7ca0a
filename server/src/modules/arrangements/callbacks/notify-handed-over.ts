import type { Transaction } from '../../../platform/db/database.ts'
import { notifyUsers } from '../../notifications/notify-users.ts'
import type { Arranging } from '../arranging.ts'
import type { CallbackRow } from './callback-rows.ts'

type HandedOver = { callback: Pick<CallbackRow, 'id' | 'version' | 'for_user_id'>; toUserId: number | null; at: Date }

/** Notifies who is to call from now on, and who was to call until now. Whoever changes it themselves knows. */
export async function notifyHandedOver(
  tx: Transaction,
  { customerId, caseId, by, now }: Arranging,
  { callback, toUserId, at: moment }: HandedOver,
): Promise<void> {
  const notice = { customerId, cause: `callback:${callback.id}:given:${callback.version}`, at: now, caseId, byUser: by.username, moment }
  const others = (userId: number | null) => (userId === null || userId === by.userId ? [] : [userId])
  await notifyUsers(tx, { ...notice, kind: 'callbackGiven' }, others(toUserId))
  await notifyUsers(tx, { ...notice, kind: 'callbackTaken' }, others(callback.for_user_id))
}
