import type { RequestOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { rightsOfLists, type SavedView, type savedViewApi, savedViewsMax, type ViewList } from '@regie/contract/saved-views.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { openUndoEntry } from '../undo-entries/open-undo-entry.ts'
import { selectViewForUpdate, shownView, type ViewRow } from './saved-view-queries.ts'

type NewView = RequestOf<typeof savedViewApi.add>['body']
type Change = RequestOf<typeof savedViewApi.change>['body']
type Parts = Pick<NewView, 'name' | 'shared' | 'filters' | 'columns'>

/** Keeps a view by name for this user, shared where asked. */
export function addView({ db, clock }: Services, caller: Caller, { customerID, list, ...parts }: NewView): Promise<SavedView> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  mustHold(caller, rightsOfLists[list])
  if (parts.shared) mustHold(caller, Right.shareViews)
  const place = { customer_id: customerID, user_id: caller.userId, list }
  return db.transaction().execute(async (tx) => {
    await mustBeFree(tx, place, parts.name)
    const row = await tx
      .insertInto('saved_views')
      .values({ ...place, by_user: caller.username, ...columnsOf(parts), changed_at: clock.now() })
      .returningAll()
      .executeTakeFirstOrThrow()
    return shownView(caller, row)
  })
}

/** Renames, shares or fills a view anew, unless somebody else did so since this person looked. */
export function changeView({ db, clock }: Services, caller: Caller, viewId: number, { version, ...parts }: Change): Promise<SavedView> {
  return db.transaction().execute(async (tx) => {
    const before = await selectViewForUpdate(tx, caller, viewId)
    if (before.version !== version) throw new AppError('error.conflict', { current: shownView(caller, before) })
    if (parts.shared && !before.shared) mustHold(caller, Right.shareViews)
    await mustBeFree(tx, before, parts.name, viewId)
    const now = clock.now()
    const row = await tx
      .updateTable('saved_views')
      .set({ ...columnsOf(parts), version: version + 1, changed_at: now })
      .where('customer_id', '=', before.customer_id)
      .where('id', '=', viewId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await openUndo(tx, caller, 'view.change', before, now)
    return shownView(caller, row)
  })
}

/** Takes a view away; it stays as long as that can be undone. */
export async function removeView({ db, clock }: Services, caller: Caller, viewId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await selectViewForUpdate(tx, caller, viewId)
    const now = clock.now()
    await tx
      .updateTable('saved_views')
      .set({ removed_at: now, version: before.version + 1 })
      .where('customer_id', '=', before.customer_id)
      .where('id', '=', viewId)
      .execute()
    await openUndo(tx, caller, 'view.remove', before, now)
  })
}

function openUndo(tx: Transaction, { userId }: Caller, action: 'view.change' | 'view.remove', before: ViewRow, at: Date) {
  const { id, version, name, shared, filters, columns } = before
  const view = { id, version, name, shared, filters, columns }
  return openUndoEntry(tx, {
    ...{ customerId: before.customer_id, userId, action, name, at, count: 1 },
    right: rightsOfLists[before.list as ViewList],
    before: { view },
  })
}

type Owner = Pick<ViewRow, 'customer_id' | 'user_id' | 'list'>

/** Throws when its maker has a view of this name already, or as many as may be. One transaction at a time for each maker. */
export async function mustBeFree(tx: Transaction, owner: Owner, name: string, except?: number): Promise<void> {
  if (owner.user_id === null) return
  await sql`select pg_advisory_xact_lock(${lockNumber}::int, ${owner.user_id}::int)`.execute(tx)
  const views = await tx
    .selectFrom('saved_views')
    .select(['id', 'name'])
    .where('customer_id', '=', owner.customer_id)
    .where('user_id', '=', owner.user_id)
    .where('list', '=', owner.list)
    .where('removed_at', 'is', null)
    .execute()
  const others = views.filter(({ id }) => id !== except)
  if (others.length >= savedViewsMax) throw new AppError('view.tooMany', { params: { count: savedViewsMax } })
  if (others.some((view) => view.name.toLowerCase() === name.toLowerCase())) throw new AppError('view.nameTaken', { field: 'name' })
}

// Any number of our own; the maker's id is the second key.
const lockNumber = 4_300_066

function columnsOf({ name, shared, filters, columns }: Parts) {
  return { name, shared, filters: JSON.stringify(filters), columns: JSON.stringify(columns) }
}

function mustHold({ rights }: Caller, right: number) {
  if (!rights.includes(right)) throw new AppError('error.rightMissing')
}
