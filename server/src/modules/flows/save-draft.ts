import type { Flow, flowApi } from '@regie/contract/flow.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { publish } from '../../live/publish.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { deleteDraft, type FlowRef, selectScriptForUpdate } from './flow-changes.ts'
import { findDraft, findFlow, findOwnerOfScript } from './flow-queries.ts'

type Draft = RequestOf<typeof flowApi.saveDraft>['body']

/** Keeps what somebody draws, faults and all; refused when a colleague drew something else since. */
export async function saveDraft({ db, clock }: Services, caller: Caller, scriptId: number, { steps, version }: Draft): Promise<Flow> {
  const ref = { customerId: await findOwnerOfScript(db, caller, scriptId), scriptId }
  const isSaved = await db.transaction().execute(async (tx) => {
    const { liveVersionId } = await selectScriptForUpdate(tx, ref)
    const current = await findDraft(tx, ref.customerId, scriptId)
    if ((current?.version ?? 0) !== version) return false
    const drawn = { steps: JSON.stringify(steps), version: version + 1, changed_at: clock.now(), changed_by: caller.username }
    await tx
      .insertInto('script_drafts')
      .values({ customer_id: ref.customerId, script_id: scriptId, based_on: liveVersionId, ...drawn })
      .onConflict((conflict) => conflict.columns(['customer_id', 'script_id']).doUpdateSet(drawn))
      .execute()
    await publishDraft(tx, ref)
    return true
  })
  const flow = await findFlow(db, ref.customerId, scriptId)
  if (!isSaved) throw new AppError('error.conflict', { current: flow })
  return flow
}

/** Throws the draft away; the live steps are what there is to draw on. */
export async function dropDraft({ db }: Services, caller: Caller, scriptId: number): Promise<Flow> {
  const ref = { customerId: await findOwnerOfScript(db, caller, scriptId), scriptId }
  await db.transaction().execute(async (tx) => {
    await selectScriptForUpdate(tx, ref)
    if (await deleteDraft(tx, ref)) await publishDraft(tx, ref)
  })
  return findFlow(db, ref.customerId, scriptId)
}

const publishDraft = (tx: Transaction, ref: FlowRef) => publish(tx, { kind: 'script.changed', ...ref })
