import type { caseApi } from '@regie/contract/cases.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { maySeePersonalData } from '../../fields/masks.ts'
import { isShown, maskedKeys } from '../masks/mask-sql.ts'
import { isFiltered } from '../filter/case-filter.ts'
import type { WantedCases } from '../filter/list-filtered-cases.ts'
import { searchCaseIds } from './search-case-ids.ts'

type Query = Omit<RequestOf<typeof caseApi.search>['query'], 'limit' | 'cursor'>

/** Does a search ask for some only of what its words find? */
export function isNarrowed(query: Query): boolean {
  return isFiltered(query) || [query.by, query.batchID, query.status].some((one) => one !== undefined)
}

/** SQL: a search by invoice would confirm a number that its script masks for this caller; of a case that is found by other words, too. */
const invoiceIsShown = (caller: Caller) =>
  maySeePersonalData(caller)
    ? sql<boolean>`true`
    : sql<boolean>`exists (
        select from batches b
        join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
        ${sql.raw(maskedKeys)}
        where b.customer_id = c.customer_id and b.id = c.batch_id and ${sql.raw(isShown(['factuurnummer']))})`

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
      ...(by === undefined ? [] : [sql<boolean>`lower(c.invoice_number) = ${q.trim().toLowerCase()}`, invoiceIsShown(caller)]),
    ],
    sql` and `,
  )
  return { customerId: customerID, among, status, filter }
}
