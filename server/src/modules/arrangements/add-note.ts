import type { Transaction } from '../../platform/db/database.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { notifyMentioned } from './notify-mentioned.ts'
import type { Arranging } from './arranging.ts'

/** Writes a note down, and answers its id. */
export async function addNote(tx: Transaction, { customerId, caseId, by, now }: Arranging, text: string): Promise<number> {
  const { id } = await tx
    .insertInto('case_notes')
    .values({ customer_id: customerId, case_id: caseId, text, by_user_id: by.userId, by_user: by.username, at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordTimeline(tx, [{ customerId, caseId, event: 'noteAdded', byUser: by.username, at: now }])
  await notifyMentioned(tx, { customerId, caseId, by, now }, { noteId: id, text })
  return id
}
