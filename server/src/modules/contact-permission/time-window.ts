import type { Channel, TimeWindow } from '@regie/contract/time-windows.ts'
import type { ComplianceProfile } from './compliance-profile.ts'
import { isHoliday } from './holidays.ts'
import { addDays, fromLocalTime, toLocalTime, weekdayOfDate } from './local-time.ts'

/** When a script may work: its own windows inside what its customer's profile allows. `alwaysOpen` opens the windows, never the law. */
export type OpeningRules = { profile: ComplianceProfile; alwaysOpen: boolean; windows: readonly TimeWindow[] }
export type ClosedReason = 'lawHours' | 'lawSunday' | 'lawHoliday' | 'outsideWindow'
export type Opening = { open: true } | { open: false; reason: ClosedReason; nextAt: Date | null }

type Range = { from: number; to: number }
const daysAhead = 400

/** May this channel be used at this instant by law and by the script's windows, and if not: why, and when again (null when never within 400 days). */
export function openingOf(rules: OpeningRules, channel: Channel, at: Date): Opening {
  const now = toLocalTime(at)
  if (isInside(openRanges(rules, channel, now.date), now.minute)) return { open: true }
  return { open: false, reason: closedReason(rules.profile, now), nextAt: nextOpening(rules, channel, now.date, at) }
}

function closedReason(profile: ComplianceProfile, now: { date: string; weekday: number; minute: number }): ClosedReason {
  if (!profile.weekdays.includes(now.weekday)) return 'lawSunday'
  if (!profile.holidays && isHoliday(now.date)) return 'lawHoliday'
  if (now.minute < profile.earliest || now.minute > profile.latest) return 'lawHours'
  return 'outsideWindow'
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

/** The minutes of a day in which the channel is open: windows of that weekday cut to the lawful hours. */
function openRanges({ profile, alwaysOpen, windows }: OpeningRules, channel: Channel, date: string): Range[] {
  const weekday = weekdayOfDate(date)
  if (!profile.weekdays.includes(weekday) || (!profile.holidays && isHoliday(date))) return []
  const wanted = alwaysOpen
    ? [{ from: 0, to: 24 * 60 - 1 }]
    : windows
        .filter((w) => w.weekdays.includes(weekday) && w.channels.includes(channel))
        .map((w) => ({ from: minuteOf(w.start), to: minuteOf(w.end) }))
  return wanted
    .map(({ from, to }) => ({ from: Math.max(from, profile.earliest), to: Math.min(to, profile.latest) }))
    .filter(({ from, to }) => from <= to)
}

function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}
