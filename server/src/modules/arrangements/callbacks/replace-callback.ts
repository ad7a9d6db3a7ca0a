import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import type { Arranging } from '../arranging.ts'
import { callbackRows } from './callback-rows.ts'
import { notifyHandedOver } from './notify-handed-over.ts'

/** Puts a new appointment in the place of an open one of this case. Whether one may call at that moment has been asked (may-call-back.ts). */
export async function replaceCallback(
  tx: Transaction,
  arranging: Arranging,
  callbackId: number,
  { at, forUserId, note }: { at: Date; forUserId: number | null; note: string },
): Promise<void> {
  const { customerId, caseId, by, now } = arranging
  const before = await callbackRows(tx)
    .where('k.customer_id', '=', customerId)
    .where('k.case_id', '=', caseId)
    .where('k.id', '=', callbackId)
    .where('k.state', '=', 'open')
    .forUpdate('k')
    .executeTakeFirst()
  // A colleague had that call meanwhile: what stands now is to be asked again.
  if (!before) throw new AppError('callback.notFound', { field: 'replacesCallback' })
  await tx
    .updateTable('callbacks')
    .set((eb) => ({ at, note, for_user_id: forUserId, reminded_at: null, version: eb('version', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('id', '=', callbackId)
    .execute()
  if (forUserId !== before.for_user_id) await notifyHandedOver(tx, arranging, { callback: before, toUserId: forUserId, at })
  await recordTimeline(tx, [
    { customerId, caseId, event: 'callbackChanged', params: { at: at.toISOString() }, byUser: by.username, at: now },
  ])
}
