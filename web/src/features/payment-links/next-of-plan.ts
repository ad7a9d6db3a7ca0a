import type { PaymentPromise } from '@regie/contract/arrangements.ts'

/** The instalment of a plan that is next, and what of it is still open: what came in since covers them in their order. Null: all is in. */
export function nextOfPlan({ parts }: Pick<PaymentPromise, 'parts'>, promisedCents: number): { due: string; cents: number } | null {
  const all = parts.reduce((sum, { amountCents }) => sum + amountCents, 0)
  let covered = all - promisedCents
  for (const { due, amountCents } of parts) {
    if (covered < amountCents) return { due, cents: amountCents - Math.max(0, covered) }
    covered -= amountCents
  }
  return null
}
