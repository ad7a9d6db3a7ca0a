import type { PaymentState } from '@regie/contract/payments.ts'
import type { FetchedPayment, ProviderPaymentStatus } from '../../gateways/payment/payment-gateway.ts'
import { bankSessionMinutes } from '../contact-facts/contact-facts.ts'

/** The state after the payment page was opened; only the first opening counts. */
export function afterClick(state: PaymentState): PaymentState {
  return state === 'created' ? 'link_clicked' : state
}

/** May the payer go to the bank? Not while an earlier payment is being settled, or it might be paid twice. */
export function mayOpenBank(state: PaymentState): boolean {
  return state === 'created' || state === 'link_clicked' || state === 'bank_opened' || state === 'canceled'
}

/** Is the link past its last day, or was it ended before? Then nobody begins to pay by it; what the bank has in hand is finished. */
export function isLinkOver({ expires_at, ended_at }: { expires_at: Date; ended_at: Date | null }, now: Date): boolean {
  return ended_at !== null || expires_at <= now
}

const reach: Partial<Record<PaymentState, number>> = { link_clicked: 1, bank_opened: 2, in_progress: 2, canceled: 2 }

/** How far somebody came who brought a link to this state: 1 opened its page, 2 went to the bank; 0: nobody need have looked at it. */
export function reachOf(state: PaymentState): number {
  return reach[state] ?? 0
}

/** News of the attempt under way, and whether the link itself is past its date. */
export type ProviderNews = { status: ProviderPaymentStatus; isBackFromBank: boolean; isLinkOver: boolean }

/**
 * The state after news of the attempt under way. Paid wins over everything, also after expiry; a failed attempt gives the link back to the payer.
 * Open counts as being settled only once the payer is back from the bank: before that he may still be typing.
 */
export function afterNews(state: PaymentState, { status, isBackFromBank, isLinkOver }: ProviderNews): PaymentState {
  if (state === 'paid' || status === 'paid') return 'paid'
  if (status === 'pending') return 'in_progress'
  if (status === 'open') return isBackFromBank ? 'in_progress' : state
  if (isLinkOver) return 'expired'
  return status === 'canceled' ? 'canceled' : 'link_clicked'
}

/** Is a payment the one that was asked for with this link? Another amount, currency or link: somebody else's, or one that was tampered with. */
export function isPaymentFor(link: { id: number; amount_cents: number; currency: string }, payment: FetchedPayment): boolean {
  const { amountCents, currency, linkId } = payment
  return amountCents === link.amount_cents && currency === link.currency && (linkId === null || linkId === link.id)
}

/** Is this the provider's last word on an attempt? */
export function isSettled(status: ProviderPaymentStatus): boolean {
  return status !== 'open' && status !== 'pending'
}

type AtBank = { state: PaymentState; bank_opened_at: Date | null }

/** Is somebody paying by this link now: at the bank, or waiting for its word? A visit to the bank is over after its session. */
export function isLinkUnderWay({ state, bank_opened_at }: AtBank, now: Date): boolean {
  if (state === 'in_progress') return true
  return state === 'bank_opened' && bank_opened_at !== null && now.getTime() - bank_opened_at.getTime() < bankSessionMinutes * 60_000
}

/** May the clock end this link? One that is being settled waits for the bank's word. */
export function mayExpire(state: PaymentState, bankOpenedAt: Date | null, now: Date): boolean {
  if (state === 'bank_opened') return !isLinkUnderWay({ state, bank_opened_at: bankOpenedAt }, now)
  return state === 'created' || state === 'link_clicked' || state === 'canceled'
}
