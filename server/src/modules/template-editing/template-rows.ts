import type { TemplateDetail, TemplateKind, TemplateRevision, TemplateRevisionRow, TemplateRow } from '@regie/contract/templates.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { templateApi } from '@regie/contract/template-api.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { findUsualCard } from '../payment-links/link-card.ts'
import { faultsOf } from './composing/template-faults.ts'
import { findApproved, findFilesOf, hasCardImageOf } from './find-approved.ts'
import { emptyTemplate, optionsOf, writtenOf } from './composing/written-text.ts'
import { findKnownFields, findStatusFields } from './known-fields.ts'
import { findSections } from './sections.ts'
import { findSmsProviders } from './sms-providers.ts'

export type TemplateRef = { customerId: number; templateId: number }

type Row = Omit<TemplateRow, 'liveAt'> & { liveAt: Date | null; liveRevisionId: number | null }
type RevisionRow = {
  revisionID: number
  no: number
  note: string
  by: string
  at: Date
  isDraft: boolean
  version: number
  written: unknown
  texts: unknown
  options: unknown
}

// A customer has dozens; more than a thousand nobody finds anything in.
const rowsMax = 1_000

const columns = sql`t.id as "templateID", t.customer_id as "customerID", t.key, t.kind, t.name, t.description,
    t.group_name as "group", t.is_section as section, t.archived_at is not null as archived, t.version,
    t.live_revision_id as "liveRevisionId", r.no as "liveNo", r.activated_at as "liveAt",
    exists (
      select from template_revisions d
      where d.customer_id = t.customer_id and d.template_id = t.id and d.activated_at is null) as "hasDraft"`
const tables = sql`templates t
    left join template_revisions r on r.customer_id = t.customer_id and r.id = t.live_revision_id`

/** Whose template it is; another customer's does not exist for this caller. */
export async function findTemplateRef(db: Db, caller: Caller, templateId: number): Promise<TemplateRef> {
  const row = await db.selectFrom('templates').select('customer_id').where('id', '=', templateId).executeTakeFirst()
  if (!row) throw new AppError('template.notFound')
  mustAccessCustomer(caller, row.customer_id, 'template.notFound')
  return { customerId: row.customer_id, templateId }
}

type Search = RequestOf<typeof templateApi.list>['query']

/** The templates of a customer by group and name. */
export async function listTemplateRows(db: Db, { customerID, kind, q, archived }: Search): Promise<TemplateRow[]> {
  const text = q?.trim() ? `%${q.trim().replace(/[\\%_]/g, '\\$&')}%` : null
  const { rows } = await sql<Row>`
    select ${columns}
    from ${tables}
    where t.customer_id = ${customerID}
      and (${kind ?? null}::text is null or t.kind = ${kind ?? null})
      and (t.archived_at is not null) = ${archived}
      and (${text}::text is null or t.name ilike ${text} or t.description ilike ${text} or t.group_name ilike ${text})
    order by lower(t.group_name), t.is_section, lower(t.name), t.id
    limit ${rowsMax}`.execute(db)
  return rows.map(shownRow)
}

/** A template with its draft, or what is sent, and all that its editor asks. */
export async function findTemplate(db: Db, { customerId, templateId }: TemplateRef): Promise<TemplateDetail> {
  const row = await findRow(db, { customerId, templateId })
  const draft = await findDraftOf(db, { customerId, templateId })
  const revision = draft ?? (row.liveRevisionId === null ? null : await findStored(db, { customerId, templateId }, row.liveRevisionId))
  const written = revision === null ? emptyTemplate : writtenOf({ kind: row.kind, ...revision })
  const options = optionsOf(revision?.options ?? {})
  const sections = await findSections(db, customerId, row.kind)
  const fields = await findKnownFields(db, customerId)
  const statusFields = await findStatusFields(db, customerId)
  const usualCard = await findUsualCard(db, customerId)
  const smsProviders = row.kind === 'sms' ? await findSmsProviders(db, customerId) : []
  return {
    ...shownRow(row),
    content: { written, options },
    draftVersion: draft?.version ?? 0,
    draftBy: draft?.by ?? null,
    draftAt: draft?.at.toISOString() ?? null,
    faults: faultsOf(row.kind, written, row.section, {
      options,
      fields: new Set(fields.map(({ key }) => key)),
      sections,
      approved: await findApproved(db, customerId),
      files: await findFilesOf(db, customerId, written),
      hasCardImage: await hasCardImageOf(db, customerId, options),
      smsProviders,
      statusFields,
    }),
    fields,
    statusFields,
    usualCard,
    smsProviders,
    sections: [...sections.values()]
      .filter((section) => section.templateId !== templateId)
      .map(({ key, name, liveNo }) => ({ key, name, liveNo })),
  }
}

