import type { StateOfCode } from '@regie/contract/payment-request-providers.ts'
import type { PaymentState } from '@regie/contract/payments.ts'

/** What a status means by the list of an account; null: nobody told us. */
export const stateOfCode = (said: string, states: readonly StateOfCode[]): PaymentState | null =>
  states.find(({ code }) => code === said)?.state ?? null
