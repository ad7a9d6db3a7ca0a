import type { Channel } from '@regie/contract/channels.ts'
import type { Db } from '../src/platform/db/database.ts'
import type { TemplateTexts } from '../src/modules/templates/render-template.ts'

export type NewTemplate = { customerId: number; key: string; kind: Channel; texts: TemplateTexts }

/** A template whose first texts are live. */
export async function insertTemplate(db: Db, { customerId, key, kind, texts }: NewTemplate): Promise<void> {
  const { id } = await db.insertInto('templates').values({ customer_id: customerId, key, kind }).returning('id').executeTakeFirstOrThrow()
  const revision = await db
    .insertInto('template_revisions')
    .values({ customer_id: customerId, template_id: id, texts: JSON.stringify(texts) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('templates')
    .set({ live_revision_id: revision.id })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}
