import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { OpeningRules } from '../contact-permission/time-window.ts'
import { type OpeningJson, openingJson, readOpening } from '../hours/opening-json.ts'
import { batchWorks, isDue, isFree, isInTrial, scriptWorks } from './run-selection.ts'

/** A batch that an engine may work on, with its script's hours. */
export type OpenBatch = { customerId: number; batchId: number; scriptId: number; priority: number; isDemo: boolean; opening: OpeningRules }

type Row = Omit<OpenBatch, 'opening'> & { opening: OpeningJson }

/** Open batches of active scripts that have a case whose next step is due. */
export async function listOpenBatches(db: Db, now: Date): Promise<OpenBatch[]> {
  const { rows } = await sql<Row>`
    select b.customer_id as "customerId", b.id as "batchId", b.script_id as "scriptId", b.priority,
      b.is_demo as "isDemo", ${sql.raw(openingJson('s', 'k'))} as opening
    from batches b
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id and ${scriptWorks}
    join customers k on k.id = b.customer_id
    where ${batchWorks} and exists (
      select from case_runs r
      where r.customer_id = b.customer_id and r.batch_id = b.id and ${isFree} and ${isDue(now)} and ${isInTrial})`.execute(db)
  return rows.map(({ opening, ...batch }) => ({ ...batch, opening: readOpening(opening) }))
}
