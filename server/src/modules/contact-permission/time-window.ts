import type { Channel } from '@regie/contract/channels.ts'
import type { ExtraWindow, TimeWindow } from '@regie/contract/time-windows.ts'
import type { ComplianceProfile } from './compliance-profile.ts'
import { type LawRefusal, lawfulHours } from './lawful-hours.ts'
import { addDays, fromLocalTime, toLocalTime, weekdayOfDate } from './local-time.ts'

/** What differs from the holidays by law: an own day off, one on which work goes on, or hours on it. */
export type HolidayRule = { date: string; enabled: boolean; hours: { start: string; end: string } | null }

/** When a script may work: its own windows inside what its customer's profile allows. `alwaysOpen` opens the windows, never the law. */
export type OpeningRules = {
  profile: ComplianceProfile
  alwaysOpen: boolean
  windows: readonly TimeWindow[]
  /** A channel that one of a date names has those hours in place of its weekday's. */
  extra: readonly ExtraWindow[]
  holidays: readonly HolidayRule[]
}
export type ClosedReason = LawRefusal | 'extraClosed' | 'outsideWindow'
export type Opening = { open: true } | { open: false; reason: ClosedReason; nextAt: Date | null }

/** Minutes of a day from local midnight, both inside. */
export type Range = { from: number; to: number }

const daysAhead = 400
const wholeDay: Range = { from: 0, to: 24 * 60 - 1 }

/** May this channel be used at this instant by law and by the script's windows, and if not: why, and when again (null when never within 400 days). */
export function openingOf(rules: OpeningRules, channel: Channel, at: Date): Opening {
  const now = toLocalTime(at)
  if (isInside(openRanges(rules, channel, now.date), now.minute)) return { open: true }
  return { open: false, reason: closedReason(rules, channel, now), nextAt: nextOpening(rules, channel, now.date, at) }
}

/** When the hours that hold now end; a day from now where the channel is not open at all. */
export function openUntil(rules: OpeningRules, channel: Channel, at: Date): Date {
  const { date, minute } = toLocalTime(at)
  const range = openRanges(rules, channel, date).find(({ from, to }) => from <= minute && minute <= to)
  const minutes = range ? range.to + 1 - minute : 24 * 60
  return new Date(at.getTime() - (at.getTime() % 60_000) + minutes * 60_000)
}

/** The minutes of a date in which the channel is open: the script's hours of that date cut to what the law leaves of it. */
export function openRanges(rules: OpeningRules, channel: Channel, date: string): Range[] {
  const lawful = lawfulHours(rules.profile, date)
  if (typeof lawful === 'string') return []
  return cut(wantedRanges(rules, channel, date), { from: lawful.earliest, to: lawful.latest })
}

function closedReason(rules: OpeningRules, channel: Channel, now: { date: string; minute: number }): ClosedReason {
  const lawful = lawfulHours(rules.profile, now.date)
  if (typeof lawful === 'string') return lawful
  if (now.minute < lawful.earliest || now.minute > lawful.latest) return 'lawHours'
  return isClosedDay(rules, channel, now.date) ? 'extraClosed' : 'outsideWindow'
}

/** What the script itself wants of a date. Its own word on the date goes before the customer's holidays, and those before the weekday. */
function wantedRanges(rules: OpeningRules, channel: Channel, date: string): Range[] {
  const extra = extraOf(rules, date)
  if (extra.some((window) => window.closed)) return []
  const ownHours = extra.filter((window) => window.channels.includes(channel))
  if (ownHours.length > 0) return ownHours.map(rangeOf)
  const holiday = holidayOf(rules, date)
  if (holiday && !holiday.hours) return []
  const usual = usualRanges(rules, channel, date)
  return holiday?.hours ? cut(usual, rangeOf(holiday.hours)) : usual
}

function isClosedDay(rules: OpeningRules, channel: Channel, date: string): boolean {
  const extra = extraOf(rules, date)
  if (extra.some((window) => window.closed)) return true
  const holiday = holidayOf(rules, date)
  return !!holiday && !holiday.hours && !extra.some((window) => window.channels.includes(channel))
}

function usualRanges({ alwaysOpen, windows }: OpeningRules, channel: Channel, date: string): Range[] {
  if (alwaysOpen) return [wholeDay]
  const weekday = weekdayOfDate(date)
  return windows.filter((window) => window.weekdays.includes(weekday) && window.channels.includes(channel)).map(rangeOf)
}

function extraOf({ extra }: OpeningRules, date: string): readonly ExtraWindow[] {
  return extra.filter((window) => window.date === date)
}

function holidayOf({ holidays }: OpeningRules, date: string): HolidayRule | undefined {
  return holidays.find((holiday) => holiday.date === date && holiday.enabled)
}

function nextOpening(rules: OpeningRules, channel: Channel, today: string, after: Date): Date | null {
  for (let ahead = 0; ahead <= daysAhead; ahead++) {
    const date = addDays(today, ahead)
    const ranges = openRanges(rules, channel, date)
    const moments = beginnings(ranges, date).filter((instant) => instant > after.getTime() && isOpenAt(ranges, date, instant))
    if (moments.length > 0) return new Date(Math.min(...moments))
  }
  return null
}

/** The instants of a day at which it may open: where a range begins, also the second time in autumn, and where the clock jumps (01:00 UTC). */
function beginnings(ranges: readonly Range[], date: string): number[] {
  const firsts = ranges.map(({ from }) => fromLocalTime(date, from).getTime())
  return ranges.length === 0 ? [] : [...firsts, ...firsts.map((first) => first + 3_600_000), Date.parse(`${date}T01:00:00Z`)]
}

/** False for a range that lies wholly in the hour that spring skips: it has an instant to begin at, and none to be open. */
function isOpenAt(ranges: readonly Range[], date: string, instant: number): boolean {
  const local = toLocalTime(new Date(instant))
  return local.date === date && isInside(ranges, local.minute)
}

function isInside(ranges: readonly Range[], minute: number): boolean {
  return ranges.some(({ from, to }) => from <= minute && minute <= to)
}

function cut(ranges: readonly Range[], { from, to }: Range): Range[] {
  return ranges.map((range) => ({ from: Math.max(range.from, from), to: Math.min(range.to, to) })).filter((range) => range.from <= range.to)
}

function rangeOf({ start, end }: { start: string; end: string }): Range {
  return { from: minuteOf(start), to: minuteOf(end) }
}

/** Minutes from midnight of HH:mm. */
export function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}
