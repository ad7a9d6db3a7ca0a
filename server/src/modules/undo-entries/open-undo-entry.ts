import { type Undo, undoMinutes } from '@regie/contract/undo.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { newToken } from '../../platform/security/secret-token.ts'

/** A deed that its doer can take back. What it changes is changed at this very moment: `at` is how it is known again. */
export type DeedRef = { id: number; customerId: number; at: Date }

type NewDeed = {
  customerId: number
  userId: number
  deed: Undo['deed']
  /** Of what: a batch's or case's name. */
  name: string
  at: Date
  batchId?: number | undefined
  caseId?: number | undefined
  /** How many cases it touches, where that is known beforehand. */
  count?: number
  /** What its own code needs to go back, besides the cases. */
  before?: object
}

/** Writes down, in the transaction of a deed, that it can be taken back for ten minutes. */
export async function openDeed(tx: Transaction, deed: NewDeed): Promise<DeedRef & { token: string }> {
  const { customerId, at } = deed
  const token = newToken()
  const { id } = await tx
    .insertInto('deeds')
    .values({
      customer_id: customerId,
      token,
      user_id: deed.userId,
      deed: deed.deed,
      name: deed.name,
      batch_id: deed.batchId ?? null,
      case_id: deed.caseId ?? null,
      before: JSON.stringify(deed.before ?? {}),
      count: deed.count ?? 0,
      at,
      until: untilOf(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, customerId, at, token }
}

/** More of the same deed: it touched so many cases more, and its ten minutes begin anew. */
export async function extendDeed(tx: Transaction, { id, customerId }: DeedRef, more: number, now: Date): Promise<void> {
  await tx
    .updateTable('deeds')
    .set((eb) => ({ count: eb('count', '+', more), until: untilOf(now) }))
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}

/** Forgets what can no longer be taken back. */
export async function sweepDeeds(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('deeds')
    .where('until', '<', new Date(now.getTime() - keptMs))
    .execute()
}

// A little longer than it can be taken back, so that who comes too late hears that, and not that there was nothing.
const keptMs = 60 * 60_000
const untilOf = (from: Date) => new Date(from.getTime() + undoMinutes * 60_000)
