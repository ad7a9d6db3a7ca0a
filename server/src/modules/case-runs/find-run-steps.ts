import type { ScriptStep } from '@regie/contract/scripts.ts'
import type { Db } from '../../platform/db/database.ts'

/** The steps of one version of a script; a version never changes, so they may be kept. */
export async function findRunSteps(db: Db, customerId: number, scriptVersionId: number): Promise<ScriptStep[]> {
  const row = await db
    .selectFrom('script_versions')
    .select('steps')
    .where('customer_id', '=', customerId)
    .where('id', '=', scriptVersionId)
    .executeTakeFirstOrThrow()
  return row.steps as ScriptStep[]
}
