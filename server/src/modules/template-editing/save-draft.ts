import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { templateApi } from '@regie/contract/template-api.ts'
import { type TemplateDetail, type TemplateOptions, WrittenTemplate } from '@regie/contract/templates.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { sectionsNamed } from './composing/compose-texts.ts'
import { cleaned } from './composing/clean-written.ts'
import { findSections, mustNotCircle } from './sections.ts'
import { mustTakeSms } from './sms-providers.ts'
import { findDraftOf, findRow, findTemplate, findTemplateRef, type TemplateRef } from './template-rows.ts'

type Draft = RequestOf<typeof templateApi.saveDraft>['body']

/** Keeps what somebody writes, faults and all; refused when a colleague saved since, and when a section would use itself. */
export async function saveDraft({ db, clock }: Services, caller: Caller, templateId: number, { version, liveNo: seenNo, ...given }: Draft) {
  const content = { ...given, written: mustFit(await cleaned(given.written)) }
  const ref = await findTemplateRef(db, caller, templateId)
  const isSaved = await db.transaction().execute(async (tx) => {
    await selectTemplateForUpdate(tx, ref)
    const { kind, key, section, archived, liveNo } = await findRow(tx, ref)
    if (archived) throw new AppError('template.archived')
    mustNotCircle({ key, section }, sectionsNamed(content.written), await findSections(tx, ref.customerId, kind))
    const draft = await findDraftOf(tx, ref)
    // Without a draft it is the live revision that one began from: it may be another one by now.
    if ((draft?.version ?? 0) !== version || (draft === null && liveNo !== seenNo)) return false
    await mustTakeSms(tx, ref, content.options)
    const kept = { ...content, by: caller.username, at: clock.now() }
    await (draft ? updateDraft(tx, ref, kept) : insertDraft(tx, ref, kept))
    return true
  })
  const current = await findTemplate(db, ref)
  if (!isSaved) throw new AppError('error.conflict', { current })
  return current
}

/** Cleaning writes some characters longer: what is kept must still be a text that can be read. */
function mustFit(written: WrittenTemplate): WrittenTemplate {
  if (!WrittenTemplate.safeParse(written).success) throw new AppError('template.tooLarge')
  return written
}

/** Throws the draft away, if it is still the draft that the caller has seen; of a template that was never live an empty one stays. */
export async function dropDraft({ db }: Services, caller: Caller, templateId: number, version: number): Promise<TemplateDetail> {
  const ref = await findTemplateRef(db, caller, templateId)
  const isSeen = await db.transaction().execute(async (tx) => {
    await selectTemplateForUpdate(tx, ref)
    const { liveNo } = await findRow(tx, ref)
    if (((await findDraftOf(tx, ref))?.version ?? 0) !== version) return false
    if (liveNo === null) return true
    await tx
      .deleteFrom('template_revisions')
      .where('customer_id', '=', ref.customerId)
      .where('template_id', '=', templateId)
      .where('activated_at', 'is', null)
      .execute()
    return true
  })
  const current = await findTemplate(db, ref)
  if (!isSeen) throw new AppError('error.conflict', { current })
  return current
}

/** Who changes a template's draft or its live revision waits for the others. */
export async function selectTemplateForUpdate(tx: Transaction, { customerId, templateId }: TemplateRef): Promise<void> {
  const row = await tx
    .selectFrom('templates')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('id', '=', templateId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('template.notFound')
}

type Kept = { written: WrittenTemplate; options: TemplateOptions; by: string; at: Date }

/** SQL: the ids of the sections that a text names itself. */
const usedBy = (customerId: number, written: WrittenTemplate) => sql`array(
      select t.id
      from templates t
      where t.customer_id = ${customerId} and t.is_section and t.key = any(${sectionsNamed(written)}::text[]))`

/** The first draft of a template, or the next after what is live. */
export async function insertDraft(tx: Transaction, { customerId, templateId }: TemplateRef, kept: Kept): Promise<void> {
  await sql`
    insert into template_revisions (customer_id, template_id, no, texts, written, options, created_by, created_at,
      uses, activated_at, version)
    select ${customerId}, ${templateId}, coalesce(max(no), 0) + 1, '{}',
      ${JSON.stringify(kept.written)}::jsonb, ${JSON.stringify(kept.options)}::jsonb, ${kept.by}, ${kept.at},
      ${usedBy(customerId, kept.written)}, null, nextval('template_draft_version')
    from template_revisions
    where customer_id = ${customerId} and template_id = ${templateId}`.execute(tx)
}

async function updateDraft(tx: Transaction, { customerId, templateId }: TemplateRef, kept: Kept): Promise<void> {
  await sql`
    update template_revisions
    set written = ${JSON.stringify(kept.written)}::jsonb, options = ${JSON.stringify(kept.options)}::jsonb,
      created_by = ${kept.by}, created_at = ${kept.at}, uses = ${usedBy(customerId, kept.written)},
      version = nextval('template_draft_version')
    where customer_id = ${customerId} and template_id = ${templateId} and activated_at is null`.execute(tx)
}
