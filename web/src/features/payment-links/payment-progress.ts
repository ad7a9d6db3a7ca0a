import type { PaymentLink, PaymentState } from '@regie/contract/payments.ts'

const paymentWalk = ['link_clicked', 'bank_opened', 'in_progress', 'paid'] as const
export type WalkState = (typeof paymentWalk)[number]
export type WalkStep = { state: WalkState; at: string | null; place: 'done' | 'current' | 'ahead' }

/**
 * How far a payer has come: clicked, at the bank, under way, paid. A failed payment goes back to "clicked", and a bank may
 * tell "paid" without ever telling "under way"; then the steps before it count as done, without a time of their own. Where staff said that it was paid,
 * only what somebody did by it is done.
 */
export function paymentProgress({ state, events, markedBy }: Pick<PaymentLink, 'state' | 'events' | 'markedBy'>): WalkStep[] {
  const reached = reachedIndex(state, events)
  const isSeen = (step: WalkState) => markedBy === null || events.some((event) => event.state === step)
  return paymentWalk.map((step, index) => ({
    state: step,
    at: index <= reached ? (momentOf(step, events) ?? null) : null,
    place: !isSeen(step)
      ? 'ahead'
      : index < reached || (index === reached && state === 'paid')
        ? 'done'
        : index === reached
          ? 'current'
          : 'ahead',
  }))
}

/** Can somebody still pay by this link? Then it is worth passing on. */
export function isOpenLink({ state, endedFor }: Pick<PaymentLink, 'state' | 'endedFor'>): boolean {
  return endedFor === null && state !== 'paid' && state !== 'expired'
}

/** Is somebody paying by this link now, as far as the bank has told? Until it says more staff do not mark it as paid. */
export function isPaidNow({ state }: Pick<PaymentLink, 'state'>): boolean {
  return state === 'in_progress'
}

/** A link that is deleted and restored, or marked and not, is written down anew as it stood: it was opened the first time. */
function momentOf(step: WalkState, events: PaymentLink['events']): string | undefined {
  const times = events.filter((event) => event.state === step)
  return (step === 'link_clicked' ? times[0] : times.at(-1))?.at
}

// An ended link still shows how far its payer had come. One that is not paid any more was marked as such by staff, who took that back.
function reachedIndex(state: PaymentState, events: PaymentLink['events']): number {
  const now = walkIndex(state)
  if (now >= 0 || state === 'created') return now
  return Math.max(-1, ...events.map((event) => (event.state === 'paid' ? -1 : walkIndex(event.state))))
}

function walkIndex(state: PaymentState): number {
  return paymentWalk.findIndex((step) => step === state)
}
