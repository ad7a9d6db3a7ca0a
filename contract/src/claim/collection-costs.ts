/** What a part of the principal adds to the collection costs. */
export type CostTier = { baseCents: number; perMille: number; costsCents: number }

// Besluit vergoeding voor buitengerechtelijke incassokosten, art. 2 (product.md §3.3).
const tiers = [
  { upToCents: 250_000, perMille: 150 },
  { upToCents: 500_000, perMille: 100 },
  { upToCents: 1_000_000, perMille: 50 },
  { upToCents: 20_000_000, perMille: 10 },
  { upToCents: Number.POSITIVE_INFINITY, perMille: 5 },
] as const
export const costsMinCents = 40_00
export const costsMaxCents = 6_775_00
// The Dutch VAT by which a creditor who cannot deduct it may raise the costs (art. 2 paragraph 3).
const costsVatPercent = 21

/**
 * The highest collection costs that the law allows over a principal, in whole cents; `tiers` are the parts before the least (€ 40) and the most (€ 6.775).
 * `withVatCents` is what a creditor may ask who cannot deduct VAT. Of no principal there are no costs.
 */
export function collectionCosts(principalCents: number): { cents: number; withVatCents: number; tiers: CostTier[] } {
  if (principalCents <= 0) return { cents: 0, withVatCents: 0, tiers: [] }
  const parts: CostTier[] = []
  let from = 0
  let thousandths = 0
  for (const { upToCents, perMille } of tiers) {
    const baseCents = Math.min(principalCents, upToCents) - from
    if (baseCents <= 0) break
    // Each part is what the costs up to here are more than before, so that rounded parts add up to the rounded whole.
    const before = Math.round(thousandths / 1_000)
    thousandths += baseCents * perMille
    parts.push({ baseCents, perMille, costsCents: Math.round(thousandths / 1_000) - before })
    from = upToCents
  }
  const cents = Math.min(Math.max(Math.round(thousandths / 1_000), costsMinCents), costsMaxCents)
  return { cents, withVatCents: cents + Math.round((cents * costsVatPercent) / 100), tiers: parts }
}
