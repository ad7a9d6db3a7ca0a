import { RefusalReason } from '@regie/contract/cases.ts'
import type { NextAttempt } from '@regie/contract/next-attempts.ts'
import { nameIn, type ScriptStep } from '@regie/contract/scripts.ts'
import type { SimulationMoment } from '@regie/contract/time-machine.ts'

type Attempt = SimulationMoment & { channel: NonNullable<SimulationMoment['channel']> }

const isAttempt = (moment: SimulationMoment): moment is Attempt => moment.channel !== null && /(Sent|Started)$/.test(moment.event)

/** Of what was simulated, what reaches for the person. */
export const attemptsIn = (moments: readonly SimulationMoment[]) => moments.filter(isAttempt)

/** What a case waits for before its plan begins: a wait step, or the reason that holds it. */
export type WaitingNow = { held: RefusalReason | null } | null

/** The attempts, each with what its moment comes from: the last thing that put it off since the attempt before. */
export function withCauses(moments: readonly SimulationMoment[], steps: readonly ScriptStep[], waitingNow: WaitingNow): NextAttempt[] {
  const nameOf = nameIn(steps)
  return attemptsIn(moments).map((attempt, at, all) => {
    const before = all[at - 1]
    const since = moments.slice(before === undefined ? 0 : moments.indexOf(before) + 1, moments.indexOf(attempt))
    const putOff = since.findLast(({ event, nextAt }) => event === 'waiting' || (event === 'held' && nextAt !== null))
    const place = { at: attempt.at, channel: attempt.channel, step: attempt.step, stepName: nameOf(attempt.step), reason: null }
    if (putOff?.event === 'held') return { ...place, cause: 'held', reason: reasonOf(putOff) }
    if (putOff !== undefined) return { ...place, cause: 'wait' }
    if (before?.step === attempt.step) return { ...place, cause: 'again' }
    if (before !== undefined || waitingNow === null) return { ...place, cause: 'turn' }
    return waitingNow.held === null ? { ...place, cause: 'wait' } : { ...place, cause: 'held', reason: waitingNow.held }
  })
}

/** Why something was held, as the contract knows it. */
export const reasonOf = ({ reason }: Pick<SimulationMoment, 'reason'>) => RefusalReason.safeParse(reason).data ?? null
