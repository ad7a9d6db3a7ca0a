import type { CaseDetail } from '@regie/contract/cases.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { mustAllow, workOnCase } from '../../cases/case-work.ts'
import { viaOf } from '../../payment-links/payment-link-changes.ts'
import { findLinkPlace, type LockedLink, lockPaymentLink } from '../../payment-links/payment-link-queries.ts'
import { paymentLinkUrl } from '../../cases/money/payment-link-url.ts'
import { isLinkOver } from '../../payment-links/payment-status.ts'
import { findRequest } from '../../payment-links/requests/request-queries.ts'
import { withStatusImage } from '../../payment-links/requests/status-image.ts'
import { queueLink } from '../payment-link/send-payment-link.ts'
import { findWrittenCase } from '../payment-link/written-case.ts'
import { wasQueued } from '../queue-message.ts'
import { listRequestTexts } from './request-texts.ts'

/** By which the messages of a request are known. */
const sendingsOf = (linkId: number) => `request:${linkId}:`

/** Sends a request by e-mail in the text that it was made with: its own amount, by its own link. */
export async function sendPaymentRequest(services: Services, caller: Caller, linkId: number, key: string): Promise<CaseDetail> {
  const place = await findLinkPlace(services.db, linkId)
  if (!place) throw new AppError('paymentLink.notFound')
  const { customerId, caseId } = place
  mustAccessCustomer(caller, customerId, 'paymentLink.notFound')
  let link: LockedLink
  const before = async (tx: Transaction) => {
    link = await lockPaymentLink(tx, customerId, linkId)
  }
  return workOnCase(services, caller, { caseId, version: null, before }, async (tx, locked, now) => {
    const ofSending = `${sendingsOf(linkId)}${key}`
    if (await wasQueued(tx, ofSending)) return
    mustAllow(locked, 'setResult')
    const request = await findRequest(tx, { customerId, linkId })
    if (!request) throw new AppError('paymentLink.notFound')
    if (link.state === 'paid' || link.state === 'expired' || isLinkOver(link, now)) throw new AppError('paymentLink.over')
    if (request.state !== 'made') throw new AppError('paymentRequest.notMade')
    const template = (await listRequestTexts(tx, customerId)).find(({ id }) => id === request.template_id)
    if (!template) throw new AppError('paymentRequest.templateGone')
    const written = await findWrittenCase(tx, locked)
    const one = { ...written, texts: { email: template }, outstandingCents: link.amount_cents }
    const about = { amountCents: link.amount_cents, ...viaOf(link.request_kind) }
    const sending = { tx, services, one, ...about, now, byUser: caller.username, key: ofSending }
    const { publicUrl } = services.config
    const pageUrl = paymentLinkUrl(publicUrl, link.token)
    const urls = request.image_urls.length > 0 ? request.image_urls : [`${publicUrl}/i/${request.image_token}`]
    await queueLink(sending, 'email', pageUrl, (html) => withStatusImage(html, { urls, pageUrl, locale: one.locale }))
  })
}
