import type { ComplianceProfileName, ContactCaps } from '@regie/contract/customers.ts'
import type { ExtraWindow, TimeWindow } from '@regie/contract/time-windows.ts'
import { complianceProfile } from '../contact-permission/compliance-profile.ts'
import type { SmsPause } from '../contact-permission/sms-pause.ts'
import type { HolidayRule, OpeningRules } from '../contact-permission/time-window.ts'

/** When a script may work and how often a person may be contacted, as PostgreSQL returns it. */
export type OpeningJson = {
  profile: ComplianceProfileName
  caps: ContactCaps | null
  /** Days of rest after staff reached a person by hand. */
  quietDays: number
  alwaysOpen: boolean
  windows: TimeWindow[]
  extra: ExtraWindow[]
  holidays: HolidayRule[]
  smsPaused: boolean
  smsPausedUntil: string | null
}

/** SQL: the time windows of a script in the words of the contract. `script` is the alias of the scripts table. */
export const windowsJson = (script: string) => `(${script}.hours -> 'windows')`

/** SQL: all that decides when a script may work, for readOpening(). The aliases are those of scripts, which keeps its hours, and of its customer. */
export const openingJson = (script: string, customer: string) =>
  `(jsonb_build_object('profile', ${customer}.compliance_profile, 'caps', ${customer}.contact_caps, 'quietDays', ${customer}.quiet_days_after_staff, 'alwaysOpen', ${script}.always_open, 'smsPaused', ${script}.sms_paused, 'smsPausedUntil', ${script}.sms_paused_until) || ${script}.hours)`

type Opening = OpeningRules & { smsPause: SmsPause | null }

/** The rules of openingOf(), with the law of the customer's profile. */
export function readOpening({ profile, alwaysOpen, windows, extra, holidays, ...sms }: OpeningJson): Opening {
  const smsPause = sms.smsPaused ? { until: sms.smsPausedUntil === null ? null : new Date(sms.smsPausedUntil) } : null
  return { profile: complianceProfile[profile], alwaysOpen, windows, extra, holidays, smsPause }
}

/** How often a person may be contacted: by the customer's own word, or else by its profile's. */
export function readCaps({ profile, caps }: Pick<OpeningJson, 'profile' | 'caps'>): ContactCaps {
  return caps ?? complianceProfile[profile].caps
}
