import { AppError } from '../../platform/app-error.ts'
import { type PageAnswer, type PageRequest, type PageRoute, page } from '../../platform/http/page-route.ts'
import type { Services } from '../../services.ts'
import { findLogo } from './letterhead-queries.ts'

const hashOfLogo = /^([0-9a-f]{64})\.png$/

/** The logos of letterheads: a payment page and a print name them by their content. */
export const logoPages: PageRoute<Services>[] = [
  // One address may be a mobile network with thousands of payers; each fetches a logo once.
  page('GET', '/logo/:file', 'public', showLogo, { perMinute: 6_000 }),
]

async function showLogo({ db }: Services, { params }: PageRequest): Promise<PageAnswer> {
  const [, hash] = hashOfLogo.exec(params['file'] ?? '') ?? []
  const png = hash === undefined ? null : await findLogo(db, hash)
  if (png === null) throw new AppError('error.notFound')
  return { png }
}
