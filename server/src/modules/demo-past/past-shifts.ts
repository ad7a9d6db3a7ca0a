import { fromLocalTime } from '../contact-permission/local-time.ts'
import type { Chance } from './chance.ts'

/** A call that asked for an agent, and how it went. */
export type PastCall = { id: number; caseId: number; queueId: number; enteredAt: Date }
export type AnsweredCall = PastCall & { answeredAt: Date | null; endedAt: Date; userId: number | null }
export type PastStatus = { userId: number; status: string; at: Date; loginAt: Date | null; cause: 'person' | 'call' | 'time' }

type Shift = { userId: number; loginAt: Date; freeAt: number; pauseAt: number | null; statuses: PastStatus[] }

/** A day with the moments of its first and last call. */
type Span = { day: string; first: number; last: number }

const secondMs = 1000
const minuteMs = 60 * secondMs
const pauseMs = 30 * minuteMs
const cooldownMs = 30 * secondMs

/**
 * A day at the queues, while people are called: who waits longest goes to the agent who is free first, people hang up when it takes too long, and agents take a break and finish
 * their work. Calls in the order in which they came.
 */
export function playDay(day: string, calls: readonly PastCall[], userIds: readonly number[], chance: Chance) {
  // Not everybody is there each day.
  const there = userIds.filter(() => chance.happens(0.75))
  const span = spanOf(day, calls)
  const shifts = (there.length === 0 ? userIds.slice(0, 1) : there).map((userId, at) => beginShift(span, userId, at, chance))
  const answered = calls.map((call) => takeCall(call, shifts, chance))
  for (const shift of shifts) endShift(span, shift, chance)
  return { calls: answered, statuses: shifts.flatMap(({ statuses }) => statuses) }
}

function spanOf(day: string, calls: readonly PastCall[]): Span {
  const moments = calls.map(({ enteredAt }) => enteredAt.getTime())
  return { day, first: Math.min(...moments), last: Math.max(...moments) }
}

function beginShift({ day, first, last }: Span, userId: number, at: number, chance: Chance): Shift {
  const loginAt = new Date(first - chance.between(5, 25) * minuteMs)
  const pauseAt = fromLocalTime(day, 12 * 60 + 15 * at + chance.between(0, 10)).getTime()
  const isWithin = pauseAt > loginAt.getTime() + pauseMs && pauseAt < last
  const shift: Shift = { userId, loginAt, freeAt: loginAt.getTime(), pauseAt: isWithin ? pauseAt : null, statuses: [] }
  stand(shift, 'available', loginAt.getTime(), 'person')
  return shift
}

function stand({ statuses, userId, loginAt }: Shift, status: string, at: number, cause: PastStatus['cause']) {
  statuses.push({ userId, status, at: new Date(at), loginAt, cause })
}

function takeBreak(shift: Shift, until: number) {
  if (shift.pauseAt === null || shift.pauseAt > until) return
  // Nobody leaves a call for it.
  const from = Math.max(shift.pauseAt, shift.freeAt + secondMs)
  stand(shift, 'custom1', from, 'person')
  stand(shift, 'available', from + pauseMs, 'person')
  Object.assign(shift, { pauseAt: null, freeAt: from + pauseMs })
}

function takeCall(call: PastCall, shifts: readonly Shift[], chance: Chance): AnsweredCall {
  const entered = call.enteredAt.getTime()
  for (const shift of shifts) takeBreak(shift, entered)
  const [shift] = shifts.toSorted((one, other) => one.freeAt - other.freeAt)
  // The exchange looks once a second.
  const answered = Math.max(entered, shift?.freeAt ?? 0) + chance.between(300, 1_900)
  const givesUpAfter = (chance.happens(0.07) ? chance.between(1, 5) : chance.between(25, 320)) * secondMs
  if (shift === undefined || answered - entered > givesUpAfter)
    return { ...call, answeredAt: null, userId: null, endedAt: new Date(entered + givesUpAfter) }
  const ended = answered + Math.round((25 + 210 * chance.share() ** 1.7) * secondMs)
  const afterAt = ended + secondMs
  const extra = chance.happens(0.3) ? chance.between(10, 110) * secondMs : 0
  stand(shift, 'calling', answered, 'call')
  stand(shift, 'cooldown', afterAt, 'call')
  if (extra > 0) stand(shift, 'custom2', afterAt + cooldownMs, 'time')
  shift.freeAt = afterAt + cooldownMs + extra
  stand(shift, 'available', shift.freeAt, extra > 0 ? 'person' : 'time')
  return { ...call, userId: shift.userId, answeredAt: new Date(answered), endedAt: new Date(ended) }
}

function endShift({ last }: Span, shift: Shift, chance: Chance) {
  takeBreak(shift, last)
  const at = new Date(Math.max(last + chance.between(4, 20) * minuteMs, shift.freeAt + secondMs))
  shift.statuses.push({ userId: shift.userId, status: 'away', at, loginAt: null, cause: 'person' })
}
