/** SQL: what of the claim of a case is still open; null where no claim is known. What was paid too much makes it no less than nothing. */
export const openCents = (one: string) => `(${one}.outstanding_cents - least(${one}.paid_cents, ${one}.outstanding_cents))`

/** The same for one case that is read already. */
export const openCentsOf = (outstanding: number | null, paid: number) =>
  outstanding === null ? null : outstanding - Math.min(paid, outstanding)
