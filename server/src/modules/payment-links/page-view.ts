import type { PageLink } from './payment-link-queries.ts'

export type PaymentView =
  | 'open'
  | 'failed'
  | 'bankOpened'
  | 'canceled'
  | 'inProgress'
  | 'paid'
  | 'expired'
  | 'ended'
  | 'helped'
  | 'amountChanged'
  | 'unavailable'
  | 'objected'

/** What the payer gets to see of a link at this moment. The date counts, also when housekeeping has not come by yet. */
export function viewOf(link: PageLink, now: Date): PaymentView {
  if (link.state === 'paid') return 'paid'
  if (link.state === 'in_progress') return 'inProgress'
  if (link.isHelped) return 'helped'
  if (link.isUncollected) return 'ended'
  if (link.ended_at !== null) return link.ended_for === 'amountChanged' || link.ended_for === 'paid' ? 'amountChanged' : 'ended'
  if (link.state === 'expired' || link.expires_at <= now) return 'expired'
  if (link.state === 'canceled') return 'canceled'
  if (link.state === 'bank_opened') return 'bankOpened'
  return link.lastReason === 'failed' || link.lastReason === 'expired' ? 'failed' : 'open'
}

/** Can this link still be paid, as it is shown? */
export const mayBePaid = (view: PaymentView) => !settled.includes(view)

const settled: readonly PaymentView[] = ['paid', 'inProgress', 'expired', 'ended', 'helped', 'amountChanged', 'objected']
