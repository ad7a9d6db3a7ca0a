import type { ComplianceProfileName, ContactCaps } from '@regie/contract/customers.ts'

/** Hours of a day. Minutes count from local midnight, `latest` is the last minute allowed. */
export type LawfulHours = { earliest: number; latest: number }

/** What the law and the customer allow for one kind of work. */
export type ComplianceProfile = LawfulHours & {
  weekdays: readonly number[]
  /** May work on holidays; they are ordinary days until the customer closes them. */
  holidays: boolean
  saturday: LawfulHours | null
  /** The last minute on 4 May, 5 and 24 December. */
  eveLatest: number | null
  /** Messages may only go to a simulation or a mail server on this machine: nobody outside is ever reached. */
  onlySimulated: boolean
  /** Made for work with legal persons: for anyone else the Wki holds as well (debtor.ts). */
  onlyLegalPersons: boolean
  /** How often one person may be contacted, unless the customer decides otherwise. */
  caps: ContactCaps
}

// No law names numbers; these are what supervisors elsewhere presume fair (product.md §3.1). None names a number for a lifetime.
const carefulCaps: ContactCaps = { answeredPerDay: 1, callsPerDay: 3, callsPerWeek: 7, writtenPerWeek: 3, contactsPerLifetime: null }
const noCaps: ContactCaps = {
  answeredPerDay: null,
  callsPerDay: null,
  callsPerWeek: null,
  writtenPerWeek: null,
  contactsPerLifetime: null,
}

const workdays = {
  weekdays: [1, 2, 3, 4, 5, 6],
  holidays: false,
  saturday: null,
  eveLatest: null,
  onlySimulated: false,
  onlyLegalPersons: false,
}
const daytime = { ...workdays, earliest: 8 * 60, latest: 21 * 60 - 1 }

export const complianceProfile: Record<ComplianceProfileName, ComplianceProfile> = {
  // Besluit kwaliteit incassodienstverlening art. 4.2: not between 20:00 and 07:00, not on Sundays and holidays, by no channel.
  incasso_wki: { ...workdays, earliest: 7 * 60, latest: 20 * 60 - 1, caps: carefulCaps },
  // Code Telemarketing 2012 art. 9.
  telemarketing: {
    ...workdays,
    earliest: 9 * 60,
    latest: 22 * 60 - 1,
    saturday: { earliest: 10 * 60, latest: 16 * 60 - 1 },
    eveLatest: 18 * 60 + 29,
    caps: carefulCaps,
  },
  service: { ...daytime, caps: carefulCaps },
  b2b: { ...daytime, onlyLegalPersons: true, caps: noCaps },
  intern_demo: {
    earliest: 0,
    latest: 24 * 60 - 1,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    holidays: true,
    saturday: null,
    eveLatest: null,
    onlySimulated: true,
    onlyLegalPersons: false,
    caps: noCaps,
  },
}
