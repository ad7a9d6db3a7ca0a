import type { Channel } from '@regie/contract/channels.ts'
import type { Db } from '../../platform/db/database.ts'
import { asksFor, type TemplateTexts } from './render-template.ts'

/** The texts of a template's live revision, in every language that it has; undefined when there is none. */
export async function findTemplateTexts(db: Db, customerId: number, key: string): Promise<TemplateTexts | undefined> {
  const row = await db
    .selectFrom('templates as t')
    .innerJoin('template_revisions as r', (join) =>
      join.onRef('r.customer_id', '=', 't.customer_id').onRef('r.id', '=', 't.live_revision_id'),
    )
    .select('r.texts')
    .where('t.customer_id', '=', customerId)
    .where('t.key', '=', key)
    .executeTakeFirst()
  return row?.texts as TemplateTexts | undefined
}

type LiveTexts = { key: string; kind: Channel; texts: TemplateTexts }

/** The live texts of a customer that have a place for a value, by key, each with the channel that it is written for. */
export async function findTextsAsking(db: Db, customerId: number, name: string): Promise<LiveTexts[]> {
  return (await findLiveTexts(db, customerId)).filter(({ texts }) => asksFor(texts, name))
}

/** The live texts of a customer for a channel, by key. */
export async function listTexts(db: Db, customerId: number, channel: Channel): Promise<LiveTexts[]> {
  return (await findLiveTexts(db, customerId)).filter(({ kind }) => kind === channel)
}

async function findLiveTexts(db: Db, customerId: number): Promise<LiveTexts[]> {
  const rows = await db
    .selectFrom('templates as t')
    .innerJoin('template_revisions as r', (join) =>
      join.onRef('r.customer_id', '=', 't.customer_id').onRef('r.id', '=', 't.live_revision_id'),
    )
    .select(['t.key', 't.kind', 'r.texts'])
    .where('t.customer_id', '=', customerId)
    .orderBy('t.key')
    .execute()
  return rows.map(({ key, kind, texts }) => ({ key, kind: kind as Channel, texts: texts as TemplateTexts }))
}
