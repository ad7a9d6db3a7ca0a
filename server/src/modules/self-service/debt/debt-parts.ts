import { collectionCosts } from '@regie/contract/claim/collection-costs.ts'
import { rateKindOf } from '@regie/contract/claim/statutory-claim.ts'

/** What is known of a debt: what the creditor says in the fields of the case, and the money that came in since. Amounts are whole cents. */
export type DebtFacts = {
  fields: Readonly<Record<string, string>>
  /** What the creditor claims now; null: it says no amount. */
  claimedCents: number | null
  currency: string
  payments: readonly { on: string; cents: number }[]
}

/** One line of how a debt is made up. What was paid counts below nothing. */
export type DebtLine =
  | { kind: 'principal' | 'interest' | 'costs' | 'other' | 'paidBefore' | 'claimed'; cents: number }
  | { kind: 'paid'; cents: number; on: string }

export type Debt = {
  lines: DebtLine[]
  paidCents: number
  openCents: number
  /** The most that may be asked as collection costs, where a line asks more of a consumer; null: none does. */
  costsMostCents: number | null
}

const parts = { principal: 'hoofdsom', interest: 'rente', costs: 'incassokosten' } as const

/**
 * How a debt is made up, line by line, so that the lines add up to what is open. What the creditor claims beside principal, interest and costs stands as
 * *other*; a claim that is smaller than its parts, or has none, stands as one line. Null where no amount is claimed.
 */
export function debtOf({ fields, claimedCents, currency, payments }: DebtFacts): Debt | null {
  if (claimedCents === null) return null
  const paidCents = payments.reduce((sum, { cents }) => sum + cents, 0)
  const paid = payments
    .toSorted((one, other) => one.on.localeCompare(other.on))
    .map(({ on, cents }) => ({ kind: 'paid' as const, cents: -cents, on }))
  const lines = [...claimLines(fields, claimedCents), ...paid]
  const openCents = Math.max(0, claimedCents - paidCents)
  return { lines, paidCents, openCents, costsMostCents: currency === 'EUR' ? costsMostOf(fields, lines) : null }
}

// Of a consumer no more may be asked than the scale of the law has, whatever was agreed (art. 6:96 paragraph 5 and 6 BW); VAT comes on top for a creditor
// who cannot deduct it.
function costsMostOf(fields: DebtFacts['fields'], lines: readonly DebtLine[]): number | null {
  const asked = lines.find(({ kind }) => kind === 'costs')?.cents ?? 0
  const { withVatCents } = collectionCosts(centsIn(fields[parts.principal]))
  return rateKindOf(fields) === 'consumer' && asked > withVatCents ? withVatCents : null
}

function claimLines(fields: DebtFacts['fields'], claimedCents: number): DebtLine[] {
  const known = (Object.keys(parts) as (keyof typeof parts)[]).flatMap((kind) => {
    const cents = centsIn(fields[parts[kind]])
    return cents > 0 ? [{ kind, cents }] : []
  })
  const before = centsIn(fields['betaald'])
  const lines: DebtLine[] = [...known, ...(before > 0 ? [{ kind: 'paidBefore' as const, cents: -before }] : [])]
  const rest = claimedCents - lines.reduce((sum, { cents }) => sum + cents, 0)
  if (!known.some(({ kind }) => kind === 'principal') || rest < 0) return [{ kind: 'claimed', cents: claimedCents }]
  return rest === 0 ? lines : [...lines, { kind: 'other', cents: rest }]
}

// Amounts of a case are kept as euros with a point.
function centsIn(text: string | undefined): number {
  const cents = Math.round(Number(text ?? '') * 100)
  return Number.isSafeInteger(cents) ? cents : 0
}
