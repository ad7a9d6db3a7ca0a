import type { ComplianceProfileName, ContactCaps } from '@regie/contract/customers.ts'
import type { ExtraWindow, TimeWindow } from '@regie/contract/time-windows.ts'
import { complianceProfile } from '../contact-permission/compliance-profile.ts'
import type { HolidayRule, OpeningRules } from '../contact-permission/time-window.ts'

/** When a script may work and how often a person may be contacted, as PostgreSQL tells it. */
export type OpeningJson = {
  profile: ComplianceProfileName
  caps: ContactCaps | null
  alwaysOpen: boolean
  windows: TimeWindow[]
  extra: ExtraWindow[]
  holidays: HolidayRule[]
}

const clock = (column: string) => `to_char(${column}, 'HH24:MI')`

/** SQL: the time windows of a script in the words of the contract. `script` is the alias of the scripts table. */
export const windowsJson = (script: string) => `(
  select coalesce(json_agg(json_build_object('start', ${clock('w.starts')}, 'end', ${clock('w.ends')}, 'weekdays', w.weekdays, 'channels', w.channels) order by w.starts), '[]')
  from script_windows sw join time_windows w on w.customer_id = sw.customer_id and w.id = sw.window_id
  where sw.customer_id = ${script}.customer_id and sw.script_id = ${script}.id)`

/**
 * SQL: all that decides when a script may work, for readOpening(). The aliases are those of scripts and of its customer.
 * What a script says of a holiday goes before what its customer says (script 0).
 */
export const openingJson = (script: string, customer: string) => `json_build_object(
  'profile', ${customer}.compliance_profile, 'caps', ${customer}.contact_caps, 'alwaysOpen', ${script}.always_open, 'windows', ${windowsJson(script)},
  'extra', (
    select coalesce(json_agg(json_build_object('date', x.day, 'closed', x.closed, 'start', ${clock('x.starts')}, 'end', ${clock('x.ends')}, 'channels', x.channels) order by x.day, x.starts), '[]')
    from extra_windows x where x.customer_id = ${script}.customer_id and x.script_id = ${script}.id),
  'holidays', (
    select coalesce(json_agg(json_build_object('date', h.day, 'enabled', h.enabled, 'hours', case when h.starts is not null then json_build_object('start', ${clock('h.starts')}, 'end', ${clock('h.ends')}) end)), '[]')
    from (select distinct on (day) * from holidays where customer_id = ${script}.customer_id and script_id in (0, ${script}.id) order by day, script_id desc) h))`

/** The rules of openingOf(), with the law of the customer's profile. */
export function readOpening({ profile, alwaysOpen, windows, extra, holidays }: OpeningJson): OpeningRules {
  return { profile: complianceProfile[profile], alwaysOpen, windows, extra, holidays }
}

/** How often a person may be contacted: by the customer's own word, or else by its profile's. */
export function readCaps({ profile, caps }: Pick<OpeningJson, 'profile' | 'caps'>): ContactCaps {
  return caps ?? complianceProfile[profile].caps
}
