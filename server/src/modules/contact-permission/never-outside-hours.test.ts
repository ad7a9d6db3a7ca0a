import { complianceProfiles } from '@regie/contract/customers.ts'
import { channels } from '@regie/contract/channels.ts'
import type { ExtraWindow, TimeWindow } from '@regie/contract/time-windows.ts'
import Holidays from 'date-holidays'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { complianceProfile } from './compliance-profile.ts'
import { noWishes } from './contact-wishes.ts'
import { type ContactFacts, contactPermission } from './contact-permission.ts'
import type { HolidayRule } from './time-window.ts'

type Shown = { date: string; weekday: number; clock: string }
type Drawn = { profile: (typeof complianceProfiles)[number] } & Pick<ContactFacts, 'windows' | 'extra' | 'holidays' | 'alwaysOpen'>

// The same question asked with other means: the wall clock of Intl, holidays of another library, hours as text.
const shownFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam', dateStyle: 'short', timeStyle: 'short' })
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const weekdayFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Amsterdam', weekday: 'short' })
function shownAt(at: Date): Shown {
  const [date = '', clock = ''] = shownFormat.format(at).split(' ')
  return { date, clock, weekday: weekdays.indexOf(weekdayFormat.format(at)) + 1 }
}

const calendar = new Holidays('NL')
const names =
  /^(Nieuwjaar|Goede Vrijdag|Tweede paasdag|Koningsdag|Bevrijdingsdag|Hemelvaartsdag|Tweede pinksterdag|Kerstmis|Tweede kerstdag)$/
const decreed = ['2026-01-02', '2026-05-15', '2027-05-07', '2028-04-28', '2028-05-26']
const lawful = new Set([
  ...decreed,
  ...[2026, 2027, 2028, 2029].flatMap((year) =>
    calendar.getHolidays(year).flatMap((day) => (names.test(day.name) ? [day.date.slice(0, 10)] : [])),
  ),
])
const hoursByLaw: Record<Drawn['profile'], [string, string]> = {
  incasso_wki: ['07:00', '19:59'],
  telemarketing: ['09:00', '21:59'],
  service: ['08:00', '20:59'],
  b2b: ['08:00', '20:59'],
  intern_demo: ['00:00', '23:59'],
}

function isLawful(profile: Drawn['profile'], { date, weekday, clock }: Shown): boolean {
  if (profile === 'intern_demo') return true
  const [first, last] = hoursByLaw[profile]
  if (weekday === 7 || lawful.has(date) || clock < first || clock > last) return false
  if (profile !== 'telemarketing') return true
  if (weekday === 6 && (clock < '10:00' || clock > '15:59')) return false
  return !(/-(05-04|12-05|12-24)$/.test(date) && clock > '18:29')
}

function isWanted({ windows, extra, holidays, alwaysOpen }: Drawn, channel: string, { date, weekday, clock }: Shown): boolean {
  const within = ({ start, end }: { start: string; end: string }) => start <= clock && clock <= end
  const ofDate = extra.filter((window) => window.date === date)
  if (ofDate.some(({ closed }) => closed)) return false
  const ofChannel = ofDate.filter((window) => window.channels.some((one) => one === channel))
  if (ofChannel.length > 0) return ofChannel.some(within)
  const off = holidays.find((day) => day.date === date && day.enabled)
  if (off && (!off.hours || !within(off.hours))) return false
  return (
    alwaysOpen ||
    windows.some((window) => window.weekdays.includes(weekday) && window.channels.some((one) => one === channel) && within(window))
  )
}

