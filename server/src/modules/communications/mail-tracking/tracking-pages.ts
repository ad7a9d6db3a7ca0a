import { localeOfHeader } from '@regie/contract/locale.ts'
import { type PageAnswer, type PageRequest, type PageRoute, page } from '../../../platform/http/page-route.ts'
import type { Services } from '../../../services.ts'
import { unsubscribePage } from '../unsubscribe/unsubscribe-page-view.ts'
import { isPerhapsProgram } from '../../../platform/http/is-program.ts'
import { recordReading } from './record-reading.ts'
import { mailTracked } from './tracking-token.ts'

// The images of a mail service come for all its readers from a few addresses.
const often = { perMinute: 6_000 }

/** What a mail asks for whose template wants to know whether it is read: its image, and the way to what it links to. */
export const trackingPages: PageRoute<Services>[] = [
  page('GET', '/o/:token', 'public', opened, often),
  page('GET', '/k/:token', 'public', clicked, often),
]

// One transparent point.
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

async function opened(services: Services, { params, request }: PageRequest): Promise<PageAnswer> {
  await note(services, mailTracked(services.config.secretKey, params['token'] ?? '', null), 'opened', request)
  return { gif }
}

// Only where the mail itself led: the target is signed with the mail.
async function clicked(services: Services, { params, query, request }: PageRequest): Promise<PageAnswer> {
  const target = query['u'] ?? ''
  const id = typeof target === 'string' ? mailTracked(services.config.secretKey, params['token'] ?? '', target) : null
  if (id === null) return { html: unsubscribePage(localeOfHeader(request.headers['accept-language']), 'unknown'), status: 404 }
  await note(services, id, 'clicked', request)
  // As a browser writes it: a header has no letters beyond Latin.
  return { redirect: new URL(target).href }
}

// The reader gets what they asked for, whatever becomes of the note.
async function note(services: Services, id: number | null, kind: 'opened' | 'clicked', { method, headers }: PageRequest['request']) {
  if (id === null) return
  const reading = { id, kind, isPerhapsProgram: method === 'HEAD' || isPerhapsProgram(headers) }
  await recordReading(services, reading).catch((err: unknown) => services.log.warn({ err, communicationId: id }, 'a reading is not noted'))
}
