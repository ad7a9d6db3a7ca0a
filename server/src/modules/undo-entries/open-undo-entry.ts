import { type Undo, type UndoableChange, undoMinutes } from '@regie/contract/undo.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { newToken } from '../../platform/security/secret-token.ts'

/** A entry that its doer can take back. What it changes is changed at this very moment: `at` is how it is known again. */
export type UndoEntryRef = { id: number; customerId: number; at: Date }

type NewUndoEntry = {
  customerId: number
  userId: number
  action: Undo['action']
  /** Of what: a batch's or case's name. */
  name: string
  /** The right that it asked; taking it back asks the same. */
  right: number
  at: Date
  batchId?: number | undefined
  caseId?: number | undefined
  /** How many cases it touches, where that is known beforehand. */
  count?: number
  /** What was changed, where the action does not say it. */
  change?: UndoableChange
  /** What its own code needs to go back, besides the cases. */
  before?: object
  /** The moment it can no longer be taken back, where that may come before the ten minutes are over. */
  endsAt?: Date
}

/** Writes down, in the transaction of an entry, that it can be taken back for ten minutes. */
export async function openUndoEntry(tx: Transaction, entry: NewUndoEntry): Promise<UndoEntryRef & { token: string }> {
  const { customerId, at } = entry
  const token = newToken()
  const { id } = await tx
    .insertInto('undo_entries')
    .values({
      customer_id: customerId,
      token,
      user_id: entry.userId,
      action: entry.action,
      name: entry.name,
      right_code: entry.right,
      batch_id: entry.batchId ?? null,
      case_id: entry.caseId ?? null,
      before: JSON.stringify({ ...entry.before, ...(entry.change && { change: entry.change }) }),
      count: entry.count ?? 0,
      at,
      until: untilOf(at, entry.endsAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, customerId, at, token }
}

/** More of the same entry: it touched so many cases more, and its ten minutes begin anew, up to its end if it has one. */
export async function extendUndoEntry(
  tx: Transaction,
  { id, customerId }: UndoEntryRef,
  more: number,
  { now, endsAt }: { now: Date; endsAt?: Date },
): Promise<void> {
  await tx
    .updateTable('undo_entries')
    .set((eb) => ({ count: eb('count', '+', more), until: untilOf(now, endsAt) }))
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}

/** One more of what is needed to go back, in the list of this name. */
export async function addToBefore(
  tx: Transaction,
  { customerId, id }: Pick<UndoEntryRef, 'customerId' | 'id'>,
  list: string,
  entry: object,
): Promise<void> {
  await sql`
    update undo_entries
    set before = jsonb_set(before, array[${list}::text],
      coalesce(before -> ${list}::text, '[]') || ${JSON.stringify([entry])}::jsonb)
    where customer_id = ${customerId} and id = ${id}`.execute(tx)
}

/** Empties such a list: what it asked for is not to be done any more. Waits for whoever is reading it. */
export async function dropFromBefore(tx: Transaction, { customerId, id }: UndoEntryRef, list: string): Promise<void> {
  await sql`
    update undo_entries
    set before = before - ${list}::text
    where customer_id = ${customerId} and id = ${id} and before ? ${list}::text`.execute(tx)
}

/** Forgets what can no longer be taken back. */
export async function sweepUndoEntries(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('undo_entries')
    .where('until', '<', new Date(now.getTime() - keptMs))
    .execute()
}

// A little longer than it can be taken back, so that somebody who comes too late reads that, and not that there was nothing.
const keptMs = 60 * 60_000
const untilOf = (from: Date, endsAt?: Date) => new Date(Math.min(from.getTime() + undoMinutes * 60_000, endsAt?.getTime() ?? Infinity))
