import { RefusalReason } from '@regie/contract/cases.ts'
import type { NextAttempt } from '@regie/contract/next-attempts.ts'
import { nameIn, type ScriptStep } from '@regie/contract/scripts.ts'
import type { SimulationMoment } from '@regie/contract/time-machine.ts'

/** By which channel a moment reaches for the person; null: it does not. A letter that waited before is none: it has no words here. */
function channelOf({ channel, event, message }: SimulationMoment): NextAttempt['channel'] | null {
  if (event === 'letterHandedOver') return message === null ? null : 'letter'
  return /(Sent|Started)$/.test(event) ? channel : null
}

/** Of what was simulated, what reaches for the person. */
export const attemptsIn = (moments: readonly SimulationMoment[]) => moments.filter((moment) => channelOf(moment) !== null)

/** What a case waits for before its plan begins: a wait step, or the reason that holds it. */
export type WaitingNow = { held: RefusalReason | null } | null

/** The attempts, each with what its moment comes from: the last thing that put it off since the attempt before. */
export function withCauses(moments: readonly SimulationMoment[], steps: readonly ScriptStep[], waitingNow: WaitingNow): NextAttempt[] {
  const nameOf = nameIn(steps)
  return attemptsIn(moments).flatMap((attempt, at, all): NextAttempt[] => {
    const channel = channelOf(attempt)
    if (channel === null) return []
    const before = all[at - 1]
    const since = moments.slice(before === undefined ? 0 : moments.indexOf(before) + 1, moments.indexOf(attempt))
    const putOff = since.findLast(({ event, nextAt }) => event === 'waiting' || (event === 'held' && nextAt !== null))
    const place = { at: attempt.at, channel, step: attempt.step, stepName: nameOf(attempt.step), reason: null }
    if (putOff?.event === 'held') return [{ ...place, cause: 'held', reason: reasonOf(putOff) }]
    if (putOff !== undefined) return [{ ...place, cause: 'wait' }]
    if (before?.step === attempt.step) return [{ ...place, cause: 'again' }]
    if (before !== undefined || waitingNow === null) return [{ ...place, cause: 'turn' }]
    return [waitingNow.held === null ? { ...place, cause: 'wait' } : { ...place, cause: 'held', reason: waitingNow.held }]
  })
}

/** Why something was held, as the contract knows it. */
export const reasonOf = ({ reason }: Pick<SimulationMoment, 'reason'>) => RefusalReason.safeParse(reason).data ?? null
