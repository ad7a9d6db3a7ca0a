import { undoMinutes } from '@regie/contract/undo.ts'
import * as z from 'zod'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { UndoEntry } from '../undo-entries/undo-entry-queries.ts'
import { mustBeFree } from './change-views.ts'

const Before = z.object({
  view: z.object({
    id: z.number(),
    version: z.number(),
    name: z.string(),
    shared: z.boolean(),
    filters: z.record(z.string(), z.string()),
    columns: z.array(z.unknown()),
  }),
})

/** The view is as it was before a change or a removal; false when somebody changed it since. */
export async function undoView(tx: Transaction, { customerId, before }: UndoEntry, now: Date): Promise<boolean> {
  const { view } = Before.parse(before)
  const row = await tx
    .selectFrom('saved_views')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', view.id)
    .forUpdate()
    .executeTakeFirst()
  if (row?.version !== view.version + 1) return false
  await mustBeFree(tx, row, view.name, view.id)
  const { name, shared } = view
  await tx
    .updateTable('saved_views')
    .set({ name, shared, filters: JSON.stringify(view.filters), columns: JSON.stringify(view.columns) })
    .set({ removed_at: null, version: row.version + 1, changed_at: now })
    .where('customer_id', '=', customerId)
    .where('id', '=', view.id)
    .execute()
  return true
}

/** Forgets views whose removal can no longer be undone, and what nobody sees since its maker is gone. */
export async function sweepViews(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('saved_views')
    .where(({ eb, or, and }) =>
      or([
        eb('removed_at', '<', new Date(now.getTime() - undoMinutes * 60_000)),
        and([eb('user_id', 'is', null), eb('shared', '=', false)]),
      ]),
    )
    .execute()
}