const quarter = fc.integer({ min: 0, max: 95 })
const hours = fc.tuple(quarter, quarter).map(([a, b]) => {
  const clock = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return { start: clock(Math.min(a, b) * 15), end: clock(Math.max(a, b) * 15 + 14) }
})
const someChannels = fc.uniqueArray(fc.constantFrom(...channels), { minLength: 1 })
// Few dates, so that clocks and exceptions meet: clock changes, eves, holidays, ordinary days.
const days = [
  '2026-10-25',
  '2026-12-05',
  '2027-03-28',
  '2027-04-27',
  '2027-05-04',
  '2027-05-07',
  '2027-07-05',
  '2027-10-31',
  '2027-12-24',
  '2028-12-05',
  '2028-01-08',
]
const day = fc.constantFrom(...days)
const window: fc.Arbitrary<TimeWindow> = fc
  .tuple(hours, fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), someChannels)
  .map(([range, on, by]) => ({ ...range, weekdays: on, channels: by }))
const extraWindow: fc.Arbitrary<ExtraWindow> = fc
  .tuple(day, hours, fc.integer({ min: 0, max: 4 }), someChannels)
  .map(([date, range, luck, by]) => ({ date, ...range, closed: luck === 0, channels: by }))
const holiday: fc.Arbitrary<HolidayRule> = fc.record({ date: day, enabled: fc.boolean(), hours: fc.option(hours) })
const script: fc.Arbitrary<Drawn> = fc.record({
  profile: fc.constantFrom(...complianceProfiles),
  alwaysOpen: fc.boolean(),
  windows: fc.array(window, { maxLength: 4 }),
  extra: fc.array(extraWindow, { maxLength: 6 }),
  holidays: fc.uniqueArray(holiday, { maxLength: 4, selector: ({ date }) => date }),
})
const moment = fc.oneof(
  fc.tuple(day, fc.integer({ min: -4 * 3600, max: 28 * 3600 })).map(([date, seconds]) => new Date(Date.parse(date) + seconds * 1000)),
  fc.date({ min: new Date('2026-01-01'), max: new Date('2029-12-30'), noInvalidDate: true }),
)
const simulated = { simulated: true, loopback: false }
const factsOf = ({ profile, ...rules }: Drawn): ContactFacts => ({
  ...rules,
  profile: complianceProfile[profile],
  caseStatus: 'open',
  casePausedUntil: null,
  casePausedFor: null,
  batchStatus: 'open',
  batchPausedUntil: null,
  scriptActive: true,
  smsPause: null,
  phone: '+31101234567',
  mobile: '+31612345678',
  email: 'naam@example.nl',
  blacklisted: [],
  ownAddresses: null,
  outsideFilter: false,
  disputed: false,
  debtHelp: false,
  wishes: noWishes,
  debtor: { isNaturalPerson: false, isResoldClaim: false },
  caps: { answeredPerDay: null, callsPerDay: null, callsPerWeek: null, writtenPerWeek: null, contactsPerLifetime: null },
  contacts: [],
  staffContacts: [],
  quietDays: 1,
  paymentUnderWay: null,
  providers: { email: simulated, sms: simulated, call: simulated, whatsapp: simulated },
})

test('nothing leaves outside the hours of law and script, and nothing is held inside them: 10,000 scripts and clocks', () => {
  const seen = { allowed: 0, held: 0 }
  fc.assert(
    fc.property(script, moment, fc.constantFrom(...channels), (drawn, at, channel) => {
      const facts = factsOf(drawn)
      const mayBe = (instant: Date) => isLawful(drawn.profile, shownAt(instant)) && isWanted(drawn, channel, shownAt(instant))
      const { ok, nextAt } = contactPermission(facts, channel, at)
      expect(ok).toBe(mayBe(at))
      if (nextAt !== null)
        expect([new Date(nextAt) > at, mayBe(new Date(nextAt)), mayBe(new Date(Date.parse(nextAt) - 1))]).toEqual([true, true, false])
      seen[ok ? 'allowed' : 'held']++
    }),
    { numRuns: 10_000, seed: 20_261_121 },
  )
  // Neither answer is rare, or the test would say little.
  expect(Math.min(seen.allowed, seen.held)).toBeGreaterThan(1_000)
})
