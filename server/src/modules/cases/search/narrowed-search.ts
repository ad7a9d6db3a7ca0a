import type { caseApi } from '@regie/contract/cases.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { isFiltered } from '../filter/case-filter.ts'
import type { WantedCases } from '../filter/list-filtered-cases.ts'
import { searchCaseIds } from './search-case-ids.ts'

type Query = Omit<RequestOf<typeof caseApi.search>['query'], 'limit' | 'cursor'>

/** Does a search ask for some only of what its words find? */
export function isNarrowed(query: Query): boolean {
  return isFiltered(query) || [query.by, query.batchID, query.status].some((one) => one !== undefined)
}

/** What its words find, and which of that it asks for. */
export async function narrowedSearch(
  db: Db,
  caller: Caller,
  { customerID, q, by, batchID, status, ...filter }: Query,
): Promise<WantedCases> {
  const found = await searchCaseIds(db, caller, customerID, q)
  const among = sql.join(
    [
      sql<boolean>`c.id = any(${found}::bigint[])`,
      ...(batchID === undefined ? [] : [sql<boolean>`c.batch_id = ${batchID}`]),
      ...(by === undefined ? [] : [sql<boolean>`lower(c.invoice_number) = ${q.trim().toLowerCase()}`]),
    ],
    sql` and `,
  )
  return { customerId: customerID, among, status, filter }
}
