import type { Guide, guideApi, GuidePiece, GuideRow } from '@regie/contract/guides.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findGuide, findOwnerOfGuide, type GuideRef, listGuides } from './guide-queries.ts'

type NewGuide = RequestOf<typeof guideApi.create>['body']
type Change = RequestOf<typeof guideApi.change>['body']

/** With what a new one begins: how to open, and an end; the check says what is missing. */
const firstPieces: readonly GuidePiece[] = [
  { kind: 'say', key: 'opening', text: '', isOpen: true, answers: [{ key: 'a', words: '', to: 'einde' }] },
  { kind: 'end', key: 'einde', text: '', work: 'result', result: 'INF' },
]

/** Makes a conversation, to be drawn. */
export async function createGuide({ db, clock }: Services, caller: Caller, { customerID, name }: NewGuide): Promise<Guide> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const ref = await db.transaction().execute(async (tx): Promise<GuideRef> => {
    const made = await tx
      .insertInto('guides')
      .values({ customer_id: customerID, name })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw new AppError('guide.nameTaken', { field: 'name' })
    const drawn = { pieces: JSON.stringify(firstPieces), changed_at: clock.now(), changed_by: caller.username }
    await tx
      .insertInto('guide_drafts')
      .values({ customer_id: customerID, guide_id: made.id, ...drawn })
      .execute()
    return { customerId: customerID, guideId: made.id }
  })
  return findGuide(db, ref)
}

/** Its name, and whose calls it leads; what another conversation led goes over to this one. Refused when a colleague changed it since. */
export async function changeGuide({ db }: Services, caller: Caller, guideId: number, change: Change): Promise<Guide> {
  const ref = await findOwnerOfGuide(db, caller, guideId)
  const isSaved = await db.transaction().execute(async (tx) => {
    // Which call is led by which conversation is said for all of a customer at once.
    await selectGuidesForUpdate(tx, ref.customerId)
    const { version } = await selectGuideForUpdate(tx, ref)
    if (version !== change.version) return false
    await mustBeFree(tx, ref, change.name)
    if (change.isDefault) {
      await tx
        .updateTable('guides')
        .set({ is_default: false })
        .where('customer_id', '=', ref.customerId)
        .where('is_default', '=', true)
        .where('id', '<>', guideId)
        .execute()
    }
    await tx
      .updateTable('guides')
      .set({ name: change.name, is_default: change.isDefault, version: version + 1 })
      .where('customer_id', '=', ref.customerId)
      .where('id', '=', guideId)
      .execute()
    await setUses(tx, ref, change)
    return true
  })
  const current = await findGuide(db, ref)
  if (!isSaved) throw new AppError('error.conflict', { current })
  return current
}

async function setUses(tx: Transaction, { customerId, guideId }: GuideRef, { scriptIDs, queueIDs }: Change) {
  const [scripts, queues] = [[...new Set(scriptIDs)], [...new Set(queueIDs)]]
  const { rows: known } = await sql<{ count: number }>`
    select (select count(*) from scripts where customer_id = ${customerId} and id = any(${scripts}::bigint[]))
      + (select count(*) from queues where customer_id = ${customerId} and id = any(${queues}::bigint[])) as count`.execute(tx)
  if (Number(known[0]?.count) !== scripts.length + queues.length) throw new AppError('guide.choiceUnknown')
  // What it led and no longer does, and what another led that is its own now.
  await sql`
    delete from guide_uses
    where customer_id = ${customerId}
      and (guide_id = ${guideId}) <> case when script_id is null then queue_id = any(${queues}::bigint[])
        else script_id = any(${scripts}::bigint[]) end`.execute(tx)
  await sql`
    insert into guide_uses (customer_id, guide_id, script_id, queue_id)
    select ${customerId}, ${guideId}, x.script_id, x.queue_id
    from (
      select id as script_id, null::bigint as queue_id from unnest(${scripts}::bigint[]) id
      union all
      select null, id from unnest(${queues}::bigint[]) id) x
    where not exists (
      select from guide_uses u
      where u.customer_id = ${customerId} and (u.script_id = x.script_id or u.queue_id = x.queue_id))`.execute(tx)
}

/** Puts a conversation away: it leads no call any more. What was said in calls that it led is read by its versions, which stay. */
export async function removeGuide({ db, clock }: Services, caller: Caller, guideId: number): Promise<GuideRow[]> {
  const ref = await findOwnerOfGuide(db, caller, guideId)
  const { customerId } = ref
  await db.transaction().execute(async (tx) => {
    await selectGuidesForUpdate(tx, customerId)
    await selectGuideForUpdate(tx, ref)
    await tx.deleteFrom('guide_uses').where('customer_id', '=', customerId).where('guide_id', '=', guideId).execute()
    await tx
      .updateTable('guides')
      .set({ removed_at: clock.now(), is_default: false })
      .where('customer_id', '=', customerId)
      .where('id', '=', guideId)
      .execute()
  })
  return listGuides(db, customerId, clock.now())
}

/** Who changes a conversation's draft, its published version or whose calls it leads waits for the others. */
export async function selectGuideForUpdate(tx: Transaction, { customerId, guideId }: GuideRef) {
  const guide = await tx
    .selectFrom('guides')
    .select(['version', 'guide_version_id as liveVersionId'])
    .where('customer_id', '=', customerId)
    .where('id', '=', guideId)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!guide) throw new AppError('guide.notFound')
  return guide
}

const selectGuidesForUpdate = (tx: Transaction, customerId: number) =>
  tx.selectFrom('guides').select('id').where('customer_id', '=', customerId).orderBy('id').forNoKeyUpdate().execute()

async function mustBeFree(tx: Transaction, { customerId, guideId }: GuideRef, name: string) {
  const { rows } = await sql`
    select from guides
    where customer_id = ${customerId} and id <> ${guideId} and removed_at is null and lower(name) = lower(${name})`.execute(tx)
  if (rows.length > 0) throw new AppError('guide.nameTaken', { field: 'name' })
}
