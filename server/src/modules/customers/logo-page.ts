import type { PageRoute } from '../../platform/http/page-route.ts'
import { picturePage } from '../../platform/http/picture-page.ts'
import type { Services } from '../../services.ts'
import { findLogo } from './letterhead-queries.ts'

/** The logos of letterheads: a payment page and a print name them by their content. */
export const logoPages: PageRoute<Services>[] = [
  picturePage('logo', async ({ db }: Services, { hash, mediaType }) => (mediaType === 'image/png' ? findLogo(db, hash) : null)),
]
