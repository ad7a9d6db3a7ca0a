import type { ExtraWindow, TimeWindow } from '@regie/contract/time-windows.ts'
import Holidays from 'date-holidays'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { complianceProfile } from './compliance-profile.ts'
import { dutchHolidays } from '@regie/contract/holidays.ts'
import { fromLocalTime, toLocalTime } from './local-time.ts'
import { type HolidayRule, type OpeningRules, openingOf, openUntil } from './time-window.ts'

const rulesOf = (over: Partial<OpeningRules>): OpeningRules => ({
  profile: complianceProfile.intern_demo,
  windows: [],
  alwaysOpen: false,
  extra: [],
  holidays: [],
  ...over,
})
const always = rulesOf({ alwaysOpen: true })
const wki = rulesOf({ profile: complianceProfile.incasso_wki, alwaysOpen: true })
const telemarketing = rulesOf({ profile: complianceProfile.telemarketing, alwaysOpen: true })
const office: TimeWindow = { start: '09:00', end: '17:00', weekdays: [1, 2, 3, 4, 5], channels: ['email', 'sms'] }
const at = (iso: string) => new Date(iso)
const opening = (rules: OpeningRules, iso: string, channel: 'email' | 'call' = 'email') => {
  const found = openingOf(rules, channel, at(iso))
  return found.open ? 'open' : `${found.reason} ${found.nextAt?.toISOString() ?? 'never'}`
}

describe('the law for collection work (Bki 4.2)', () => {
  test.each([
    ['one minute to seven in winter', '2027-01-04T05:59:59Z', 'lawHours 2027-01-04T06:00:00.000Z'],
    ['seven o’clock in winter', '2027-01-04T06:00:00Z', 'open'],
    ['the last second before eight in the evening', '2027-01-04T18:59:59Z', 'open'],
    ['eight in the evening', '2027-01-04T19:00:00Z', 'lawHours 2027-01-05T06:00:00.000Z'],
    ['seven o’clock in summer', '2027-07-05T05:00:00Z', 'open'],
    ['Saturday evening waits for Monday', '2027-01-09T19:30:00Z', 'lawHours 2027-01-11T06:00:00.000Z'],
    ['Sunday', '2027-01-10T12:00:00Z', 'lawSunday 2027-01-11T06:00:00.000Z'],
    ['Good Friday', '2027-03-26T12:00:00Z', 'lawHoliday 2027-03-27T06:00:00.000Z'],
    ['King’s day', '2027-04-27T12:00:00Z', 'lawHoliday 2027-04-28T05:00:00.000Z'],
    ['Liberation day, then Ascension day, then the day put on a par', '2027-05-05T12:00:00Z', 'lawHoliday 2027-05-08T05:00:00.000Z'],
    ['Christmas eve after hours waits past both days and the Sunday', '2027-12-24T20:00:00Z', 'lawHours 2027-12-27T06:00:00.000Z'],
  ])('%s', (_, iso, expected) => expect(opening(wki, iso)).toBe(expected))
})

describe('a script’s own windows', () => {
  const rules = rulesOf({ profile: complianceProfile.incasso_wki, windows: [office] })
  test.each([
    ['before the window', '2027-01-04T07:59:59Z', 'outsideWindow 2027-01-04T08:00:00.000Z'],
    ['its first minute', '2027-01-04T08:00:00Z', 'open'],
    ['its last minute', '2027-01-04T16:00:59Z', 'open'],
    ['after it', '2027-01-04T16:01:00Z', 'outsideWindow 2027-01-05T08:00:00.000Z'],
    ['Friday evening waits for Monday', '2027-01-08T17:00:00Z', 'outsideWindow 2027-01-11T08:00:00.000Z'],
    ['Saturday is lawful but outside', '2027-01-09T12:00:00Z', 'outsideWindow 2027-01-11T08:00:00.000Z'],
  ])('%s', (_, iso, expected) => expect(opening(rules, iso)).toBe(expected))
  test('a channel without a window never opens', () => expect(opening(rules, '2027-01-04T12:00:00Z', 'call')).toBe('outsideWindow never'))
  test('a window wider than the law is cut to the law', () =>
    expect(opening({ ...rules, windows: [{ ...office, start: '00:00', end: '23:59' }] }, '2027-01-04T19:00:00Z')).toBe(
      'lawHours 2027-01-05T06:00:00.000Z',
    ))
})

