import type { BlacklistRow } from '@regie/contract/blacklist.ts'
import { Right } from '@regie/contract/right-codes.ts'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { openUndoEntry } from '../../undo-entries/open-undo-entry.ts'
import type { UndoEntry } from '../../undo-entries/undo-entry-queries.ts'
import { endEntries, endManyEntries, mustMayChange, standAgain } from './end-entries.ts'
import { findEntry, shownAddress } from './listed-entries.ts'

/** Takes an entry off the blacklist from the list of all; the reason and who did it stay. */
export async function takeOffEntry({ db, clock }: Services, caller: Caller, id: number, reason: string): Promise<BlacklistRow> {
  const customerId = await db.transaction().execute(async (tx) => {
    const at = clock.now()
    const found = await tx
      .selectFrom('blacklist')
      .select(['id', 'customer_id as customerId', 'kind', 'value', 'system_key as systemKey'])
      .where('id', '=', id)
      .where('customer_id', 'in', caller.customerIds.length === 0 ? [0] : caller.customerIds)
      .executeTakeFirst()
    if (!found) throw new AppError('blacklist.notFound')
    mustMayChange(caller, found.systemKey === null ? 'customer' : 'system')
    if ((await endEntries(tx, found, { by: caller.username, reason, at })) === 0) throw new AppError('blacklist.notFound')
    const name = shownAddress(caller, found.kind as 'phone' | 'email', found.value)
    await openUndoEntry(tx, {
      ...{ customerId: found.customerId, userId: caller.userId, action: 'listing.remove', name, at, count: 1 },
      right: Right.removeFromBlacklist,
      before: { removed: id, systemKey: found.systemKey },
    })
    return found.customerId
  })
  const row = await findEntry(db, caller, customerId, id)
  if (!row) throw new AppError('blacklist.notFound')
  return row
}

const Before = z.object({
  added: z.array(z.number()).default([]),
  removed: z.number().optional(),
  systemKey: z.string().nullable().default(null),
})

/** What was listed by hand is taken off, or what was taken off stands again. Answers how much of it had changed since. */
export async function undoListing(
  tx: Transaction,
  caller: Caller,
  entry: UndoEntry,
  now: Date,
): Promise<{ restored: number; leftAlone: number }> {
  const { added, removed, systemKey } = Before.parse(entry.before)
  mustMayChange(caller, systemKey === null ? 'customer' : 'system')
  if (removed !== undefined) {
    const { customerId, at: removedAt } = entry
    const back = (await standAgain(tx, { id: removed, systemKey, customerId, removedAt }, now)) > 0
    return back ? { restored: 1, leftAlone: 0 } : { restored: 0, leftAlone: 1 }
  }
  const ending = { by: caller.username, reason: 'undone', at: now }
  const [id = 0] = added
  const restored =
    systemKey === null ? await endManyEntries(tx, added, ending) : Math.min(1, await endEntries(tx, { id, systemKey }, ending))
  return { restored, leftAlone: added.length - restored }
}
