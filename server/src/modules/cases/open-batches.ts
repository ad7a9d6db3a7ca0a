import type { ComplianceProfileName } from '@regie/contract/customers.ts'
import type { TimeWindow } from '@regie/contract/time-windows.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { complianceProfile } from '../contact-permission/compliance-profile.ts'
import type { OpeningRules } from '../contact-permission/time-window.ts'
import { windowsJson } from '../scripts/windows-json.ts'
import { batchWorks, isDue, isFree, isInTrial, scriptWorks } from './run-selection.ts'

/** A batch that an engine may work on, with its script's hours. */
export type OpenBatch = { customerId: number; batchId: number; scriptId: number; priority: number; opening: OpeningRules }

type Row = {
  customerId: number
  batchId: number
  scriptId: number
  priority: number
  alwaysOpen: boolean
  profile: ComplianceProfileName
  windows: TimeWindow[]
}

/** Open batches of active scripts that have a case whose next step is due. */
export async function listOpenBatches(db: Db, now: Date): Promise<OpenBatch[]> {
  const { rows } = await sql<Row>`
    select b.customer_id as "customerId", b.id as "batchId", b.script_id as "scriptId", b.priority, s.always_open as "alwaysOpen", k.compliance_profile as profile, ${sql.raw(windowsJson('s'))} as windows
    from batches b
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id and ${scriptWorks}
    join customers k on k.id = b.customer_id
    where ${batchWorks} and exists (
      select from case_runs r where r.customer_id = b.customer_id and r.batch_id = b.id and ${isFree} and ${isDue(now)} and ${isInTrial})`.execute(
    db,
  )
  return rows.map(({ alwaysOpen, profile, windows, ...batch }) => ({
    ...batch,
    opening: { profile: complianceProfile[profile], alwaysOpen, windows },
  }))
}
