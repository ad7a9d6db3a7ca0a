import { type CardImage, cardImagePath } from '@regie/contract/card-images.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PageRoute } from '../../platform/http/page-route.ts'
import { picturePage } from '../../platform/http/picture-page.ts'
import type { Services } from '../../services.ts'

/** The pictures on cards of links: a payment page names them in its head, and chat apps fetch them. */
export const cardImagePages: PageRoute<Services>[] = [
  picturePage('card', async ({ db }: Services, { hash, mediaType }) => {
    const row = await db
      .selectFrom('template_files')
      .select('content')
      .where('card_hash', '=', hash)
      .where('media_type', '=', mediaType)
      .limit(1)
      .executeTakeFirst()
    return row?.content ?? null
  }),
]

export type ShownImage = Pick<CardImage, 'width' | 'height'> & { path: string; mediaType: string }

/** A picture that this customer has under this name; null: it has none. */
export async function findCardImage(db: Db, customerId: number, name: string): Promise<ShownImage | null> {
  if (name === '') return null
  const row = await db
    .selectFrom('template_files')
    .select(['width', 'height', 'media_type'])
    .where('customer_id', '=', customerId)
    .where('card_hash', '=', name.slice(0, name.indexOf('.')))
    .where('media_type', '=', name.endsWith('.png') ? 'image/png' : 'image/jpeg')
    .limit(1)
    .executeTakeFirst()
  // The table has both of each picture of a card.
  return row?.width && row.height ? { path: cardImagePath(name), width: row.width, height: row.height, mediaType: row.media_type } : null
}
