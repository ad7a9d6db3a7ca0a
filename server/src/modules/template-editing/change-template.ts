import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { templateApi } from '@regie/contract/template-api.ts'
import type { TemplateDetail } from '@regie/contract/templates.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { optionsOf, writtenOf, emptyTemplate } from './composing/written-text.ts'
import { insertDraft } from './save-draft.ts'
import { lockTemplatesOf } from './sections.ts'
import { findRow, findStored, findTemplate, findTemplateRef, type TemplateRef } from './template-rows.ts'
import { templateUses } from './template-impact.ts'

type NewTemplate = RequestOf<typeof templateApi.create>['body']
type Change = RequestOf<typeof templateApi.change>['body']

/** Begins a template with a draft: empty, or with the text of another. */
export async function createTemplate({ db, clock }: Services, caller: Caller, body: NewTemplate): Promise<TemplateDetail> {
  const { customerID: customerId, kind, section, copyOf, name, description, group } = body
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const content = copyOf === null ? { written: emptyTemplate, options: optionsOf({}) } : await contentOf({ db, caller, body, copyOf })
  const templateId = await db.transaction().execute(async (tx) => {
    await lockTemplatesOf(tx, customerId)
    await mustBeFree(tx, customerId, name, null)
    const { id } = await tx
      .insertInto('templates')
      .values({
        ...partsOf({ name, description, group }),
        customer_id: customerId,
        key: await freeKey(tx, customerId, name),
        kind,
        is_section: section,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertDraft(tx, { customerId, templateId: id }, { ...content, by: caller.username, at: clock.now() })
    return id
  })
  return findTemplate(db, { customerId, templateId })
}

type Copying = { db: Services['db']; caller: Caller; body: NewTemplate; copyOf: number }

async function contentOf({ db, caller, body, copyOf }: Copying) {
  const ref = await findTemplateRef(db, caller, copyOf)
  if (ref.customerId !== body.customerID) throw new AppError('template.notFound')
  const { kind, content } = await findTemplate(db, ref)
  if (kind !== body.kind) throw new AppError('template.kindOther', { field: 'copyOf' })
  return content
}

/** Renames, describes or regroups, unless somebody else did since this person looked. */
export async function changeTemplate(services: Services, caller: Caller, templateId: number, { version, ...parts }: Change) {
  return onVersion(services, caller, { templateId, version }, async (tx, ref) => {
    await mustBeFree(tx, ref.customerId, parts.name, templateId)
    return partsOf(parts)
  })
}

/** Puts away what no script and no other text uses, or takes it back. */
export async function archiveTemplate(
  services: Services,
  caller: Caller,
  templateId: number,
  { archived, version }: RequestOf<typeof templateApi.archive>['body'],
) {
  return onVersion(services, caller, { templateId, version }, async (tx, ref) => {
    if (!archived) {
      await mustBeFree(tx, ref.customerId, (await findRow(tx, ref)).name, templateId)
      return { archived_at: null }
    }
    const { scripts, parents } = await templateUses(tx, ref)
    const users = [...scripts, ...parents].map(({ name }) => name)
    if (users.length > 0) throw new AppError('template.inUse', { params: { names: users.slice(0, 5).join(', '), count: users.length } })
    return { archived_at: services.clock.now() }
  })
}

type Seen = { templateId: number; version: number }
type Columns = { name?: string; description?: string; group_name?: string; archived_at?: Date | null }

async function onVersion(
  { db }: Services,
  caller: Caller,
  { templateId, version }: Seen,
  work: (tx: Transaction, ref: TemplateRef) => Promise<Columns>,
): Promise<TemplateDetail> {
  const ref = await findTemplateRef(db, caller, templateId)
  const isSaved = await db.transaction().execute(async (tx) => {
    await lockTemplatesOf(tx, ref.customerId)
    if ((await findRow(tx, ref)).version !== version) return false
    await tx
      .updateTable('templates')
      .set({ ...(await work(tx, ref)), version: version + 1 })
      .where('customer_id', '=', ref.customerId)
      .where('id', '=', templateId)
      .execute()
    return true
  })
  const current = await findTemplate(db, ref)
  if (!isSaved) throw new AppError('error.conflict', { current })
  return current
}

const partsOf = ({ name, description, group }: Pick<NewTemplate, 'name' | 'description' | 'group'>) => ({
  ...{ name, description, group_name: group },
})

async function mustBeFree(tx: Transaction, customerId: number, name: string, except: number | null): Promise<void> {
  const { rows } = await sql`
    select id
    from templates
    where customer_id = ${customerId} and lower(name) = lower(${name}) and archived_at is null
      and id is distinct from ${except}::bigint`.execute(tx)
  if (rows.length > 0) throw new AppError('template.nameTaken', { field: 'name' })
}

/** A key of small letters, made of the name; steps of scripts call the template by it, so it never changes. */
async function freeKey(tx: Transaction, customerId: number, name: string): Promise<string> {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
  const begin = plain === '' ? 'sjabloon' : plain
  const taken = await tx.selectFrom('templates').select('key').where('customer_id', '=', customerId).execute()
  const keys = new Set(taken.map(({ key }) => key))
  for (let at = 1; ; at++) {
    const key = at === 1 ? begin : `${begin}-${at}`
    if (!keys.has(key)) return key
  }
}

/** The text of an earlier revision for the draft. */
export async function contentOfRevision(services: Services, ref: TemplateRef, revisionId: number) {
  const { kind } = await findRow(services.db, ref)
  const stored = await findStored(services.db, ref, revisionId)
  return { written: writtenOf({ kind, ...stored }), options: optionsOf(stored.options) }
}
