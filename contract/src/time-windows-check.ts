import type { ErrorCode } from './error-codes.ts'
import { type ExtraWindow, type ScriptTimes, type TimeWindow, windowMinutes } from './time-windows.ts'

type Limits = Pick<ScriptTimes, 'minHour' | 'maxHour' | 'lawWeekdays'>
type Hours = { start: string; end: string }

/** What is wrong with one window: `at` is its place in the list, `field` the part of it. */
export type TimesFault = {
  list: 'timeWindows' | 'extra'
  at: number
  field: 'start' | 'end' | 'weekdays' | 'channels' | 'date'
  code: Extract<ErrorCode, `times.${string}`>
}

/** All that is wrong with the hours of a script; none: they may be saved. The same for the browser, which marks them, and the server, which refuses. */
export function checkTimes(limits: Limits, windows: readonly TimeWindow[], extra: readonly ExtraWindow[]): TimesFault[] {
  return [
    ...windows.flatMap((window, at) => faultsOfWindow(limits, windows, window, at)),
    ...extra.flatMap((window, at) => faultsOfDate(limits, extra, window, at)),
  ]
}

function faultsOfWindow(limits: Limits, all: readonly TimeWindow[], window: TimeWindow, at: number): TimesFault[] {
  const fault = (field: TimesFault['field'], code: TimesFault['code']): TimesFault => ({ list: 'timeWindows', at, field, code })
  const found = faultsOfHours(limits, window).map(({ field, code }) => fault(field, code))
  if (window.weekdays.length === 0) found.push(fault('weekdays', 'times.noWeekday'))
  if (window.weekdays.some((weekday) => !limits.lawWeekdays.includes(weekday))) found.push(fault('weekdays', 'times.lawWeekday'))
  if (window.channels.length === 0) found.push(fault('channels', 'times.noChannel'))
  const overlaps = all.slice(0, at).some((other) => sharesSome(other.weekdays, window.weekdays) && meet(other, window))
  return overlaps ? [...found, fault('start', 'times.overlap')] : found
}

function faultsOfDate(limits: Limits, all: readonly ExtraWindow[], window: ExtraWindow, at: number): TimesFault[] {
  const fault = (field: TimesFault['field'], code: TimesFault['code']): TimesFault => ({ list: 'extra', at, field, code })
  const before = all.slice(0, at).filter((other) => other.date === window.date)
  if (before.some((other) => other.closed || window.closed)) return [fault('date', 'times.dateTwice')]
  if (window.closed) return []
  const found = faultsOfHours(limits, window).map(({ field, code }) => fault(field, code))
  if (!limits.lawWeekdays.includes(weekdayOf(window.date))) found.push(fault('date', 'times.lawWeekday'))
  if (window.channels.length === 0) found.push(fault('channels', 'times.noChannel'))
  return before.some((other) => meet(other, window)) ? [...found, fault('start', 'times.overlap')] : found
}

function faultsOfHours(
  { minHour, maxHour }: Pick<Limits, 'minHour' | 'maxHour'>,
  { start, end }: Hours,
): Pick<TimesFault, 'field' | 'code'>[] {
  const found: Pick<TimesFault, 'field' | 'code'>[] = []
  if (minutes(start) % windowMinutes !== 0) found.push({ field: 'start', code: 'times.quarters' })
  if ((minutes(end) + 1) % windowMinutes !== 0) found.push({ field: 'end', code: 'times.quarters' })
  if (end <= start) found.push({ field: 'end', code: 'times.reversed' })
  if (Number(start.slice(0, 2)) < minHour) found.push({ field: 'start', code: 'times.outsideLimits' })
  if (Number(end.slice(0, 2)) > maxHour) found.push({ field: 'end', code: 'times.outsideLimits' })
  return found
}

function meet(one: Hours & Pick<TimeWindow, 'channels'>, other: Hours & Pick<TimeWindow, 'channels'>): boolean {
  return sharesSome(one.channels, other.channels) && one.start <= other.end && other.start <= one.end
}

function sharesSome<Item>(some: readonly Item[], others: readonly Item[]): boolean {
  return some.some((item) => others.includes(item))
}

function minutes(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}

/** Weekday 1 (Monday) to 7 (Sunday) of a date. */
function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}
