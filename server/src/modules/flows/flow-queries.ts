import type { Flow, ScriptVersionRow } from '@regie/contract/flow.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { checkSteps, type KnownNames } from '@regie/contract/script-steps-check.ts'
import { changesOf } from '@regie/contract/step-changes.ts'
import { type ScriptStep, ScriptSteps } from '@regie/contract/scripts.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { fieldsAsked, pressableIn } from '../templates/render-template.ts'
import { findDraftMarks, listLiveTexts } from '../templates/template-queries.ts'
import { findFields } from '../fields/find-fields.ts'

/** Whose script it is; another customer's script does not exist for this caller. */
export async function findOwnerOfScript(db: Db, caller: Caller, scriptId: number): Promise<number> {
  const script = await db.selectFrom('scripts').select('customer_id').where('id', '=', scriptId).executeTakeFirst()
  if (!script) throw new AppError('script.notFound')
  mustAccessCustomer(caller, script.customer_id, 'script.notFound')
  return script.customer_id
}

/** The live steps of a script and the draft beside them, with what a draft may name and what is wrong with it. */
export async function findFlow(db: Db, customerId: number, scriptId: number): Promise<Flow> {
  const live = await findLive(db, customerId, scriptId)
  const draft = await findDraft(db, customerId, scriptId)
  const steps = draft?.steps ?? live.steps
  const { templates, variables, fields, hasQueue } = await gatherNames(db, customerId, scriptId)
  return {
    scriptID: scriptId,
    customerID: customerId,
    name: live.name,
    live: { versionID: live.id, no: live.no, steps: live.steps, at: live.created_at.toISOString(), by: live.created_by },
    draft,
    faults: checkSteps(steps, { templates, variables, fields: fields.map(({ key }) => key), hasQueue }),
    templates,
    speech: { voice: live.voice, language: live.language as Locale },
    variables,
    fields: fields.map(({ key, label }) => ({ key, label })),
    hasQueue,
  }
}

/** What the steps of this script may name. */
export async function findKnownNames(db: Db, customerId: number, scriptId: number): Promise<KnownNames> {
  const { fields, ...names } = await gatherNames(db, customerId, scriptId)
  return { ...names, fields: fields.map(({ key }) => key) }
}

async function gatherNames(db: Db, customerId: number, scriptId: number) {
  const templates = await listTemplates(db, customerId)
  const variables = await listVariables(db, customerId, scriptId)
  return { templates, variables, fields: await findFields(db, customerId, scriptId), hasQueue: await hasQueue(db, customerId, scriptId) }
}

async function hasQueue(db: Db, customerId: number, scriptId: number): Promise<boolean> {
  const row = await db
    .selectFrom('queue_scripts')
    .select('queue_id')
    .where('customer_id', '=', customerId)
    .where('script_id', '=', scriptId)
    .executeTakeFirst()
  return row !== undefined
}

/** The draft of a script, or null. */
export async function findDraft(db: Db, customerId: number, scriptId: number): Promise<Flow['draft']> {
  const draft = await db
    .selectFrom('script_drafts')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('script_id', '=', scriptId)
    .executeTakeFirst()
  if (!draft) return null
  return {
    steps: ScriptSteps.parse(draft.steps),
    version: draft.version,
    changedAt: draft.changed_at.toISOString(),
    changedBy: draft.changed_by,
    basedOn: draft.based_on,
  }
}

/** The version that new cases start on. */
export async function findLive(db: Db, customerId: number, scriptId: number) {
  const row = await db
    .selectFrom('scripts as s')
    .innerJoin('script_versions as v', (join) => join.onRef('v.customer_id', '=', 's.customer_id').onRef('v.id', '=', 's.live_version_id'))
    .select(['s.name', 's.voice', 's.language', 'v.id', 'v.no', 'v.steps', 'v.created_at', 'v.created_by'])
    .where('s.customer_id', '=', customerId)
    .where('s.id', '=', scriptId)
    .executeTakeFirst()
  if (!row) throw new AppError('script.notFound')
  return { ...row, steps: ScriptSteps.parse(row.steps) }
}

/** The steps of a version, live or not. */
export async function findStepsOfVersion(
  db: Db,
  { customerId, scriptId }: { customerId: number; scriptId: number },
  versionId: number,
): Promise<ScriptStep[]> {
  const row = await db
    .selectFrom('script_versions')
    .select('steps')
    .where('customer_id', '=', customerId)
    .where('script_id', '=', scriptId)
    .where('id', '=', versionId)
    .executeTakeFirst()
  if (!row) throw new AppError('script.versionNotFound')
  return ScriptSteps.parse(row.steps)
}

/** The versions of a script, newest first, each with what it changed and how many cases still run on it. */
export async function listVersions(db: Db, customerId: number, scriptId: number): Promise<ScriptVersionRow[]> {
  const live = await findLive(db, customerId, scriptId)
  const versions = await db
    .selectFrom('script_versions')
    .select(['id', 'no', 'steps', 'note', 'created_at', 'created_by'])
    .where('customer_id', '=', customerId)
    .where('script_id', '=', scriptId)
    .orderBy('no', 'desc')
    .limit(200)
    .execute()
  const running = await countRunning(db, customerId, scriptId)
  return versions.map((version, at) => ({
    versionID: version.id,
    no: version.no,
    by: version.created_by,
    at: version.created_at.toISOString(),
    note: version.note,
    live: version.id === live.id,
    runningCases: running.get(version.id) ?? 0,
    changes: changesOf(ScriptSteps.parse(versions[at + 1]?.steps ?? version.steps), ScriptSteps.parse(version.steps)),
  }))
}

async function countRunning(db: Db, customerId: number, scriptId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ version: number; cases: number }>`
    select r.script_version_id as version, count(*) as cases from batches b
    join case_runs r on r.customer_id = b.customer_id and r.batch_id = b.id and r.state <> 'finished'
    where b.customer_id = ${customerId} and b.script_id = ${scriptId} and b.status <> 'closed'
    group by r.script_version_id`.execute(db)
  return new Map(rows.map(({ version, cases }) => [version, cases]))
}

async function listTemplates(db: Db, customerId: number): Promise<Flow['templates']> {
  const live = await listLiveTexts(db, customerId)
  const drafts = await findDraftMarks(db, customerId)
  return live.map(({ id, key, name, kind, texts, options }) => {
    const asks = fieldsAsked(texts)
    const draft = drafts.get(id)
    const pressable = pressableIn(texts)
    return {
      ...{ templateID: id, key, name, kind, asksLink: asks.includes('betaallink'), asks },
      ...(options.byPost && { byPost: true }),
      ...(pressable.length > 0 && { pressable }),
      ...(draft && { draft }),
    }
  })
}

async function listVariables(db: Db, customerId: number, scriptId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('script_variables')
    .select('key')
    .where('customer_id', '=', customerId)
    .where('script_id', '=', scriptId)
    .orderBy('key')
    .execute()
  return rows.map(({ key }) => key)
}
