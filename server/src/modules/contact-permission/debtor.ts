import { type ComplianceProfile, complianceProfile, type LawfulHours } from './compliance-profile.ts'
import type { RuleFields } from './contact-wishes.ts'

/** Who owes, as far as the law asks. */
export type Debtor = { isNaturalPerson: boolean; isResoldClaim: boolean }

// Behind every other form stand people who owe with all they have: the Wki calls them natural persons.
const legalPersons: readonly string[] = ['bv', 'nv', 'stichting', 'vereniging', 'cooperatie', 'overheid', 'buitenlands']

/** Reads the legal form. Whoever is not known to be a legal person is a natural one: the stricter law. */
export function debtorOf({ debiteurtype, rechtsvorm, vordering_overgenomen }: RuleFields): Debtor {
  return {
    isNaturalPerson: debiteurtype === 'consument' || !legalPersons.includes(rechtsvorm ?? ''),
    isResoldClaim: vordering_overgenomen === 'ja',
  }
}

/**
 * The profile under which this debtor is contacted. The Wki holds for natural persons whose debt is collected for others, and for claims that were
 * bought: a profile made for companies or own customers then keeps its hours and those of the Wki. No debtor loosens the profile of the customer.
 */
export function lawFor(profile: ComplianceProfile, { isNaturalPerson, isResoldClaim }: Debtor): ComplianceProfile {
  if (!isNaturalPerson || profile.onlySimulated || !(profile.onlyLegalPersons || isResoldClaim)) return profile
  const known = withWki.get(profile) ?? bothOf(profile, complianceProfile.incasso_wki)
  withWki.set(profile, known)
  return known
}
const withWki = new WeakMap<ComplianceProfile, ComplianceProfile>()

function bothOf(one: ComplianceProfile, other: ComplianceProfile): ComplianceProfile {
  const saturdays = one.saturday === null && other.saturday === null ? null : hoursOfBoth(one.saturday ?? one, other.saturday ?? other)
  const eves = [one.eveLatest, other.eveLatest].filter((latest) => latest !== null)
  return {
    ...one,
    ...hoursOfBoth(one, other),
    weekdays: one.weekdays.filter((weekday) => other.weekdays.includes(weekday)),
    holidays: one.holidays && other.holidays,
    saturday: saturdays,
    eveLatest: eves.length === 0 ? null : Math.min(...eves),
  }
}

function hoursOfBoth(one: LawfulHours, other: LawfulHours): LawfulHours {
  return { earliest: Math.max(one.earliest, other.earliest), latest: Math.min(one.latest, other.latest) }
}
