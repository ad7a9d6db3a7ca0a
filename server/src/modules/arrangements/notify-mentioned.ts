import { Right } from '@regie/contract/right-codes.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { notifyUsers } from '../notifications/notify-users.ts'
import { listNamed } from '../notifications/recipients.ts'
import type { Arranging } from './arranging.ts'

// After a letter or digit it is an e-mail address.
const mention = /(?<![\p{L}\p{N}._%+-])@([\p{L}\p{N}][\p{L}\p{N}._-]{0,99})/gu

// Nobody calls a whole department in one note.
const mentionsMax = 20

/** The names that a note calls by @, without the full stop that ends a sentence. */
export function mentionsIn(text: string): string[] {
  const names = [...text.matchAll(mention)].map(([, name = '']) => name.replace(/[._-]+$/, '').toLowerCase())
  return [...new Set(names)].slice(0, mentionsMax)
}

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
