import { Right } from '@regie/contract/right-codes.ts'
import { rightsOfLists, SavedView, type ViewList } from '@regie/contract/saved-views.ts'
import type { Selectable } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import type { SavedViews } from '../../platform/db/tables.generated.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/app-error.ts'
import { maySeePersonalData } from '../fields/masks.ts'

export type ViewRow = Selectable<SavedViews>

/** The caller's views of a list and those that are shared, by name. */
export async function listViews(db: Db, caller: Caller, customerId: number, list: ViewList): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_views')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('list', '=', list)
    .where('removed_at', 'is', null)
    .where(({ eb, or }) => or([eb('user_id', '=', caller.userId), eb('shared', '=', true)]))
    .orderBy((eb) => eb.fn('lower', ['name']))
    .orderBy('id')
    .execute()
  return rows.filter((row) => maySee(caller, row)).map((row) => shownView(caller, row))
}

/** A view that this caller may change, until the transaction ends. Any other is answered as one that is not there. */
export async function selectViewForUpdate(tx: Transaction, caller: Caller, viewId: number): Promise<ViewRow> {
  const row = await tx
    .selectFrom('saved_views')
    .selectAll()
    .where('id', '=', viewId)
    .where('customer_id', 'in', caller.customerIds.length === 0 ? [0] : caller.customerIds)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row || !maySee(caller, row)) throw new AppError('view.notFound')
  if (!mayChange(caller, row)) throw new AppError('error.rightMissing')
  return row
}

/** The view as this caller sees it. */
export function shownView(caller: Caller, row: ViewRow): SavedView {
  return SavedView.parse({
    viewID: row.id,
    list: row.list,
    name: row.name,
    shared: row.shared,
    filters: row.filters,
    columns: row.columns,
    mine: row.user_id === caller.userId,
    by: row.by_user,
    mayChange: mayChange(caller, row),
    version: row.version,
  })
}

function mayChange({ userId, rights }: Caller, row: ViewRow): boolean {
  return row.user_id === userId || (row.shared && rights.includes(Right.shareViews))
}

// What somebody searched for may name a person; a colleague who sees people masked does not get it by a view either.
function maySee(caller: Caller, row: ViewRow): boolean {
  if (!caller.rights.includes(rightsOfLists[row.list as ViewList])) return false
  if (row.user_id === caller.userId) return true
  return row.shared && (maySeePersonalData(caller) || row.list === 'batches' || !Object.hasOwn(row.filters as object, 'q'))
}