describe('telemarketing (Code Telemarketing art. 9)', () => {
  test.each([
    ['nine o’clock on a workday', '2027-01-04T08:00:00Z', 'open'],
    ['ten in the evening', '2027-01-04T21:00:00Z', 'lawHours 2027-01-05T08:00:00.000Z'],
    ['Saturday before ten', '2027-01-09T08:59:59Z', 'lawHours 2027-01-09T09:00:00.000Z'],
    ['Saturday until four', '2027-01-09T14:59:59Z', 'open'],
    ['Saturday at four', '2027-01-09T15:00:00Z', 'lawHours 2027-01-11T08:00:00.000Z'],
    [
      'remembrance day until half past six, then liberation and two more days off',
      '2027-05-04T16:30:00Z',
      'lawHours 2027-05-08T08:00:00.000Z',
    ],
    ['St Nicholas’ eve at a quarter past six', '2028-12-05T17:15:00Z', 'open'],
    ['St Nicholas’ eve at half past six', '2028-12-05T17:30:00Z', 'lawHours 2028-12-06T08:00:00.000Z'],
    ['Christmas eve at half past six', '2027-12-24T17:30:00Z', 'lawHours 2027-12-27T08:00:00.000Z'],
    ['St Nicholas’ eve on a Saturday still ends at four', '2026-12-05T15:00:00Z', 'lawHours 2026-12-07T08:00:00.000Z'],
  ])('%s', (_, iso, expected) => expect(opening(telemarketing, iso)).toBe(expected))
})

describe('the first and last minute that each profile leaves on a Monday', () => {
  test.each([
    ['incasso_wki', '07:00', '19:59'],
    ['telemarketing', '09:00', '21:59'],
    ['service', '08:00', '20:59'],
    ['b2b', '08:00', '20:59'],
    ['intern_demo', '00:00', '23:59'],
  ] as const)('%s from %s to %s', (name, first, last) => {
    const rules = rulesOf({ profile: complianceProfile[name], alwaysOpen: true })
    const open = Array.from({ length: 24 * 60 }, (_, minute) => fromLocalTime('2027-01-04', minute)).filter(
      (it) => openingOf(rules, 'call', it).open,
    )
    const shown = (it: Date | undefined) =>
      it?.toLocaleTimeString('nl-NL', { timeZone: 'Europe/Amsterdam', hour: '2-digit', minute: '2-digit' })
    expect([shown(open[0]), shown(open.at(-1))]).toEqual([first, last])
  })
})

describe('hours on a date, in place of its weekday’s', () => {
  const extra = (over: Partial<ExtraWindow>): ExtraWindow => ({
    date: '2027-01-05',
    closed: false,
    start: '12:00',
    end: '12:59',
    channels: ['email'],
    ...over,
  })
  const rules = (...dates: ExtraWindow[]) => rulesOf({ profile: complianceProfile.incasso_wki, windows: [office], extra: dates })
  test.each([
    ['its own hours open', rules(extra({})), '2027-01-05T11:30:00Z', 'email', 'open'],
    ['the weekday’s do not', rules(extra({})), '2027-01-05T09:00:00Z', 'email', 'outsideWindow 2027-01-05T11:00:00.000Z'],
    ['a channel that it does not name keeps its weekday', rules(extra({ channels: ['call'] })), '2027-01-05T09:00:00Z', 'email', 'open'],
    [
      'several on one date',
      rules(extra({}), extra({ start: '18:00', end: '18:59' })),
      '2027-01-05T12:30:00Z',
      'email',
      'outsideWindow 2027-01-05T17:00:00.000Z',
    ],
    ['a Saturday without windows', rules(extra({ date: '2027-01-09' })), '2027-01-09T11:00:00Z', 'email', 'open'],
    [
      'a Sunday stays unlawful',
      rules(extra({ date: '2027-01-10' })),
      '2027-01-10T11:00:00Z',
      'email',
      'lawSunday 2027-01-11T08:00:00.000Z',
    ],
    [
      'hours of the night stay unlawful',
      rules(extra({ start: '19:00', end: '22:59' })),
      '2027-01-05T19:30:00Z',
      'email',
      'lawHours 2027-01-06T08:00:00.000Z',
    ],
    [
      'a closed date is closed for all',
      rules(extra({ closed: true, channels: ['call'] })),
      '2027-01-05T11:30:00Z',
      'email',
      'extraClosed 2027-01-06T08:00:00.000Z',
    ],
    [
      'closed beats open all day',
      rulesOf({ alwaysOpen: true, extra: [extra({ closed: true })] }),
      '2027-01-05T11:30:00Z',
      'email',
      'extraClosed 2027-01-05T23:00:00.000Z',
    ],
  ] as const)('%s', (_, given, iso, channel, expected) => expect(opening(given, iso, channel)).toBe(expected))
})

