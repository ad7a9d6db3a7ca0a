import type { ComplianceProfileName } from '@regie/contract/customers.ts'

/** What the law and the house allow for one kind of work. Minutes count from local midnight, `latest` is the last minute allowed. */
export type ComplianceProfile = {
  earliest: number
  latest: number
  weekdays: readonly number[]
  holidays: boolean
  /** Messages may only go to a simulation or a mail server on this machine: nobody outside is ever reached. */
  onlySimulated: boolean
}

export const complianceProfile: Record<ComplianceProfileName, ComplianceProfile> = {
  // Besluit kwaliteit incassodienstverlening art. 4.2: not between 20:00 and 07:00, not on Sundays and holidays, by no channel.
  incasso_wki: { earliest: 7 * 60, latest: 20 * 60 - 1, weekdays: [1, 2, 3, 4, 5, 6], holidays: false, onlySimulated: false },
  // Code Telemarketing 2012 art. 9; the shorter Saturday and the evenings before holidays are cut elsewhere.
  telemarketing: { earliest: 9 * 60, latest: 22 * 60 - 1, weekdays: [1, 2, 3, 4, 5, 6], holidays: false, onlySimulated: false },
  service: { earliest: 8 * 60, latest: 21 * 60 - 1, weekdays: [1, 2, 3, 4, 5, 6], holidays: false, onlySimulated: false },
  b2b: { earliest: 8 * 60, latest: 21 * 60 - 1, weekdays: [1, 2, 3, 4, 5, 6], holidays: false, onlySimulated: false },
  intern_demo: { earliest: 0, latest: 24 * 60 - 1, weekdays: [1, 2, 3, 4, 5, 6, 7], holidays: true, onlySimulated: true },
}
