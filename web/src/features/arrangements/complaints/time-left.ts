import type { Tone } from '../../../theme/colours.ts'

export type TimeLeft = { tone: Tone; isLate: boolean; days: number; hours: number; minutes: number }

const minuteMs = 60_000
// The last working day turns it orange, the last hours red.
const soonMs = 24 * 60 * minuteMs
const urgentMs = 4 * 60 * minuteMs

/** How long until a moment, or how long since; and how much that should worry. */
export function timeLeft(until: string, now: number): TimeLeft {
  const left = Date.parse(until) - now
  const isLate = left < 0
  const minutes = Math.floor(Math.abs(left) / minuteMs)
  const tone = left < urgentMs ? 'error' : left < soonMs ? 'warning' : 'info'
  return { tone, isLate, days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 }
}
