import type { RequestOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { templateApi } from '@regie/contract/template-api.ts'
import type { TemplateDetail, TemplateFault } from '@regie/contract/templates.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { composeTexts, sectionsNamed } from './composing/compose-texts.ts'
import { faultsOf } from './composing/template-faults.ts'
import { findApproved, findFilesOf, hasCardImageOf } from './find-approved.ts'
import { optionsOf, writtenOf } from './composing/written-text.ts'
import { findKnownFields, findStatusFields } from './known-fields.ts'
import { selectTemplateForUpdate } from './save-draft.ts'
import { findSmsProviders } from './sms-providers.ts'
import { findSections, lockTemplatesOf, mustNotCircle, sectionsCarried } from './sections.ts'
import { findDraftOf, findRow, findStored, findTemplate, findTemplateRef, type TemplateRef } from './template-rows.ts'

type Activation = RequestOf<typeof templateApi.activate>['body']
type Signed = { by: string; at: Date; note: string; pass: boolean }

/** Sends the draft from now on, if it is still the draft that the caller has seen; those that carry it as a section follow where asked. */
export async function activateTemplate(
  { db, clock }: Services,
  caller: Caller,
  templateId: number,
  { version, note, parents, pass }: Activation,
): Promise<TemplateDetail> {
  if (parents && !caller.rights.includes(Right.activateParents)) throw new AppError('error.rightMissing')
  if (pass && !caller.rights.includes(Right.activateParents)) throw new AppError('error.rightMissing')
  if (pass && note.trim() === '') throw new AppError('template.reasonMissing', { field: 'note' })
  const ref = await findTemplateRef(db, caller, templateId)
  const isLive = await db.transaction().execute(async (tx) => {
    await lockTemplatesOf(tx, ref.customerId)
    await selectTemplateForUpdate(tx, ref)
    const draft = await findDraftOf(tx, ref)
    if (!draft) throw new AppError('template.noDraft')
    if (draft.version !== version) return false
    const signed = { by: caller.username, at: clock.now(), note, pass }
    await makeLive(tx, ref, draft.revisionID, signed)
    if (parents) for (const parent of await listCarrying(tx, ref)) await carryAnew(tx, parent, { ...signed, pass: true })
    return true
  })
  const current = await findTemplate(db, ref)
  if (!isLive) throw new AppError('error.conflict', { current })
  return current
}

/** Composes a draft and makes it what is sent. From here on it does not change any more. */
async function makeLive(tx: Transaction, ref: TemplateRef, revisionId: number, { by, at, note, pass }: Signed): Promise<void> {
  const { customerId, templateId } = ref
  const { texts, uses, passed } = await composed(tx, ref, { revisionId, pass })
  await sql`
    update template_revisions
    set texts = ${JSON.stringify(texts)}::jsonb, uses = ${uses}::bigint[], note = ${note}, created_by = ${by},
      activated_at = ${at}, passed = ${passed}::text[]
    where customer_id = ${customerId} and template_id = ${templateId} and id = ${revisionId}`.execute(tx)
  await tx
    .updateTable('templates')
    .set({ live_revision_id: revisionId })
    .where('customer_id', '=', customerId)
    .where('id', '=', templateId)
    .execute()
}

async function composed(tx: Transaction, ref: TemplateRef, { revisionId, pass }: { revisionId: number; pass: boolean }) {
  const { kind, key, section, archived } = await findRow(tx, ref)
  if (archived) throw new AppError('template.archived')
  const stored = await findStored(tx, ref, revisionId)
  const written = writtenOf({ kind, ...stored })
  const options = optionsOf(stored.options)
  const sections = await findSections(tx, ref.customerId, kind)
  const named = sectionsNamed(written)
  mustNotCircle({ key, section }, named, sections)
  const fields = new Set((await findKnownFields(tx, ref.customerId)).map((field) => field.key))
  const approved = await findApproved(tx, ref.customerId)
  const smsProviders = await findSmsProviders(tx, ref.customerId)
  const statusFields = await findStatusFields(tx, ref.customerId)
  const files = await findFilesOf(tx, ref.customerId, written)
  const hasCardImage = await hasCardImageOf(tx, ref.customerId, options)
  const known = { fields, sections, approved, files, options, hasCardImage, smsProviders, statusFields }
  const blocking = faultsOf(kind, written, section, known).filter(({ blocks }) => blocks)
  const faults = blocking.filter(({ mayPass }) => !(mayPass && pass))
  if (faults.length > 0) throw new AppError('template.faulty', { params: { count: faults.length }, current: faults })
  return {
    texts: await composeTexts({ kind, written, options }, sections),
    uses: sectionsCarried(named, sections),
    passed: passedOf(blocking),
  }
}

/** What stands in the log of what was sent all the same. */
const passedOf = (faults: readonly TemplateFault[]) => faults.map(({ fault, detail }) => `${fault} ${detail}`.trim().slice(0, 200))

/** The templates whose live text carries this section, those of its kind of sections first: what they carry is live by then. */
async function listCarrying(tx: Transaction, { customerId, templateId }: TemplateRef): Promise<(TemplateRef & { revisionId: number })[]> {
  const { rows } = await sql<{ templateId: number; revisionId: number }>`
    select t.id as "templateId", r.id as "revisionId"
    from templates t
    join template_revisions r on r.customer_id = t.customer_id and r.id = t.live_revision_id
    where t.customer_id = ${customerId} and r.uses @> array[${templateId}::bigint] and t.archived_at is null
    order by t.is_section desc, t.id
    for no key update of t`.execute(tx)
  return rows.map((row) => ({ ...row, customerId }))
}

/** A new revision of what a template says already, with its sections as they are now; a draft beside it stays the newest. */
async function carryAnew(tx: Transaction, parent: TemplateRef & { revisionId: number }, signed: Signed): Promise<void> {
  const { customerId, templateId, revisionId } = parent
  await sql`
    update template_revisions
    set no = no + 1
    where customer_id = ${customerId} and template_id = ${templateId} and activated_at is null`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into template_revisions (customer_id, template_id, no, texts, written, options, created_at)
    select r.customer_id, r.template_id, (
        select max(l.no) + 1
        from template_revisions l
        where l.customer_id = r.customer_id and l.template_id = r.template_id and l.activated_at is not null),
      r.texts, r.written, r.options, ${signed.at}
    from template_revisions r
    where r.customer_id = ${customerId} and r.template_id = ${templateId} and r.id = ${revisionId}
    returning id`.execute(tx)
  const [anew] = rows
  if (!anew) throw new AppError('template.revisionNotFound')
  await makeLive(tx, parent, anew.id, signed)
}
