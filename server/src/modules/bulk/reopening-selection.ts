import { sql } from 'kysely'
import { restOf, type Selection } from './case-selection.ts'

/** SQL: closed cases of a pinned selection that may be opened again; that of a closed batch waits for its batch. `c` is the case, `b` its batch. */
export const closedOfSelection = (pinned: Selection) => sql`
  ${restOf(pinned)}
  and b.status <> 'closed'`

/** SQL: cases that open again with their batch, but for those that are paused again. */
export const closedByBatch = (batchId: number) => sql`
  c.batch_id = ${batchId}
  and c.closed_by_batch
  and not c.paused_before_closing`
