import type { RefusalReason } from '@regie/contract/cases.ts'
import { type NextAttempts, nextAttemptsDays, nextAttemptsMax } from '@regie/contract/next-attempts.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import type { Simulation, SimulationMoment } from '@regie/contract/time-machine.ts'
import { type CaseStanding, findCaseStanding } from '../../modules/case-runs/case-standing.ts'
import { findRunSteps } from '../../modules/case-runs/find-run-steps.ts'
import { findSimulationSubject } from '../../modules/case-runs/simulation-subject.ts'
import { findCustomerOfCase } from '../../modules/cases/case-queries.ts'
import { AppError } from '../../platform/app-error.ts'
import { isStatementTooSlow } from '../../platform/db/database-trouble.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { reasonOf, withCauses } from './next-attempt-causes.ts'
import { simulateScript } from './simulate-script.ts'

/** The next attempts to contact the person of a case: what the engine would do from where the case stands, if nobody answers or pays. */
export async function findNextAttempts(services: Services, caller: Caller, caseId: number): Promise<NextAttempts> {
  const customerId = await findCustomerOfCase(services.pool, caller, caseId)
  return planAttempts(services, customerId, caseId)
}

/** The plan without a caller; where the server is too busy to look to its end, what is known so far. */
export async function planAttempts(services: Services, customerId: number, caseId: number): Promise<NextAttempts> {
  return lookAhead(services, customerId, caseId).catch((error: unknown) => {
    if (isStatementTooSlow(error)) return nothing('notYetKnown')
    throw error
  })
}

async function lookAhead(services: Services, customerId: number, caseId: number): Promise<NextAttempts> {
  const { db, clock } = services
  const standing = await findCaseStanding(db, customerId, caseId)
  if (standing === null || (standing.state === 'finished' && standing.caseStatus !== 'closed')) return nothing('noRun')
  if (standing.isDemo) return nothing('demo')
  const stopped = whyStopped(standing)
  if (stopped !== null) return nothing('stuck', stopped)
  if (!standing.isInTrial) return nothing('notInTrial')
  const steps = await findRunSteps(db, customerId, standing.versionId)
  const known: SimulationMoment[] = []
  const simulation = await simulateScript(services, {
    ...{ known, customerId, scriptId: standing.scriptId, versionId: standing.versionId, steps, standing },
    subject: await findSimulationSubject(db, customerId, caseId),
    from: worksFrom(standing, clock.now()),
    days: nextAttemptsDays,
    attemptsMax: nextAttemptsMax,
    answers: { calls: ['niet_opgenomen'], paysOnDay: null },
  }).catch((error: unknown) => {
    if (error instanceof AppError && (error.code === 'simulation.tooLong' || error.code === 'simulation.machineBusy'))
      return { moments: known, end: null }
    throw error
  })
  return readPlan(simulation, steps, standing, clock.now())
}

const nothing = (end: NextAttempts['end'], reason: RefusalReason | null = null): NextAttempts => ({
  attempts: [],
  end,
  reason,
  assumes: [],
})

/** What stops the case until a person changes it. A pause with an end is no such thing. */
function whyStopped({ caseStatus, casePausedUntil, batchStatus, batchPausedUntil, scriptActive }: CaseStanding): RefusalReason | null {
  if (caseStatus === 'closed') return 'caseClosed'
  if (batchStatus === 'closed') return 'batchClosed'
  if (batchStatus === 'preparing') return 'batchPreparing'
  if (caseStatus === 'paused' && casePausedUntil === null) return 'casePaused'
  if (batchStatus === 'paused' && batchPausedUntil === null) return 'batchPaused'
  return scriptActive ? null : 'scriptInactive'
}

function worksFrom({ caseStatus, casePausedUntil, batchStatus, batchPausedUntil }: CaseStanding, now: Date): Date {
  const ends = [caseStatus === 'paused' ? casePausedUntil : null, batchStatus === 'paused' ? batchPausedUntil : null]
  return new Date(Math.max(now.getTime(), ...ends.map((end) => end?.getTime() ?? 0)))
}

/** A simulation, or as much of it as there was time for. */
type Played = Pick<Simulation, 'moments'> & { end: Simulation['end'] | null }

function readPlan({ moments, end }: Played, steps: readonly ScriptStep[], standing: CaseStanding, now: Date): NextAttempts {
  const waitingNow = standing.state === 'sleeping' && standing.dueAt > now ? { held: standing.held } : null
  const attempts = withCauses(moments, steps, waitingNow).slice(0, nextAttemptsMax)
  const calls = attempts.some(({ channel }) => channel === 'call')
  const assumes: NextAttempts['assumes'] = attempts.length === 0 ? [] : ['notPaid']
  if (calls || standing.waitingFor === 'call') assumes.unshift('notAnswered')
  if (calls && !standing.dialerOn) assumes.push('dialerOn')
  if (attempts.length === nextAttemptsMax) return { attempts, end: 'more', reason: null, assumes }
  if (end === null) return { attempts, end: 'notYetKnown', reason: null, assumes }
  if (end.kind === 'finished') return { attempts, end: 'finished', reason: null, assumes }
  const held = moments.findLast(({ event }) => event === 'held')
  if (end.kind === 'stuck') return { attempts, end: 'stuck', reason: (held && reasonOf(held)) ?? standing.held, assumes }
  return { attempts, end: 'daysOver', reason: null, assumes }
}
