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
  if (openRanges(rules, channel, now.date).some((range) => range.from <= now.minute && now.minute <= range.to)) return { open: true }
  return { open: false, reason: closedReason(rules.profile, now), nextAt: nextOpening(rules, channel, now.date, now.minute) }
}

function closedReason(profile: ComplianceProfile, now: { date: string; weekday: number; minute: number }): ClosedReason {
  if (!profile.weekdays.includes(now.weekday)) return 'lawSunday'
  if (!profile.holidays && isHoliday(now.date)) return 'lawHoliday'
  if (now.minute < profile.earliest || now.minute > profile.latest) return 'lawHours'
  return 'outsideWindow'
}

function nextOpening(rules: OpeningRules, channel: Channel, today: string, minute: number): Date | null {
  for (let ahead = 0; ahead <= daysAhead; ahead++) {
    const date = addDays(today, ahead)
    const starts = openRanges(rules, channel, date)
      .map((range) => range.from)
      .filter((from) => ahead > 0 || from > minute)
    if (starts.length > 0) return fromLocalTime(date, Math.min(...starts))
  }
  return null
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
