import type { Flow, flowApi } from '@regie/contract/flow.ts'
import { checkSteps } from '@regie/contract/script-steps-check.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { activateFlow } from '../../modules/flows/activate-flow.ts'
import { findDraft, findKnownNames, findLive, findOwnerOfScript } from '../../modules/flows/flow-queries.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { simulateChecks } from './run-checks.ts'

type Activation = RequestOf<typeof flowApi.activate>['body']

/** Makes the draft live once every kept simulation still goes as it went. Faults and a draft that changed meanwhile are the script's own refusals. */
export async function activateChecked(services: Services, caller: Caller, scriptId: number, body: Activation): Promise<Flow> {
  const { db } = services
  const ref = { customerId: await findOwnerOfScript(db, caller, scriptId), scriptId }
  const draft = await findDraft(db, ref.customerId, scriptId)
  if (draft?.version === body.version && checkSteps(draft.steps, await findKnownNames(db, ref.customerId, scriptId)).length === 0) {
    const live = await findLive(db, ref.customerId, scriptId)
    const outcomes = await simulateChecks(services, caller, { ...ref, live }, draft.steps)
    const failed = outcomes.filter(({ passed }) => !passed)
    if (failed.length > 0) throw new AppError('script.checksFailed', { params: { count: failed.length }, current: outcomes })
  }
  return activateFlow(services, caller, scriptId, body)
}
