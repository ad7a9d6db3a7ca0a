import type { RefusalReason } from '@regie/contract/cases.ts'
import { addDays, fromLocalTime, toLocalTime } from './local-time.ts'

/** What staff did by hand to reach a person, for whichever case. */
export type StaffContact = {
  id: number
  /** Who calls or called, or holds the case; null for a message. */
  by: string | null
  /** Not a contact yet: somebody has the case before them, to call it next. */
  isHeld: boolean
  /** A call that waits for a line, rings or is talked in. */
  isOn: boolean
  /** Of a call that waits for a line: when it is not made any more. */
  waitsUntil: Date | null
  /** Of a call that is over, also one that nobody answered: until when its result is asked; null once it is given. */
  resultUntil: Date | null
  /** When the person was reached: a call was answered, a message left or is about to; null when they were not. */
  reachedAt: Date | null
}

export type StaffRefusal = {
  reason: Extract<RefusalReason, 'staffCall' | 'staffResult' | 'caseHeld' | 'staffContact'>
  until: Date | null
  by: string | null
}

/** For so long the result of a call by hand is asked once the call is over. */
export const resultAskedMs = 3_600_000

/**
 * Does what staff do hold the script at this moment, and until when? A call of theirs does while it lasts and until its result is given or asked no
 * more; so does a case that one of them has before them. Whoever they reached is left alone for so many days of the calendar, that day among them.
 */
export function staffRefusal(contacts: readonly StaffContact[], quietDays: number, at: Date): StaffRefusal | null {
  const on = contacts.find(({ isOn, waitsUntil }) => isOn && (waitsUntil === null || waitsUntil > at))
  if (on) return { reason: 'staffCall', until: on.waitsUntil, by: on.by }
  const asked = contacts.find(({ resultUntil }) => resultUntil !== null && resultUntil > at)
  if (asked) return { reason: 'staffResult', until: asked.resultUntil, by: asked.by }
  const held = contacts.find(({ isHeld }) => isHeld)
  if (held) return { reason: 'caseHeld', until: null, by: held.by }
  const reached = contacts.flatMap(({ reachedAt }) => (reachedAt === null ? [] : [reachedAt.getTime()]))
  if (reached.length === 0) return null
  const lastDay = toLocalTime(new Date(Math.max(...reached))).date
  const until = fromLocalTime(addDays(lastDay, quietDays), 0)
  return until > at ? { reason: 'staffContact', until, by: null } : null
}
