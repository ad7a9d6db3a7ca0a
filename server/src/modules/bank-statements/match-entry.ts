import type { MatchReason } from '@regie/contract/bank-statements.ts'
import { referenceForm } from '@regie/contract/payment-references.ts'

/** What of an entry decides which case it pays. */
export type MatchedEntry = { amountCents: number; currency: string; reference: string | null; references: readonly string[] }
/** A case that the entry names; `openCents` null: no claim is known. */
export type NamedCase = { caseId: number; paymentReference: string; currency: string; openCents: number | null; isLocked: boolean }

export type Match = { caseId: number } | { reason: MatchReason }

/** The references of an entry as cases are found by them: what the bank keeps apart goes before what the payer wrote in words. */
export function referencesOf({ reference, references }: Pick<MatchedEntry, 'reference' | 'references'>): string[] {
  return reference === null || referenceForm(reference) === '' ? [...references] : [...new Set([referenceForm(reference), ...references])]
}

/**
 * Which case an entry pays for certain: the one that its reference names, in the currency of its claim, and no more than what is open. A part is certain
 * too: the reference says of what. Anything else is for staff, with the reason.
 */
export function matchEntry(entry: MatchedEntry, named: readonly NamedCase[]): Match {
  if (referencesOf(entry).length === 0) return { reason: 'noReference' }
  const [one, other] = named
  if (!one) return { reason: 'noCase' }
  if (other) return { reason: 'severalCases' }
  if (one.currency !== entry.currency) return { reason: 'otherCurrency' }
  if (one.isLocked) return { reason: 'caseLocked' }
  if (one.openCents === null) return { reason: 'claimUnknown' }
  return entry.amountCents > one.openCents ? { reason: 'tooMuch' } : { caseId: one.caseId }
}
