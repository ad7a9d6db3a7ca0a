import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../platform/db/database.ts'
import { withKeptPlans } from '../../platform/db/prepared.ts'
import type { Services } from '../../services.ts'
import { addDays, fromLocalTime, toLocalTime } from '../contact-permission/local-time.ts'
import { findPaymentRoute } from './payment-gateways.ts'
import { insertPaymentLink } from './payment-link-changes.ts'
import { paymentLinkUrl } from './payment-link-url.ts'

export type NewPaymentLink = {
  customerId: number
  caseId: number
  batchId: number
  amountCents: number
  currency: string
  validDays: number
  idempotencyKey: string
}

/** Makes a payment link for a case, valid through the last second of its last day. The same key gives the same link again. */
export function createPaymentLink(tx: Transaction, services: Services, order: NewPaymentLink): Promise<{ id: number; url: string }> {
  return withKeptPlans(() => create(tx, services, order))
}

async function create(tx: Transaction, services: Services, order: NewPaymentLink): Promise<{ id: number; url: string }> {
  const { clock, config } = services
  const now = clock.now()
  const { gateway } = await findPaymentRoute({ ...services, db: tx }, order.customerId)
  const { id, token } = await insertPaymentLink(tx, {
    customer_id: order.customerId,
    case_id: order.caseId,
    batch_id: order.batchId,
    token: randomBytes(16).toString('base64url'),
    idempotency_key: order.idempotencyKey,
    amount_cents: order.amountCents,
    currency: order.currency,
    provider: gateway.name,
    simulated: gateway.simulated,
    expires_at: lastMomentOf(now, order.validDays),
    created_at: now,
  })
  return { id, url: paymentLinkUrl(config.publicUrl, token) }
}

/** When a link that is made now is over: after the last second of its last day. */
export function lastMomentOf(now: Date, validDays: number): Date {
  return fromLocalTime(addDays(toLocalTime(now).date, validDays + 1), 0)
}
