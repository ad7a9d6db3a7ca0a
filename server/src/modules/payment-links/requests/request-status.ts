import type { PaymentState } from '@regie/contract/payments.ts'
import { bankSessionMinutes } from '../../contact-facts/contact-facts.ts'

const walk = ['created', 'link_clicked', 'bank_opened', 'in_progress'] as const
const placeOf = (state: PaymentState) => walk.findIndex((one) => one === state)

type Standing = { state: PaymentState; bank_opened_at: Date | null }

/**
 * The state of a request after its provider said how it stands. Paid wins over everything; what is over stays over until then. The provider knows
 * less than we do of who clicked and went on: it takes nobody back, but who was at the bank and did not pay has left it after its session.
 */
export function afterRequestNews({ state, bank_opened_at }: Standing, said: PaymentState, now: Date): PaymentState {
  if (state === 'paid' || said === 'paid') return 'paid'
  if (state === 'expired' || state === 'canceled') return state
  if (said === 'expired' || said === 'canceled') return said
  if (placeOf(said) >= placeOf(state)) return said
  const isAtBank = state === 'bank_opened' || state === 'in_progress'
  const isSessionOver = bank_opened_at === null || now.getTime() - bank_opened_at.getTime() >= bankSessionMinutes * 60_000
  return isAtBank && isSessionOver ? 'link_clicked' : state
}

// A bank may be late, and so may whoever reads its page.
const lateMs = 7 * 24 * 3_600_000

/** When a request is asked about the next time; null: nothing more is to be said of it. */
export function nextQuestion(
  { state, expires_at }: { state: PaymentState; expires_at: Date },
  checkMinutes: number,
  now: Date,
): Date | null {
  if (state === 'paid' || now.getTime() > expires_at.getTime() + lateMs) return null
  return new Date(now.getTime() + checkMinutes * 60_000)
}
