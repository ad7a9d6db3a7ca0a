import type { Transaction } from '../../../platform/db/database.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import type { Arranging } from '../arranging.ts'

/** Makes an appointment to call back, and answers its id. Whether one may call at that moment has been asked (may-call-back.ts). */
export async function addCallback(
  tx: Transaction,
  { customerId, caseId, by, now }: Arranging,
  { at, forUserId, note }: { at: Date; forUserId: number | null; note: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('callbacks')
    .values({ customer_id: customerId, case_id: caseId, at, for_user_id: forUserId, note, by_user: by.username, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordTimeline(tx, [{ customerId, caseId, event: 'callbackMade', params: { at: at.toISOString() }, byUser: by.username, at: now }])
  return id
}