/** Throws when it is not there. */
export async function findRow(db: Db, { customerId, templateId }: TemplateRef): Promise<Row> {
  const { rows } = await sql<Row>`
    select ${columns}
    from ${tables}
    where t.customer_id = ${customerId} and t.id = ${templateId}`.execute(db)
  const [row] = rows
  if (!row) throw new AppError('template.notFound')
  return row
}

const shownRow = ({ liveRevisionId: _kept, liveAt, ...row }: Row): TemplateRow => ({ ...row, liveAt: liveAt?.toISOString() ?? null })

const revisionColumns = sql`id as "revisionID", no, note, created_by as by, coalesce(activated_at, created_at) as at,
    activated_at is null as "isDraft", version, written, texts, options`

/** The draft of a template, or null. */
export async function findDraftOf(db: Db, { customerId, templateId }: TemplateRef): Promise<RevisionRow | null> {
  const { rows } = await sql<RevisionRow>`
    select ${revisionColumns}
    from template_revisions
    where customer_id = ${customerId} and template_id = ${templateId} and activated_at is null`.execute(db)
  return rows[0] ?? null
}

/** A revision of this template as it is stored. */
export async function findStored(db: Db, { customerId, templateId }: TemplateRef, revisionId: number): Promise<RevisionRow> {
  const { rows } = await sql<RevisionRow>`
    select ${revisionColumns}
    from template_revisions
    where customer_id = ${customerId} and template_id = ${templateId} and id = ${revisionId}`.execute(db)
  const [row] = rows
  if (!row) throw new AppError('template.revisionNotFound')
  return row
}

/** The revisions of a template, newest first. */
export async function listRevisions(db: Db, ref: TemplateRef): Promise<TemplateRevisionRow[]> {
  const { liveRevisionId } = await findRow(db, ref)
  const { rows } = await sql<Omit<RevisionRow, 'written' | 'texts' | 'options'>>`
    select id as "revisionID", no, note, created_by as by, coalesce(activated_at, created_at) as at,
      activated_at is null as "isDraft", version
    from template_revisions
    where customer_id = ${ref.customerId} and template_id = ${ref.templateId}
    order by no desc
    limit 200`.execute(db)
  return rows.map((row) => shownRevision(row, liveRevisionId))
}

/** One with its text. */
export async function findRevision(db: Db, ref: TemplateRef, revisionId: number): Promise<TemplateRevision> {
  const { kind, liveRevisionId } = await findRow(db, ref)
  const stored = await findStored(db, ref, revisionId)
  return {
    ...shownRevision(stored, liveRevisionId),
    written: writtenOf({ kind: kind as TemplateKind, ...stored }),
    options: optionsOf(stored.options),
  }
}

type Shown = Pick<RevisionRow, 'revisionID' | 'no' | 'note' | 'by' | 'at' | 'isDraft'>

function shownRevision({ revisionID, no, note, by, at, isDraft }: Shown, liveRevisionId: number | null): TemplateRevisionRow {
  const state = isDraft ? 'draft' : revisionID === liveRevisionId ? 'active' : 'archived'
  return { revisionID, no, state, note, by, at: at.toISOString() }
}
