import type { MissedInstalment } from '@regie/contract/missed-instalments.ts'
import { addDays } from '../../contact-permission/local-time.ts'

/** One date and amount of a promise or plan, as it stands. */
export type StandingPart = {
  no: number
  due: string
  amount: number
  state: 'open' | 'paid' | 'late'
  askedAt: string | null
  movedFrom: string | null
  lateAfter: string | null
  remindedAt: string | null
}

/** A week: long enough for who is paid by the month to see it, short enough to be remembered. */
export const askedBeforeDays = 7
/** So long after a missed instalment whoever is reminded may still pay it. */
const reminderDays = 7

/** What is not in yet of each part: what came in covers them in their order. */
function stillOf(parts: readonly StandingPart[], paid: number): number[] {
  let left = paid
  return parts.map(({ amount }) => {
    const still = Math.max(0, amount - Math.max(0, left))
    left -= amount
    return still
  })
}

/** After this day a part that is not paid is missed. */
export const lastDayOf = ({ due, lateAfter }: Pick<StandingPart, 'due' | 'lateAfter'>): string => lateAfter ?? due

/** The instalment to ask or remind for now: never the next one while an earlier one is neither paid nor overdue. */
export function nextAsk(
  parts: readonly StandingPart[],
  paid: number,
  today: string,
): { part: StandingPart; stillCents: number; isReminder: boolean } | null {
  const still = stillOf(parts, paid)
  const at = parts.findIndex(({ state }, index) => state === 'open' && (still[index] ?? 0) > 0)
  const part = parts[at]
  const stillCents = still[at]
  if (!part || stillCents === undefined) return null
  if (part.lateAfter !== null && part.remindedAt === null) return { part, stillCents, isReminder: true }
  const isTime = part.askedAt === null && addDays(part.due, -askedBeforeDays) <= today
  return isTime ? { part, stillCents, isReminder: false } : null
}

/** What became of a part that was missed. */
export type MissedPart = { no: number; due: string; amount: number } & (
  | { rule: 'remind'; lateAfter: string }
  | { rule: 'move'; newNo: number; newDue: string }
)
type Evaluated = { parts: StandingPart[]; missed: MissedPart[]; isBroken: boolean }

/**
 * How a promise or plan stands today. By its rule a part that was missed is reminded of or moved to the end, each part once: whoever misses it again breaks
 * the plan. What moves to the end is covered last.
 */
export function evaluateParts(given: readonly StandingPart[], paid: number, rule: MissedInstalment, today: string): Evaluated {
  const still = stillOf(given, paid)
  const parts = given.map((part, at) => ({ ...part, state: stateOf(part, still[at] ?? 0, today) }))
  const late = parts.find(({ state }) => state === 'late')
  if (!late) return { parts, missed: [], isBroken: false }
  const { no, due, amount } = late
  if (rule === 'remind' && late.lateAfter === null) {
    const lateAfter = addDays(today, reminderDays)
    const next = evaluateParts(parts.with(parts.indexOf(late), { ...late, lateAfter }), paid, rule, today)
    return { ...next, missed: [{ no, due, amount, rule, lateAfter }, ...next.missed] }
  }
  const last = parts.at(-1)
  if (rule === 'move' && late.movedFrom === null && last) {
    const [newNo, newDue] = [last.no + 1, monthAfter(last.due < today ? today : last.due)]
    const moved = { ...late, no: newNo, due: newDue, movedFrom: due, askedAt: null, lateAfter: null, remindedAt: null }
    const next = evaluateParts([...parts.filter((part) => part !== late), moved], paid, rule, today)
    return { ...next, missed: [{ no, due, amount, rule, newNo, newDue }, ...next.missed] }
  }
  return { parts, missed: [], isBroken: true }
}

function stateOf(part: StandingPart, still: number, today: string): StandingPart['state'] {
  if (still === 0) return 'paid'
  return lastDayOf(part) < today ? 'late' : 'open'
}

/** The same day of the next month, or the last one of a shorter month. */
function monthAfter(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const days = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(day, days))).toISOString().slice(0, 10)
}
