import { checkGuide } from '@regie/contract/guide-rules.ts'
import type { Guide, guideApi, GuidePiece } from '@regie/contract/guides.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { selectGuideForUpdate } from './change-guide.ts'
import { findDraft, findGuide, findGuideFields, findOwnerOfGuide, findPieces, type GuideRef } from './guide-queries.ts'

type Draft = RequestOf<typeof guideApi.saveDraft>['body']
type Publication = RequestOf<typeof guideApi.publish>['body']

/** Keeps what somebody draws, faults and all; refused when a colleague drew something else since. */
export async function saveGuideDraft({ db, clock }: Services, caller: Caller, guideId: number, { pieces, version }: Draft): Promise<Guide> {
  const ref = await findOwnerOfGuide(db, caller, guideId)
  const isSaved = await db.transaction().execute(async (tx) => {
    const { liveVersionId } = await selectGuideForUpdate(tx, ref)
    if (((await findDraft(tx, ref))?.version ?? 0) !== version) return false
    const drawn = { pieces: JSON.stringify(pieces), version: version + 1, changed_at: clock.now(), changed_by: caller.username }
    await tx
      .insertInto('guide_drafts')
      .values({ customer_id: ref.customerId, guide_id: guideId, based_on: liveVersionId, ...drawn })
      .onConflict((conflict) => conflict.columns(['customer_id', 'guide_id']).doUpdateSet(drawn))
      .execute()
    return true
  })
  const guide = await findGuide(db, ref)
  if (!isSaved) throw new AppError('error.conflict', { current: guide })
  return guide
}

/** Throws the draft away; what is published is what there is to draw on. */
export async function dropGuideDraft({ db }: Services, caller: Caller, guideId: number): Promise<Guide> {
  const ref = await findOwnerOfGuide(db, caller, guideId)
  await db.transaction().execute(async (tx) => {
    const { liveVersionId } = await selectGuideForUpdate(tx, ref)
    if (liveVersionId === null) throw new AppError('guide.onlyDraft')
    await deleteDraft(tx, ref)
  })
  return findGuide(db, ref)
}

/** Publishes the draft for calls that begin from now on, if it is still the draft that the caller has seen. */
export async function publishGuide({ db, clock }: Services, caller: Caller, guideId: number, order: Publication): Promise<Guide> {
  const ref = await findOwnerOfGuide(db, caller, guideId)
  const isPublished = await db.transaction().execute(async (tx) => {
    await selectGuideForUpdate(tx, ref)
    const draft = await findDraft(tx, ref)
    if (!draft) throw new AppError('guide.noDraft')
    if (draft.version !== order.version) return false
    await addVersion(tx, ref, { pieces: draft.pieces, note: order.note, by: caller.username, at: clock.now() })
    await deleteDraft(tx, ref)
    return true
  })
  const guide = await findGuide(db, ref)
  if (!isPublished) throw new AppError('error.conflict', { current: guide })
  return guide
}

/** Publishes an earlier version again, as a new version: the history stays. */
export async function restoreGuide(
  { db, clock }: Services,
  caller: Caller,
  { guideID, versionID }: { guideID: number; versionID: number },
  note: string,
): Promise<Guide> {
  const ref = await findOwnerOfGuide(db, caller, guideID)
  await db.transaction().execute(async (tx) => {
    await selectGuideForUpdate(tx, ref)
    await addVersion(tx, ref, { pieces: await findPieces(tx, ref, versionID), note, by: caller.username, at: clock.now() })
  })
  return findGuide(db, ref)
}

type NewVersion = { pieces: readonly GuidePiece[]; note: string; by: string; at: Date }

/** The next version, under the lock of its conversation. Pieces with faults are refused. */
async function addVersion(tx: Transaction, { customerId, guideId }: GuideRef, { pieces, note, by, at }: NewVersion): Promise<void> {
  const faults = checkGuide(pieces, { fields: await findGuideFields(tx, customerId) })
  if (faults.length > 0) {
    const count = new Set(faults.map(({ piece }) => piece)).size
    throw new AppError('guide.faulty', { params: { count }, current: faults })
  }
  await sql`
    with made as (
      insert into guide_versions (customer_id, guide_id, no, pieces, note, created_by, created_at)
      select ${customerId}, ${guideId}, coalesce(max(no), 0) + 1, ${JSON.stringify(pieces)}::jsonb, ${note}, ${by},
        ${at}
      from guide_versions
      where customer_id = ${customerId} and guide_id = ${guideId}
      returning id)
    update guides g
    set guide_version_id = made.id
    from made
    where g.customer_id = ${customerId} and g.id = ${guideId}`.execute(tx)
}

const deleteDraft = (tx: Transaction, { customerId, guideId }: GuideRef) =>
  tx.deleteFrom('guide_drafts').where('customer_id', '=', customerId).where('guide_id', '=', guideId).execute()
