/** SQL: what of the claim of a case is still open; null where no claim is known. What was paid too much makes it no less than nothing. */
export const openCents = (one: string) => `(${one}.outstanding_cents - least(${one}.paid_cents, ${one}.outstanding_cents))`