describe('holidays of a customer and a script', () => {
  const on = (date: string, over: Partial<HolidayRule> = {}): HolidayRule => ({ date, enabled: true, hours: null, ...over })
  const closing = (holidays: HolidayRule[], over: Partial<OpeningRules> = {}) =>
    rulesOf({ profile: complianceProfile.incasso_wki, windows: [office], holidays, ...over })
  const saturday = { date: '2027-01-05', closed: false, start: '12:00', end: '12:59', channels: ['email' as const] }
  test.each([
    ['a day off of its own', closing([on('2027-01-05')]), '2027-01-05T11:00:00Z', 'extraClosed 2027-01-06T08:00:00.000Z'],
    ['one switched off is an ordinary day', closing([on('2027-01-05', { enabled: false })]), '2027-01-05T11:00:00Z', 'open'],
    [
      'a lawful holiday cannot be switched off',
      closing([on('2027-04-27', { enabled: false })]),
      '2027-04-27T11:00:00Z',
      'lawHoliday 2027-04-28T07:00:00.000Z',
    ],
    [
      'hours on a lawful holiday open nothing',
      closing([on('2027-04-27', { hours: { start: '10:00', end: '11:59' } })]),
      '2027-04-27T09:00:00Z',
      'lawHoliday 2027-04-28T07:00:00.000Z',
    ],
    [
      'hours on an own day cut its windows',
      closing([on('2027-01-05', { hours: { start: '16:00', end: '18:59' } })]),
      '2027-01-05T09:00:00Z',
      'outsideWindow 2027-01-05T15:00:00.000Z',
    ],
    [
      'and add none',
      closing([on('2027-01-05', { hours: { start: '16:00', end: '18:59' } })]),
      '2027-01-05T17:00:00Z',
      'outsideWindow 2027-01-06T08:00:00.000Z',
    ],
    [
      'the script’s own word on the date goes before it',
      closing([on('2027-01-05')], { extra: [saturday] }),
      '2027-01-05T11:30:00Z',
      'open',
    ],
    [
      'where the law allows holidays, a customer may close them',
      { ...always, holidays: [on('2027-04-27')] },
      '2027-04-27T11:00:00Z',
      'extraClosed 2027-04-27T22:00:00.000Z',
    ],
    ['and where nobody does, they are ordinary days', always, '2027-04-27T11:00:00Z', 'open'],
  ])('%s', (_, given, iso, expected) => expect(opening(given, iso)).toBe(expected))
})

describe('both clock changes of 2027', () => {
  const night = (start: string, end: string) => rulesOf({ windows: [{ start, end, weekdays: [7], channels: ['email' as const] }] })
  test.each([
    [
      '28 March: the hour that is skipped opens at the change',
      night('02:30', '04:00'),
      '2027-03-28T00:59:59Z',
      'outsideWindow 2027-03-28T01:00:00.000Z',
    ],
    ['28 March: three o’clock follows one fifty-nine', night('02:30', '04:00'), '2027-03-28T01:00:00Z', 'open'],
    [
      '28 March: a window inside the skipped hour stays shut',
      night('02:00', '02:59'),
      '2027-03-28T01:00:00Z',
      'outsideWindow 2027-04-04T00:00:00.000Z',
    ],
    [
      '28 March: a window inside the skipped hour is no moment to wait for',
      night('02:00', '02:59'),
      '2027-03-27T12:00:00Z',
      'outsideWindow 2027-04-04T00:00:00.000Z',
    ],
    [
      '31 October: half past two opens the first time',
      night('02:30', '02:59'),
      '2027-10-31T00:29:59Z',
      'outsideWindow 2027-10-31T00:30:00.000Z',
    ],
    ['31 October: half past two the second time is inside too', night('02:30', '02:59'), '2027-10-31T01:45:00Z', 'open'],
    [
      '31 October: a window that was missed the first time comes a second time',
      night('02:10', '02:20'),
      '2027-10-31T00:45:00Z',
      'outsideWindow 2027-10-31T01:10:00.000Z',
    ],
    [
      '31 October: the second two o’clock is inside what began at one',
      night('01:00', '02:20'),
      '2027-10-31T00:45:00Z',
      'outsideWindow 2027-10-31T01:00:00.000Z',
    ],
    ['31 October: three o’clock closes', night('02:30', '02:59'), '2027-10-31T02:00:00Z', 'outsideWindow 2027-11-07T01:30:00.000Z'],
    ['the Monday after the spring change opens at seven local time', wki, '2027-03-28T12:00:00Z', 'lawSunday 2027-03-30T05:00:00.000Z'],
    ['the Monday after the autumn change opens at seven local time', wki, '2027-10-31T12:00:00Z', 'lawSunday 2027-11-01T06:00:00.000Z'],
  ])('%s', (_, rules, iso, expected) => expect(opening(rules, iso)).toBe(expected))
})

