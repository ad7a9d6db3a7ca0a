import type { Transaction } from '../../../platform/db/database.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import type { Arranging } from '../arranging.ts'

type NewCallback = { at: Date; forUserId: number | null; note: string }

/** Makes an appointment to call back, and answers its id. Whether one may call at that moment has been asked (may-call-back.ts). */
export async function addCallback(tx: Transaction, { customerId, caseId, by, now }: Arranging, wanted: NewCallback): Promise<number> {
  const id = await insertCallback(tx, { customerId, caseId, byUser: by.username, now }, wanted)
  const params = { at: wanted.at.toISOString() }
  await recordTimeline(tx, [{ customerId, caseId, event: 'callbackMade', params, byUser: by.username, at: now }])
  return id
}

type About = { customerId: number; caseId: number; byUser: string; now: Date }

/** The row of a call-back; its line in the timeline is for who calls. */
export async function insertCallback(
  tx: Transaction,
  { customerId, caseId, byUser, now }: About,
  { at, forUserId, note }: NewCallback,
): Promise<number> {
  const { id } = await tx
    .insertInto('callbacks')
    .values({ customer_id: customerId, case_id: caseId, at, for_user_id: forUserId, note, by_user: byUser, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
