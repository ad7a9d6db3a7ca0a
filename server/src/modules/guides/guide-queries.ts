import { changesOfGuide, checkGuide } from '@regie/contract/guide-rules.ts'
import { type Guide, GuidePieces, type GuideRow, type GuideVersionRow } from '@regie/contract/guides.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { isoText } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { fieldsOf } from '../fields/find-fields.ts'

export type GuideRef = { customerId: number; guideId: number }

const countedDays = 30
const versionsMax = 200

/** Whose conversation it is; another customer's does not exist for this caller, nor does one that was put away. */
export async function findOwnerOfGuide(db: Db, caller: Caller, guideId: number): Promise<GuideRef> {
  const guide = await db.selectFrom('guides').select(['customer_id', 'removed_at']).where('id', '=', guideId).executeTakeFirst()
  if (!guide || guide.removed_at !== null) throw new AppError('guide.notFound')
  mustAccessCustomer(caller, guide.customer_id, 'guide.notFound')
  return { customerId: guide.customer_id, guideId }
}

/** The conversations of a customer, by name; the one that leads all other calls first. */
export async function listGuides(db: Db, customerId: number, now: Date): Promise<GuideRow[]> {
  const { rows } = await sql<GuideRow>`
    select g.id as "guideID", g.customer_id as "customerID", g.name, g.is_default as "isDefault", v.no as "liveNo",
      ${sql.raw(isoText('v.created_at'))} as "liveAt",
      exists (select from guide_drafts d where d.customer_id = g.customer_id and d.guide_id = g.id) as "hasDraft",
      coalesce(u.scripts, '[]') as scripts, coalesce(u.queues, '[]') as queues, (
        select count(*)::int
        from guide_versions w
        join call_guides c on c.customer_id = w.customer_id and c.guide_version_id = w.id
          and c.began_at > ${now}::timestamptz - make_interval(days => ${countedDays})
        where w.customer_id = g.customer_id and w.guide_id = g.id) as calls
    from guides g
    left join guide_versions v on v.customer_id = g.customer_id and v.id = g.guide_version_id
    left join lateral (
      select json_agg(s.name order by s.name) filter (where s.id is not null) as scripts,
        json_agg(q.name order by q.name) filter (where q.id is not null) as queues
      from guide_uses x
      left join scripts s on s.customer_id = x.customer_id and s.id = x.script_id
      left join queues q on q.customer_id = x.customer_id and q.id = x.queue_id
      where x.customer_id = g.customer_id and x.guide_id = g.id) u on true
    where g.customer_id = ${customerId} and g.removed_at is null
    order by g.is_default desc, lower(g.name)`.execute(db)
  return rows
}

/** What is published of a conversation and the draft beside it, with what is wrong with that and whose calls it leads. */
export async function findGuide(db: Db, ref: GuideRef): Promise<Guide> {
  const { customerId, guideId } = ref
  const guide = await db
    .selectFrom('guides')
    .select(['name', 'is_default', 'version', 'guide_version_id'])
    .where('customer_id', '=', customerId)
    .where('id', '=', guideId)
    .executeTakeFirst()
  if (!guide) throw new AppError('guide.notFound')
  const live = guide.guide_version_id === null ? null : await findVersion(db, ref, guide.guide_version_id)
  const draft = await findDraft(db, ref)
  const fields = await findGuideFields(db, customerId)
  return {
    guideID: guideId,
    customerID: customerId,
    name: guide.name,
    isDefault: guide.is_default,
    version: guide.version,
    live,
    draft,
    faults: checkGuide(draft?.pieces ?? live?.pieces ?? [], { fields }),
    fields,
    ...(await findChoices(db, customerId)),
  }
}

async function findVersion(db: Db, { customerId, guideId }: GuideRef, versionId: number): Promise<NonNullable<Guide['live']>> {
  const row = await db
    .selectFrom('guide_versions')
    .select(['no', 'pieces', 'created_at', 'created_by'])
    .where('customer_id', '=', customerId)
    .where('guide_id', '=', guideId)
    .where('id', '=', versionId)
    .executeTakeFirst()
  if (!row) throw new AppError('guide.versionNotFound')
  const { no, created_at: at, created_by: by } = row
  return { versionID: versionId, no, pieces: GuidePieces.parse(row.pieces), at: at.toISOString(), by }
}

/** The pieces of a version, published now or before. */
export const findPieces = async (db: Db, ref: GuideRef, versionId: number) => (await findVersion(db, ref, versionId)).pieces

/** The draft of a conversation, or null. */
export async function findDraft(db: Db, { customerId, guideId }: GuideRef): Promise<Guide['draft']> {
  const row = await db
    .selectFrom('guide_drafts')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('guide_id', '=', guideId)
    .executeTakeFirst()
  if (!row) return null
  const { version, changed_at: changedAt, changed_by: changedBy, based_on: basedOn } = row
  return { pieces: GuidePieces.parse(row.pieces), version, changedAt: changedAt.toISOString(), changedBy, basedOn }
}

/** The names of the fields and variables of all scripts of a customer: a conversation may lead the calls of each. */
export async function findGuideFields(db: Db, customerId: number): Promise<string[]> {
  const scripts = await db.selectFrom('scripts').select('fields').where('customer_id', '=', customerId).execute()
  const variables = await db.selectFrom('script_variables').select('key').distinct().where('customer_id', '=', customerId).execute()
  const fields = scripts.flatMap((script) => fieldsOf(script.fields).map(({ key }) => key))
  return [...new Set([...fields, ...variables.map(({ key }) => key)])].sort()
}

async function findChoices(db: Db, customerId: number): Promise<Pick<Guide, 'scripts' | 'queues'>> {
  const { rows } = await sql<Guide['scripts'][number] & { isScript: boolean }>`
    select x.id, x.name, x."isScript", g.id as "guideID", g.name as "guideName"
    from (
      select id, name, true as "isScript" from scripts where customer_id = ${customerId} and active
      union all
      select id, name, false from queues where customer_id = ${customerId}) x
    left join guide_uses u on u.customer_id = ${customerId}
      and case when x."isScript" then u.script_id else u.queue_id end = x.id
    left join guides g on g.customer_id = u.customer_id and g.id = u.guide_id
    order by lower(x.name), x.id`.execute(db)
  const ofKind = (wanted: boolean) => rows.filter((row) => row.isScript === wanted).map(({ isScript: _kind, ...row }) => row)
  return { scripts: ofKind(true), queues: ofKind(false) }
}

/** The versions of a conversation, newest first, each with what it changed. */
export async function listGuideVersions(db: Db, { customerId, guideId }: GuideRef): Promise<GuideVersionRow[]> {
  const rows = await db
    .selectFrom('guide_versions as v')
    .innerJoin('guides as g', (join) => join.onRef('g.customer_id', '=', 'v.customer_id').onRef('g.id', '=', 'v.guide_id'))
    .select(['v.id', 'v.no', 'v.pieces', 'v.note', 'v.created_at', 'v.created_by', 'g.guide_version_id'])
    .where('v.customer_id', '=', customerId)
    .where('v.guide_id', '=', guideId)
    .orderBy('v.no', 'desc')
    .limit(versionsMax)
    .execute()
  return rows.map((row, at) => ({
    versionID: row.id,
    no: row.no,
    by: row.created_by,
    at: row.created_at.toISOString(),
    note: row.note,
    live: row.id === row.guide_version_id,
    changes: changesOfGuide(GuidePieces.parse(rows[at + 1]?.pieces ?? row.pieces), GuidePieces.parse(row.pieces)),
  }))
}
