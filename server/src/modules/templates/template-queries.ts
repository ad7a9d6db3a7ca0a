import type { Db } from '../../platform/db/database.ts'
import type { TemplateTexts } from './render-template.ts'

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