test('the next moment is always open, later than now, and no open minute lies between (fast-check)', () => {
  const clock = fc
    .integer({ min: 0, max: 23 * 4 })
    .map((quarter) => `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`)
  const window = fc
    .record({
      start: clock,
      length: fc.integer({ min: 0, max: 59 }),
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    })
    .map(
      ({ start, length, weekdays }): TimeWindow => ({
        start,
        end: `${start.slice(0, 2)}:${String(Math.max(length, Number(start.slice(3)))).padStart(2, '0')}`,
        weekdays,
        channels: ['email'],
      }),
    )
  const anyMoment = fc.date({ min: at('2026-01-01'), max: at('2028-12-01'), noInvalidDate: true })
  const nearClockChange = fc
    .tuple(fc.constantFrom('2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31'), fc.integer({ min: -86_400, max: 86_400 }))
    .map(([day, seconds]) => new Date(at(day).getTime() + seconds * 1000))
  fc.assert(
    fc.property(
      fc.array(window, { maxLength: 3 }),
      fc.oneof(anyMoment, nearClockChange),
      fc.constantFrom(...Object.values(complianceProfile)),
      (windows, now, profile) => {
        const rules = rulesOf({ profile, windows })
        const found = openingOf(rules, 'email', now)
        if (found.open || !found.nextAt) return
        expect(found.nextAt.getTime()).toBeGreaterThan(now.getTime())
        expect(openingOf(rules, 'email', found.nextAt).open).toBe(true)
        expect(openingOf(rules, 'email', new Date(found.nextAt.getTime() - 1)).open).toBe(false)
        const last = Math.min(found.nextAt.getTime() - 1, now.getTime() + 6 * 3_600_000)
        for (let between = now.getTime(); between < last; between += 900_000)
          expect(openingOf(rules, 'email', new Date(between)).open).toBe(false)
      },
    ),
    // The same draws each time: what a change did not cause must not stop it. A million others were drawn when the rule was written.
    { numRuns: 1000, seed: 20_261_121 },
  )
})

test('every hour of four years survives the way to the wall clock and back', () => {
  for (let instant = Date.UTC(2026, 0, 1); instant < Date.UTC(2030, 0, 1); instant += 1_800_000) {
    const local = toLocalTime(new Date(instant))
    const back = fromLocalTime(local.date, local.minute).getTime()
    // The hour that autumn repeats comes back as its first.
    expect([instant, instant - 3_600_000]).toContain(back)
  }
})

test.each([
  [2026, '01-01 01-02 04-03 04-06 04-27 05-05 05-14 05-15 05-25 12-25 12-26'],
  [2027, '01-01 03-26 03-29 04-27 05-05 05-06 05-07 05-17 12-25 12-26'],
  [2028, '01-01 04-14 04-17 04-27 04-28 05-05 05-25 05-26 06-05 12-25 12-26'],
  [2029, '01-01 03-30 04-02 04-27 05-05 05-10 05-21 12-25 12-26'],
  [2030, '01-01 04-19 04-22 04-27 05-05 05-30 06-10 12-25 12-26'],
])('holidays of %i', (year, dates) =>
  expect(dutchHolidays(year).map(({ date }) => date)).toEqual(dates.split(' ').map((day) => `${year}-${day}`)),
)

test('the rule agrees with an independent calendar from 2026 to 2040', () => {
  const calendar = new Holidays('NL')
  for (let year = 2026; year <= 2040; year++) {
    const theirs = new Set(calendar.getHolidays(year).map((h) => h.date.slice(0, 10)))
    const missing = dutchHolidays(year).filter((h) => h.source === 'wet' && !theirs.has(h.date))
    expect({ year, missing }).toEqual({ year, missing: [] })
  }
})

test('intern_demo is open in the night of a Sunday', () => expect(opening(always, '2027-01-10T02:00:00Z')).toBe('open'))

test('the hours that hold now end with the window, cut to what the law leaves', () => {
  const until = (rules: OpeningRules, iso: string) => openUntil(rules, 'sms', at(iso)).toISOString()
  expect(until(rulesOf({ windows: [office] }), '2027-01-04T10:15:30Z')).toBe('2027-01-04T16:01:00.000Z')
  expect(until(wki, '2027-01-04T18:59:59Z')).toBe('2027-01-04T19:00:00.000Z')
  expect(until(wki, '2027-07-05T12:00:00Z')).toBe('2027-07-05T18:00:00.000Z')
})
