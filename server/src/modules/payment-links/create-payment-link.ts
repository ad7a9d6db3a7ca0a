import { randomBytes } from 'node:crypto'
import type { RequestKind } from '@regie/contract/request-kinds.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { withKeptPlans } from '../../platform/db/prepared.ts'
import type { Services } from '../../services.ts'
import { addDays, fromLocalTime, toLocalTime } from '../contact-permission/local-time.ts'
import { findPaymentRoute, findRequestRoute } from './payment-gateways.ts'
import { insertPaymentLink } from './payment-link-changes.ts'
import { paymentLinkUrl } from '../cases/money/payment-link-url.ts'
import { insertPaymentRequest } from './requests/request-changes.ts'

export type NewPaymentLink = {
  customerId: number
  caseId: number
  batchId: number
  amountCents: number
  currency: string
  validDays: number
  idempotencyKey: string
  /** It holds as a part payment: for as long as that much is open. */
  isPart?: boolean
  /** It is a request, whose page is at its provider; `templateId`: the text that sends it. */
  request?: { kind: RequestKind; templateId: number | null }
}

/** Makes a payment link for a case, valid through the last second of its last day. The same key gives the same link again. */
export function createPaymentLink(tx: Transaction, services: Services, order: NewPaymentLink): Promise<{ id: number; url: string }> {
  return withKeptPlans(() => create(tx, services, order))
}

async function create(tx: Transaction, services: Services, order: NewPaymentLink): Promise<{ id: number; url: string }> {
  const { clock, config } = services
  const now = clock.now()
  const { request } = order
  const world = { ...services, db: tx }
  // Without an account for its requests a customer has its own page.
  const asked = request && (await findRequestRoute(world, order.customerId, request.kind))
  const { gateway } = asked ?? (await findPaymentRoute(world, order.customerId))
  const { id, token } = await insertPaymentLink(tx, {
    customer_id: order.customerId,
    case_id: order.caseId,
    batch_id: order.batchId,
    token: randomBytes(16).toString('base64url'),
    idempotency_key: order.idempotencyKey,
    amount_cents: order.amountCents,
    currency: order.currency,
    is_part: order.isPart ?? false,
    provider: gateway.name,
    simulated: gateway.simulated,
    request_kind: asked ? asked.gateway.kind : null,
    expires_at: lastMomentOf(now, order.validDays),
    created_at: now,
  })
  if (asked) await insertPaymentRequest(tx, { customerId: order.customerId, linkId: id, templateId: request?.templateId ?? null, now })
  return { id, url: paymentLinkUrl(config.publicUrl, token) }
}

/** When a link that is made now is over: after the last second of its last day. */
export function lastMomentOf(now: Date, validDays: number): Date {
  return fromLocalTime(addDays(toLocalTime(now).date, validDays + 1), 0)
}
