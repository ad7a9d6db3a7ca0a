import { localeOfHeader } from '@regie/contract/locale.ts'
import { type PageAnswer, type PageRequest, type PageRoute, page } from '../../../platform/http/page-route.ts'
import type { Services } from '../../../services.ts'
import { unknownLinkPage } from '../page-shell.ts'
import { isPaymentToken } from '../../cases/money/payment-link-url.ts'
import { isLinkOver } from '../payment-status.ts'
import { findStanding } from './request-queries.ts'
import { statusPicture } from './status-picture.ts'

/** The picture in a mail that says how a request stands when the mail is opened. The images of a mail service come for all its readers from a few addresses. */
export const statusPages: PageRoute<Services>[] = [page('GET', '/i/:token', 'public', show, { perMinute: 6_000 })]

async function show({ db, clock }: Services, { params: { token = '' }, request }: PageRequest): Promise<PageAnswer> {
  const found = isPaymentToken(token) ? await findStanding(db, token) : undefined
  if (!found) return { html: unknownLinkPage(localeOfHeader(request.headers['accept-language'])), status: 404 }
  const now = clock.now()
  const isExpired = found.state !== 'paid' && found.ended_at === null && found.expires_at <= now
  const state = isExpired && found.state !== 'in_progress' ? 'expired' : found.state
  const standing = { state, isOver: isLinkOver(found, now), paidAt: found.paid_at, locale: found.locale }
  return { png: statusPicture(standing).png }
}
