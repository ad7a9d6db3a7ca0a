import type { CaseRow } from '@regie/contract/cases.ts'
import type { Pool } from 'pg'
import { idsText, prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type CaseData, caseColumns, caseRowsFor } from './case-data.ts'

/** Cases read part by part; a part without rows is the end. */
export type OpenCases = { total: number; next(): Promise<CaseRow[]> }

export const partRows = 1_000

/** Cases of a customer in the order of their ids here. What is changed meanwhile is read as it is then; what is masked is asked with each part. */
export function openIds(pool: Pool, caller: Caller, customerID: number, ids: readonly number[]): OpenCases {
  let read = 0
  return {
    total: ids.length,
    async next() {
      // What was deleted meanwhile leaves a part smaller, and is no end.
      for (; read < ids.length; ) {
        const part = ids.slice(read, (read += partRows))
        const rows = await caseRowsFor(pool, caller, await readCases(pool, customerID, part))
        if (rows.length > 0) return rows
      }
      return []
    },
  }
}

/** Cases of a customer in the order of these ids, before they are masked. */
export async function readCases(pool: Pool, customerID: number, ids: readonly number[]): Promise<CaseData[]> {
  return ids.length === 0 ? [] : casesOfIds(pool, [customerID, idsText(ids)])
}

const casesOfIds = prepared<CaseData>(
  'cases-of-ids',
  `select ${caseColumns}
  from unnest($2::bigint[]) with ordinality as part(id, place)
  join cases c on c.customer_id = $1 and c.id = part.id
  join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
  order by part.place`,
)
