import { checkSteps } from '@regie/contract/script-steps-check.ts'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { publish } from '../../live/publish.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findKnownNames } from './flow-queries.ts'

export type FlowRef = { customerId: number; scriptId: number }
type NewVersion = { steps: readonly ScriptStep[]; note: string; by: string; at: Date }

/** Who changes a script's draft or live version waits for the others. */
export async function selectScriptForUpdate(tx: Transaction, { customerId, scriptId }: FlowRef): Promise<{ liveVersionId: number }> {
  const script = await tx
    .selectFrom('scripts')
    .select('live_version_id')
    .where('customer_id', '=', customerId)
    .where('id', '=', scriptId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!script || script.live_version_id === null) throw new AppError('script.notFound')
  return { liveVersionId: script.live_version_id }
}

/** Makes a new live version for what starts from now on; who runs already ends on his own. Steps with faults are refused. */
export async function makeLive(tx: Transaction, { customerId, scriptId }: FlowRef, { steps, note, by, at }: NewVersion): Promise<void> {
  const faults = checkSteps(steps, await findKnownNames(tx, customerId, scriptId))
  if (faults.length > 0) {
    const count = new Set(faults.map(({ step }) => step)).size
    throw new AppError('script.faulty', { params: { count }, current: faults })
  }
  const { id } = await tx
    .insertInto('script_versions')
    .values({ customer_id: customerId, script_id: scriptId, steps: JSON.stringify(steps), note, created_by: by, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('scripts')
    .set({ live_version_id: id, changed_at: at })
    .where('customer_id', '=', customerId)
    .where('id', '=', scriptId)
    .execute()
  await publish(tx, { kind: 'script.changed', customerId, scriptId })
}

/** Forgets the draft. False when there was none. */
export async function deleteDraft(tx: Transaction, { customerId, scriptId }: FlowRef): Promise<boolean> {
  const gone = await tx
    .deleteFrom('script_drafts')
    .where('customer_id', '=', customerId)
    .where('script_id', '=', scriptId)
    .returning('script_id')
    .executeTakeFirst()
  return gone !== undefined
}
