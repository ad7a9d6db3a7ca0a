import { checksNeeded, type IdentityCheck, identityChecks } from '@regie/contract/desk.ts'
import { readBirthDate, readPostcode } from '../self-service/identity/identity.ts'

/** What a case knows of its person, and what one of them says of themselves. */
export type Known = { caseNumber: string; fields: Readonly<Record<string, string>> }
export type Named = Partial<Record<IdentityCheck, string | undefined>>

const plain = (text: string) => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

// As it is compared; empty: there is nothing to compare.
const formOf: Record<IdentityCheck, (text: string) => string> = {
  birthDate: (text) => readBirthDate(text) ?? '',
  postcode: readPostcode,
  caseNumber: plain,
}
const knownOf = ({ caseNumber, fields }: Known): Record<IdentityCheck, string> => ({
  birthDate: fields['geboortedatum'] ?? '',
  postcode: fields['postcode'] ?? '',
  caseNumber,
})

/** What can be asked of the person of a case. */
export function checksOf(known: Known): IdentityCheck[] {
  const values = knownOf(known)
  return identityChecks.filter((check) => formOf[check](values[check]) !== '')
}

/**
 * Did they show who they are? Two things at least that the case knows, and nothing that they named may be wrong: whoever guesses tells by one wrong answer
 * that they do. Answers what was right, or why not.
 */
export function checkIdentity(
  known: Known,
  named: Named,
): { right: IdentityCheck[] } | { refusal: 'desk.checksMissing' | 'desk.notMatching' } {
  const values = knownOf(known)
  const given = checksOf(known).filter((check) => (named[check] ?? '').trim() !== '')
  if (given.length < checksNeeded) return { refusal: 'desk.checksMissing' }
  const isRight = (check: IdentityCheck) => formOf[check](named[check] ?? '') === formOf[check](values[check])
  return given.every(isRight) ? { right: given } : { refusal: 'desk.notMatching' }
}
