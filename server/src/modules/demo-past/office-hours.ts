import { complianceProfile } from '../contact-permission/compliance-profile.ts'
import { fromLocalTime, toLocalTime } from '../contact-permission/local-time.ts'
import { type OpeningRules, openingOf } from '../contact-permission/time-window.ts'

/** When the past contacts people and colleagues work: within the hours of the demo's scripts, with some minutes to spare, and never outside the strictest law. */
const officeRules: OpeningRules = {
  profile: complianceProfile.incasso_wki,
  alwaysOpen: false,
  windows: [{ start: '09:05', end: '17:35', weekdays: [1, 2, 3, 4, 5], channels: ['call', 'email', 'sms', 'whatsapp'] }],
  extra: [],
  holidays: [],
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** This moment, or the first one after it at which the office is open. */
export function nextOpen(at: Date): Date {
  const opening = openingOf(officeRules, 'call', at)
  return opening.open ? at : (opening.nextAt ?? at)
}

/** The last full quarter before this moment at which the office was open. */
export function lastOpen(at: Date): Date {
  for (let moment = at.getTime() - 15 * minuteMs; ; moment -= 15 * minuteMs)
    if (openingOf(officeRules, 'call', new Date(moment)).open) return new Date(moment)
}

/** A day on which the office is open: this one, or the first after it. */
export function openDay(date: string): string {
  return toLocalTime(nextOpen(fromLocalTime(date, 10 * 60))).date
}

export const later = (at: Date, { days = 0, hours = 0, minutes = 0, seconds = 0 }): Date =>
  new Date(at.getTime() + days * 24 * hourMs + hours * hourMs + minutes * minuteMs + seconds * 1000)

export const earlier = (one: Date, other: Date) => (one < other ? one : other)
export const latest = (one: Date, other: Date) => (one > other ? one : other)
