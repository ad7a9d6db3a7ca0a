import type { Flow, flowApi } from '@regie/contract/flow.ts'
import { checkSteps } from '@regie/contract/script-steps-check.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { activateFlow, rollBackFlow } from '../../modules/flows/activate-flow.ts'
import { findDraft, findKnownNames, findLive, findOwnerOfScript, findStepsOfVersion } from '../../modules/flows/flow-queries.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { simulateChecks } from './run-checks.ts'
import { mustBeSimulable } from './simulate-case.ts'

type Activation = RequestOf<typeof flowApi.activate>['body']
type RollBack = RequestOf<typeof flowApi.rollBack>['body']
type VersionPlace = RequestOf<typeof flowApi.rollBack>['params']
type ScriptRef = { customerId: number; scriptId: number }

/** Makes the draft live once every kept simulation still goes as it went. Faults and a draft that changed meanwhile are the script's own refusals. */
export async function activateChecked(services: Services, caller: Caller, scriptId: number, body: Activation): Promise<Flow> {
  const { db } = services
  const ref = { customerId: await findOwnerOfScript(db, caller, scriptId), scriptId }
  const draft = await findDraft(db, ref.customerId, scriptId)
  if (draft?.version === body.version && checkSteps(draft.steps, await findKnownNames(db, ref.customerId, scriptId)).length === 0) {
    const live = await findLive(db, ref.customerId, scriptId)
    await mustPassChecks(services, caller, { ...ref, live }, draft.steps)
  }
  return activateFlow(services, caller, scriptId, body)
}

/** Makes an earlier version live again. It is simulated with all that is kept since, unless the caller has seen what fails and goes on. */
export async function rollBackChecked(services: Services, caller: Caller, place: VersionPlace, body: RollBack): Promise<Flow> {
  const { db } = services
  const { scriptID: scriptId, versionID } = place
  const ref = { customerId: await findOwnerOfScript(db, caller, scriptId), scriptId }
  const steps = await findStepsOfVersion(db, ref, versionID)
  await mustBeSimulable(services, ref, steps)
  if (!body.despiteChecks) {
    const live = await findLive(db, ref.customerId, scriptId)
    await mustPassChecks(services, caller, { ...ref, live }, steps)
  }
  return rollBackFlow(services, caller, place, body.note)
}

type WithLive = ScriptRef & { live: { id: number; steps: readonly ScriptStep[] } }

async function mustPassChecks(services: Services, caller: Caller, ref: WithLive, steps: readonly ScriptStep[]): Promise<void> {
  const outcomes = await simulateChecks(services, caller, ref, steps)
  const failed = outcomes.filter(({ passed }) => !passed)
  if (failed.length > 0) throw new AppError('script.checksFailed', { params: { count: failed.length }, current: outcomes })
}
