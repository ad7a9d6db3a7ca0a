import type { PaymentState } from '@regie/contract/payments.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { recordLinkPayment } from '../cases/money/record-payments.ts'
import { closeCase } from '../cases/status/close-case.ts'
import { markPaidAfterClosing } from '../cases/status/paid-after-closing.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { endPaidForOldAmount, hasOpenLink } from './end-links.ts'
import { changePaymentLink, insertPaymentEvent } from './payment-link-changes.ts'
import { isAttemptPaid, type PaymentLinkRow } from './payment-link-queries.ts'

type Link = PaymentLinkRow & { state: PaymentState }
type Paid = { providerRef: string; now: Date }

/** Paid: the case closes, and what was queued for it is cancelled, in this same transaction. Where the claim was raised meanwhile it goes on for the rest. */
export async function recordPaid(tx: Transaction, link: Link, { providerRef, now }: Paid) {
  await endPaidForOldAmount(tx, { customerId: link.customer_id, id: link.id }, now)
  await changePaymentLink(
    tx,
    link,
    { paid_at: now, provider_ref: null, bank_opened_at: null },
    { state: 'paid', at: now, detail: { ref: providerRef } },
  )
  await recordMoney(tx, link, now)
}

/** Two bank pages can both be paid. The second payment is written down for staff to give back, unless the case owes that much; the link stays as it is. */
export async function recordPaidAgain(tx: Transaction, link: Link, { providerRef, now }: Paid, log: Services['log']) {
  if (await isAttemptPaid(tx, link, providerRef)) return
  log.warn({ paymentLinkId: link.id }, 'a payment link was paid twice')
  await insertPaymentEvent(tx, link, { state: 'paid', at: now, detail: { ref: providerRef, reason: 'again' } })
  await recordMoney(tx, link, now)
}

/** The money, and what follows from it for the case. */
async function recordMoney(tx: Transaction, { customer_id: customerId, case_id: caseId, id, amount_cents, currency }: Link, at: Date) {
  const ref = { customerId, caseId }
  const paid = { ...ref, amountCents: amount_cents, currency, paidOn: toLocalTime(at).date, at }
  const isWhole = await recordLinkPayment(tx, { ...paid, paymentLinkId: id })
  // Its other links, for what was open before, ask too much now. A job ends them: payers lock the link before the case.
  if (await hasOpenLink(tx, ref)) await enqueue(tx, 'endPaymentLinks', { customerId, of: { caseId, why: 'paid' }, byUser: '' })
  if (isWhole && !(await closeCase(tx, ref, 'BET', { at }))) await markPaidAfterClosing(tx, ref, { at, byUser: null })
}
