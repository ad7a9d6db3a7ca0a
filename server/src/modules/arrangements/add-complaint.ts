import type { Complaint } from '@regie/contract/arrangements.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { confirmComplaintBefore } from '../contact-permission/working-days.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import type { Arranging } from './arranging.ts'

/** Writes a complaint or dispute down, and answers its id. While it stands, nobody is contacted. */
export async function addComplaint(
  tx: Transaction,
  { customerId, caseId, by, now }: Arranging,
  { kind, text }: Pick<Complaint, 'kind' | 'text'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('complaints')
    .values({
      customer_id: customerId,
      case_id: caseId,
      kind,
      text,
      by_user: by.username,
      at: now,
      confirm_before: kind === 'complaint' ? confirmComplaintBefore(now) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const event = kind === 'complaint' ? 'complaintAdded' : 'disputeAdded'
  await recordTimeline(tx, [{ customerId, caseId, event, byUser: by.username, at: now }])
  return id
}
