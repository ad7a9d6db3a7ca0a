import type { Complaint, DisputeReason } from '@regie/contract/arrangements.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { confirmComplaintBefore } from '../contact-permission/working-days.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import type { Arranging } from './arranging.ts'

type NewComplaint = Pick<Complaint, 'kind' | 'text'> & { reason?: DisputeReason | null }

/** Writes a complaint or dispute down that staff was told of, and answers its id. While it stands, nobody is contacted. */
export async function addComplaint(tx: Transaction, arranging: Arranging, complaint: NewComplaint): Promise<number> {
  const { customerId, caseId, by, now } = arranging
  const id = await insertComplaint(tx, { customerId, caseId, byUser: by.username, now }, complaint)
  const event = complaint.kind === 'complaint' ? 'complaintAdded' : 'disputeAdded'
  await recordTimeline(tx, [{ customerId, caseId, event, byUser: by.username, at: now }])
  return id
}

type About = { customerId: number; caseId: number; byUser: string; now: Date }

/** The row of a complaint or dispute; its line in the timeline is for who calls. */
export async function insertComplaint(
  tx: Transaction,
  { customerId, caseId, byUser, now }: About,
  { kind, text, reason = null }: NewComplaint,
): Promise<number> {
  const confirmBefore = kind === 'complaint' ? confirmComplaintBefore(now) : null
  const { id } = await tx
    .insertInto('complaints')
    .values({
      customer_id: customerId,
      case_id: caseId,
      kind,
      reason,
      text,
      by_user: byUser,
      at: now,
      confirm_before: confirmBefore,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (confirmBefore !== null) await notifySubscribers(tx, { customerId, caseId, id, confirmBefore })
  return id
}

type Added = { customerId: number; caseId: number; id: number; confirmBefore: Date }

/** Contacts of the customer who want to hear of complaints get the number of the case, and by when its receipt is confirmed. */
async function notifySubscribers(tx: Transaction, { customerId, caseId, id, confirmBefore }: Added): Promise<void> {
  const { about, scriptId } = await tx
    .selectFrom('cases as c')
    .innerJoin('batches as b', (join) => join.onRef('b.customer_id', '=', 'c.customer_id').onRef('b.id', '=', 'c.batch_id'))
    .select(['c.case_number as about', 'b.script_id as scriptId'])
    .where('c.customer_id', '=', customerId)
    .where('c.id', '=', caseId)
    .executeTakeFirstOrThrow()
  await enqueue(tx, 'mailSubscribers', {
    ...{ customerId, key: 'complaint_new', cause: `complaint:${id}`, scriptIds: [scriptId] },
    ...{ about, count: 1, until: confirmBefore.toISOString() },
  })
}
