import type { RefusalReason } from '@regie/contract/cases.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notInMaintenance } from '../maintenance/maintenance-queries.ts'
import { batchWorks, caseWorks, isDue, isFree, isInTrial } from './run-selection.ts'

/** Where a claimed case stands in its script. */
export type ClaimedRun = {
  customerId: number
  caseId: number
  batchId: number
  scriptVersionId: number
  step: string
  stepNo: number
  /** Why it was held when it was last looked at, if it was. */
  held?: RefusalReason | null
}

type Share = { customerId: number; batchId: number; limit: number }

/** Takes the cases that are due, at most `limit` of each batch, for this engine. Two engines never get the same one; a paused case stays where it is. */
export async function claimNextCases(db: Db, engineId: number, shares: readonly Share[], now: Date): Promise<ClaimedRun[]> {
  if (shares.length === 0) return []
  const { rows } = await sql<ClaimedRun>`
    with due as (
      select d.customer_id, d.case_id
      from unnest(${shares.map((share) => share.customerId)}::bigint[],
        ${shares.map((share) => share.batchId)}::bigint[], ${shares.map((share) => share.limit)}::int[])
        as share(customer_id, batch_id, share_max)
      join batches b on b.customer_id = share.customer_id and b.id = share.batch_id and ${batchWorks}
      cross join lateral (
        select r.customer_id, r.case_id from case_runs r
        where r.customer_id = b.customer_id
          and r.batch_id = b.id
          and ${isFree}
          and ${isDue(now)}
          and ${isInTrial}
          and ${notInMaintenance}
          and exists (select from cases c where c.customer_id = r.customer_id and c.id = r.case_id and ${caseWorks})
        order by r.due_at limit share.share_max for update of r skip locked) d)
    update case_runs r set owner = ${engineId}, claimed_at = now() from due
    where r.customer_id = due.customer_id and r.case_id = due.case_id
    returning r.customer_id as "customerId", r.case_id as "caseId", r.batch_id as "batchId",
      r.script_version_id as "scriptVersionId", r.step, r.step_no as "stepNo", r.held`.execute(db)
  return rows
}
