import type { Channel } from '@regie/contract/channels.ts'
import { TemplateOptions } from '@regie/contract/templates.ts'
import type { Db } from '../../platform/db/database.ts'
import { asksFor, type TemplateTexts } from './render-template.ts'

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
    .executeTakeFirst()
  return row && { revisionId: row.id, texts: row.texts as TemplateTexts, options: TemplateOptions.parse(row.options) }
}

export type LiveTexts = LiveTemplate & { key: string; kind: Channel }

/** The live texts of a customer that have a place for a value, by key, each with the channel that it is written for. */
export async function findTextsAsking(db: Db, customerId: number, name: string): Promise<LiveTexts[]> {
  return (await listLiveTexts(db, customerId)).filter(({ texts }) => asksFor(texts, name))
}

/** The live texts of a customer for a channel, by key. */
export async function listTexts(db: Db, customerId: number, channel: Channel): Promise<LiveTexts[]> {
  return (await listLiveTexts(db, customerId)).filter(({ kind }) => kind === channel)
}

/** All texts of a customer that can be sent, by key; a section is sent only within others. */
export async function listLiveTexts(db: Db, customerId: number): Promise<LiveTexts[]> {
  const rows = await db
    .selectFrom('templates as t')
    .innerJoin('template_revisions as r', (join) =>
      join.onRef('r.customer_id', '=', 't.customer_id').onRef('r.id', '=', 't.live_revision_id'),
    )
    .select(['t.key', 't.kind', 'r.id', 'r.texts', 'r.options'])
    .where('t.customer_id', '=', customerId)
    .where('t.archived_at', 'is', null)
    .where('t.is_section', '=', false)
    .orderBy('t.key')
    .execute()
  return rows.map(({ key, kind, id, texts, options }) => ({
    key,
    kind: kind as Channel,
    revisionId: id,
    texts: texts as TemplateTexts,
    options: TemplateOptions.parse(options),
  }))
}
