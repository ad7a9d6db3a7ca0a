import { fromAmsterdamInput, toAmsterdamInput } from './amsterdam-time.ts'
import { type Limits, readDay, typedDay } from './read-day.ts'

/** The hour that goes with a day when none is typed: never midnight. */
export const usualTime = '10:00'

/** A time of day as people type it: "9", "930", "9:30", "9.30", "9u30", "21h", "2pm". Null for what is none. */
export function readTime(typed: string): string | null {
  const found = /^(\d{1,2})(?:[:.uh]? ?(\d{2})|[uh:])? ?(am|pm|uur)?$/.exec(typed.trim().toLowerCase())
  if (found === null) return null
  const [, hours = '', minutes = '00', half] = found
  const hour = Number(hours) + (half === 'pm' && Number(hours) < 12 ? 12 : half === 'am' && Number(hours) === 12 ? -12 : 0)
  return hour < 24 && Number(minutes) < 60 ? `${String(hour).padStart(2, '0')}:${minutes}` : null
}

/** An instant as people type it, in Dutch wall-clock time: "morgen 10", "vr 14:30", "3-12 9u", "15:00" for today. Null for what is none. */
export function readMoment(typed: string, today: string, limits: Limits = {}): string | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^(\d{4}-\d{2}-\d{2})t/, '$1 ')
    .replace(/, /g, ' ')
  const within = { min: dayIn(limits.min), max: dayIn(limits.max) }
  const whole = readDay(text, today, within)
  if (whole !== null) return fromAmsterdamInput(`${whole}T${usualTime}`)
  const cut = /^(.+) (\d\S*(?: (?:am|pm|uur))?)$/.exec(text)
  const day = cut === null ? today : readDay((cut[1] ?? '').replace(/ (om|at|à)$/, ''), today, within)
  // A bare number could be anything; a time of today has its colon or its "u".
  const time = cut === null ? (/[:uhm]/.test(text) ? readTime(text) : null) : readTime(cut[2] ?? '')
  return day === null || time === null ? null : fromAmsterdamInput(`${day}T${time}`)
}

const dayIn = (instant: string | undefined) => (instant === undefined ? undefined : toAmsterdamInput(instant).slice(0, 10))

/** An instant as one types it: 03-12-2026 10:00. */
export function typedMoment(instant: string | null): string {
  const [day = '', time = ''] = toAmsterdamInput(instant).split('T')
  return day === '' ? '' : `${typedDay(day)} ${time}`
}
