import type { PaymentPromise } from '@regie/contract/arrangements.ts'

/** The instalment of a plan that is next, and what of it is still open: what came in since covers them in their order. A missed one may be paid through its new day. How many instalments are still to come, this one too. Null: all is in. */
export function nextOfPlan(
  { parts }: Pick<PaymentPromise, 'parts'>,
  promisedCents: number,
): { due: string; cents: number; left: number } | null {
  const all = parts.reduce((sum, { amountCents }) => sum + amountCents, 0)
  let covered = all - promisedCents
  for (const [at, { due, lateAfter, amountCents }] of parts.entries()) {
    if (covered < amountCents) return { due: lateAfter ?? due, cents: amountCents - Math.max(0, covered), left: parts.length - at }
    covered -= amountCents
  }
  return null
}
