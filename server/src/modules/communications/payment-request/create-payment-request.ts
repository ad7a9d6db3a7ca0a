import type { CaseDetail } from '@regie/contract/cases.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { paymentRequestApi } from '@regie/contract/payment-requests.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { mustAllow, workOnCase } from '../../cases/case-work.ts'
import { isNothingOpen } from '../../contact-permission/contact-permission.ts'
import { createPaymentLink } from '../../payment-links/create-payment-link.ts'
import { mustBeOpen, validDaysThrough } from '../../payment-links/link-terms.ts'
import { findRequestRoute } from '../../payment-links/payment-gateways.ts'
import { makeRequest } from '../../payment-links/requests/make-request.ts'
import { findWrittenCase } from '../payment-link/written-case.ts'
import { listRequestTexts } from './request-texts.ts'

type Order = RequestOf<typeof paymentRequestApi.create>['body']

/** Makes a payment request: written down first, then asked of its provider. Where that does not answer, it is asked again later. */
export async function createPaymentRequest(services: Services, caller: Caller, caseId: number, order: Order): Promise<CaseDetail> {
  const { kind, templateID, amountCents, dueOn, key } = order
  let made: { customerId: number; linkId: number } | null = null
  const found = await workOnCase(services, caller, { caseId, version: null }, async (tx, locked, now) => {
    mustAllow(locked, 'setResult')
    const { customerId } = locked
    const route = await findRequestRoute({ ...services, db: tx }, customerId, kind)
    if (!route || route.isOff) throw new AppError('paymentRequest.noProvider')
    const texts = await listRequestTexts(tx, customerId)
    if (!texts.some(({ id }) => id === templateID)) throw new AppError('paymentRequest.templateGone', { field: 'templateID' })
    const one = await findWrittenCase(tx, locked)
    if (isNothingOpen(one.outstandingCents)) throw new AppError('payment.nothingOpen')
    if (one.currency !== 'EUR') throw new AppError('paymentRequest.eurosOnly')
    mustBeOpen(amountCents, one.outstandingCents)
    const validDays = validDaysThrough(dueOn, now, 'dueOn')
    const { batchId, currency } = one
    const link = { customerId, caseId, batchId, amountCents, currency, validDays, idempotencyKey: `request:${caseId}:${key}` }
    const { id } = await createPaymentLink(tx, services, { ...link, request: { kind, templateId: templateID } })
    made = { customerId, linkId: id }
  })
  if (made) await makeRequest(services, made)
  return found
}
