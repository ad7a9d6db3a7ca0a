import type { RequestOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import type { CheckOutcome, ScriptCheck, timeMachineApi } from '@regie/contract/time-machine.ts'
import { findSimulationSubject, type SimulationSubject } from '../../modules/case-runs/simulation-subject.ts'
import { findFields } from '../../modules/fields/find-fields.ts'
import { findDraft, findLive, findOwnerOfScript } from '../../modules/flows/flow-queries.ts'
import { checksMax, keepCheck, listChecks, removeCheck } from '../../modules/flows/script-checks.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { hidePerson, mustBeSimulable, subjectFor } from './simulate-case.ts'
import { lineDifferences, simulationLines } from './simulation-lines.ts'
import { simulateScript } from './simulate-script.ts'

// All kept checks of a script together take no longer than so many plays.
const playsWorth = 5

type NewCheck = RequestOf<typeof timeMachineApi.addCheck>['body']
type ScriptRef = { customerId: number; scriptId: number }

/** Keeps a simulation: what these steps do now with this case, its person left out, is what later drafts must still do. */
export async function addCheck(services: Services, caller: Caller, scriptId: number, body: NewCheck): Promise<ScriptCheck> {
  const { db, clock } = services
  const ref = { customerId: await findOwnerOfScript(db, caller, scriptId), scriptId }
  const live = await findLive(db, ref.customerId, scriptId)
  const steps = body.steps ?? live.steps
  await mustBeSimulable(services, ref, steps)
  if ((await listChecks(db, ref)).length >= checksMax) throw new AppError('script.checksMax', { params: { count: checksMax } })
  const known = await findSimulationSubject(db, ref.customerId, body.caseID)
  const fields = await findFields(db, ref.customerId, scriptId)
  const subject = await hidePerson(services, ref, subjectFor(caller, known, { fields, live: live.steps, steps }), steps)
  const { name, days, answers } = body
  const from = new Date(body.from)
  const simulation = await simulateScript(services, { ...ref, versionId: live.id, steps, subject, from, days, answers })
  const id = await keepCheck(db, ref, {
    ...{ name, subject, caseNumber: known.caseNumber, from, days, answers },
    expected: simulationLines(from, simulation.moments),
    by: caller.username,
    at: clock.now(),
  })
  const kept = (await listChecks(db, ref)).find(({ check }) => check.checkID === id)
  if (!kept) throw new AppError('script.checkNotFound')
  return kept.check
}

/** Plays all that is kept with the draft, or without one with what lives. */
export async function runChecks(services: Services, caller: Caller, scriptId: number): Promise<CheckOutcome[]> {
  const ref = { customerId: await findOwnerOfScript(services.db, caller, scriptId), scriptId }
  const draft = await findDraft(services.db, ref.customerId, scriptId)
  const live = await findLive(services.db, ref.customerId, scriptId)
  return simulateChecks(services, caller, { ...ref, live }, draft?.steps ?? live.steps)
}

/** Simulates all that is kept with these steps. It says something of the cases that were kept, so it asks the right to see cases. */
export async function simulateChecks(
  services: Services,
  caller: Caller,
  { live, ...ref }: ScriptRef & { live: { id: number; steps: readonly ScriptStep[] } },
  steps: readonly ScriptStep[],
): Promise<CheckOutcome[]> {
  const kept = await listChecks(services.db, ref)
  if (kept.length === 0) return []
  if (!caller.rights.includes(Right.viewCases)) throw new AppError('error.rightMissing')
  await mustBeSimulable(services, ref, steps)
  const fields = await findFields(services.db, ref.customerId, ref.scriptId)
  const outcomes: CheckOutcome[] = []
  const seconds = services.config.simulationSeconds * playsWorth
  const until = performance.now() + seconds * 1000
  for (const { check, subject, days, expected } of kept) {
    if (performance.now() > until) throw new AppError('simulation.tooLong', { params: { seconds } })
    const from = new Date(check.from)
    const shown = subjectFor(caller, subject as SimulationSubject, { fields, live: live.steps, steps })
    const order = { ...ref, versionId: live.id, steps, subject: shown, from, days, answers: check.answers }
    const differences = lineDifferences(expected, simulationLines(from, (await simulateScript(services, order)).moments))
    outcomes.push({ checkID: check.checkID, name: check.name, passed: differences.length === 0, differences })
  }
  return outcomes
}

/** Forgets a check. */
export async function dropCheck({ db }: Services, caller: Caller, scriptId: number, checkId: number): Promise<void> {
  await removeCheck(db, { customerId: await findOwnerOfScript(db, caller, scriptId), scriptId }, checkId)
}

/** The kept plays of a script. */
export async function findChecks({ db }: Services, caller: Caller, scriptId: number): Promise<ScriptCheck[]> {
  const kept = await listChecks(db, { customerId: await findOwnerOfScript(db, caller, scriptId), scriptId })
  const seesCases = caller.rights.includes(Right.viewCases)
  return kept.map(({ check }) => (seesCases ? check : { ...check, caseNumber: null }))
}
