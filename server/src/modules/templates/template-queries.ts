import type { Channel } from '@regie/contract/channels.ts'
import { TemplateOptions } from '@regie/contract/templates.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { asksFor, type TemplateTexts } from './render-template.ts'

// A text of WhatsApp goes only while Meta approves it, in every language that it has; one of our own (it has choices) asks Meta nothing.
const mayBeSent = sql<boolean>`(t.kind <> 'whatsapp' or not exists (
    select
    from jsonb_each(r.texts) one
    where not one.value ? 'choices' and not exists (
      select from whatsapp_texts w
      where w.customer_id = t.customer_id and w.status = 'APPROVED'
        and w.name = one.value -> 'approved' ->> 'name' and w.language = one.value -> 'approved' ->> 'language')))`

/** What is sent of a template now: its texts in every language that it has, their options, and which revision that is. */
export type LiveTemplate = { revisionId: number; texts: TemplateTexts; options: TemplateOptions }

/** The live revision of a template; undefined when there is none. */
export async function findLiveTemplate(db: Db, customerId: number, key: string): Promise<LiveTemplate | undefined> {
  const row = await db
    .selectFrom('templates as t')
    .innerJoin('template_revisions as r', (join) =>
      join.onRef('r.customer_id', '=', 't.customer_id').onRef('r.id', '=', 't.live_revision_id'),
    )
    .select(['r.id', 'r.texts', 'r.options'])
    .where('t.customer_id', '=', customerId)
    .where('t.key', '=', key)
    .where('t.archived_at', 'is', null)
    .where('t.is_section', '=', false)
    .where(mayBeSent)
    .executeTakeFirst()
  return row && { revisionId: row.id, texts: row.texts as TemplateTexts, options: TemplateOptions.parse(row.options) }
}

/** The options of one revision of a template. */
export async function findOptionsOf(db: Db, customerId: number, revisionId: number): Promise<TemplateOptions> {
  const row = await db
    .selectFrom('template_revisions')
    .select('options')
    .where('customer_id', '=', customerId)
    .where('id', '=', revisionId)
    .executeTakeFirst()
  return TemplateOptions.parse(row?.options ?? {})
}

export type LiveTexts = LiveTemplate & { id: number; key: string; name: string; kind: Channel }

/** The live texts of a customer that have a place for a value, by key, each with the channel that it is written for. */
export async function findTextsAsking(db: Db, customerId: number, name: string): Promise<LiveTexts[]> {
  return (await listLiveTexts(db, customerId, name)).filter(({ texts }) => asksFor(texts, name))
}

/** The live texts of a customer for a channel, by key. */
export async function listTexts(db: Db, customerId: number, channel: Channel): Promise<LiveTexts[]> {
  return (await listLiveTexts(db, customerId)).filter(({ kind }) => kind === channel)
}

/** All texts of a customer that can be sent, by key; a section is sent only within others. `word`: only those in which it stands. */
export async function listLiveTexts(db: Db, customerId: number, word = ''): Promise<LiveTexts[]> {
  const rows = await db
    .selectFrom('templates as t')
    .innerJoin('template_revisions as r', (join) =>
      join.onRef('r.customer_id', '=', 't.customer_id').onRef('r.id', '=', 't.live_revision_id'),
    )
    .select(['t.id', 't.key', 't.name', 't.kind', 'r.id as revision_id', 'r.texts', 'r.options'])
    .where('t.customer_id', '=', customerId)
    .where('t.archived_at', 'is', null)
    .where('t.is_section', '=', false)
    .where(mayBeSent)
    .$if(word !== '', (one) => one.where(sql<boolean>`strpos(r.texts::text, ${word}) > 0`))
    .orderBy('t.key')
    .execute()
  return rows.map(({ id, key, name, kind, revision_id, texts, options }) => ({
    id,
    key,
    name: name || key,
    kind: kind as Channel,
    revisionId: revision_id,
    texts: texts as TemplateTexts,
    options: TemplateOptions.parse(options),
  }))
}

/** Who wrote last at the draft of a template, and when; by the number of the template. */
export async function findDraftMarks(db: Db, customerId: number): Promise<Map<number, { by: string; at: string }>> {
  const rows = await db
    .selectFrom('template_revisions')
    .select(['template_id', 'created_by', 'created_at'])
    .where('customer_id', '=', customerId)
    .where('activated_at', 'is', null)
    .execute()
  return new Map(rows.map(({ template_id, created_by, created_at }) => [template_id, { by: created_by, at: created_at.toISOString() }]))
}

export type OfferedTemplate = LiveTexts & { group: string }

/** What is sent of one template now, with its name; undefined when nothing is. */
export async function findLiveById(db: Db, customerId: number, templateId: number): Promise<OfferedTemplate | undefined> {
  return (await listSendable(db, customerId, templateId))[0]
}

/** The templates that staff may choose, by group and name. */
export async function listOffered(db: Db, customerId: number): Promise<OfferedTemplate[]> {
  return (await listSendable(db, customerId, null)).filter(({ options }) => options.offered)
}

async function listSendable(db: Db, customerId: number, templateId: number | null): Promise<OfferedTemplate[]> {
  const rows = await db
    .selectFrom('templates as t')
    .innerJoin('template_revisions as r', (join) =>
      join.onRef('r.customer_id', '=', 't.customer_id').onRef('r.id', '=', 't.live_revision_id'),
    )
    .select(['t.id', 't.key', 't.kind', 't.name', 't.group_name', 'r.id as revision_id', 'r.texts', 'r.options'])
    .where('t.customer_id', '=', customerId)
    .where('t.archived_at', 'is', null)
    .where('t.is_section', '=', false)
    .where(mayBeSent)
    .$if(templateId !== null, (one) => one.where('t.id', '=', templateId))
    .orderBy('t.group_name')
    .orderBy('t.name')
    .execute()
  return rows.map(({ id, key, kind, name, group_name, revision_id, texts, options }) => ({
    ...{ id, key, kind: kind as Channel, name: name || key, group: group_name },
    ...{ revisionId: revision_id, texts: texts as TemplateTexts, options: TemplateOptions.parse(options) },
  }))
}
