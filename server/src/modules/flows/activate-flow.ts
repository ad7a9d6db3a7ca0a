import type { Flow, flowApi } from '@regie/contract/flow.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { deleteDraft, selectScriptForUpdate, makeLive } from './flow-changes.ts'
import { findDraft, findFlow, findOwnerOfScript, findStepsOfVersion } from './flow-queries.ts'

type Activation = RequestOf<typeof flowApi.activate>['body']

/** Makes the draft live for what starts from now on, if it is still the draft that the caller has seen. */
export async function activateFlow(
  { db, clock }: Services,
  caller: Caller,
  scriptId: number,
  { version, note }: Activation,
): Promise<Flow> {
  const ref = { customerId: await findOwnerOfScript(db, caller, scriptId), scriptId }
  const isLive = await db.transaction().execute(async (tx) => {
    await selectScriptForUpdate(tx, ref)
    const draft = await findDraft(tx, ref.customerId, scriptId)
    if (!draft) throw new AppError('script.noDraft')
    if (draft.version !== version) return false
    await makeLive(tx, ref, { steps: draft.steps, note, by: caller.username, at: clock.now() })
    await deleteDraft(tx, ref)
    return true
  })
  const flow = await findFlow(db, ref.customerId, scriptId)
  if (!isLive) throw new AppError('error.conflict', { current: flow })
  return flow
}

/** Makes an earlier version live again, as a new version: the history stays. */
export async function rollBackFlow(
  { db, clock }: Services,
  caller: Caller,
  { scriptID: scriptId, versionID }: { scriptID: number; versionID: number },
  note: string,
): Promise<Flow> {
  const ref = { customerId: await findOwnerOfScript(db, caller, scriptId), scriptId }
  await db.transaction().execute(async (tx) => {
    await selectScriptForUpdate(tx, ref)
    const steps = await findStepsOfVersion(tx, ref, versionID)
    await makeLive(tx, ref, { steps, note, by: caller.username, at: clock.now() })
  })
  return findFlow(db, ref.customerId, scriptId)
}
