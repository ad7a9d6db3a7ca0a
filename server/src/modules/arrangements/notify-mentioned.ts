import { mentionsIn } from '@regie/contract/mentions.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { notifyUsers } from '../notifications/notify-users.ts'
import { listNamed } from '../notifications/recipients.ts'
import type { Arranging } from './arranging.ts'

/** Notifies the colleagues that a note mentions, in its transaction. */
export async function notifyMentioned(
  tx: Transaction,
  { customerId, caseId, by, now }: Arranging,
  { noteId, text }: { noteId: number; text: string },
): Promise<void> {
  const named = await listNamed(tx, customerId, Right.viewCases, mentionsIn(text))
  const others = named.filter((id) => id !== by.userId)
  await notifyUsers(tx, { customerId, kind: 'mention', cause: `note:${noteId}`, at: now, caseId, byUser: by.username }, others)
}
