import type { CaseSort } from '@regie/contract/case-filter.ts'
import type { caseApi } from '@regie/contract/cases.ts'
import type { ResponseOf } from '@regie/contract/endpoint.ts'
import type { Pool } from 'pg'
import { prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { type CaseData, caseRowsFor } from './case-data.ts'
import { type CaseOrder, mustSeeOrder, pageInOrder, readPlace } from './case-order.ts'

type CasePage = ResponseOf<typeof caseApi.list>
type Query = CaseOrder & { customerID: number; limit: number; cursor?: string | undefined }
export type AskedPage = {
  order: CaseOrder
  limit: number
  /** After which the page begins; null for the first. */
  place: { value: string; id: number } | null
  hiddenSorts: CaseSort[]
}

/** What a list of cases is asked for, once it is clear that this caller may see the customer and that order. */
export async function askPage(pool: Pool, caller: Caller, { customerID, sort, direction, limit, cursor }: Query): Promise<AskedPage> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const order = { sort, direction }
  const hiddenSorts = await mustSeeOrder(pool, caller, customerID, order)
  return { order, limit, place: readPlace(order, cursor), hiddenSorts }
}

/** The page as this caller may see it, of `limit + 1` rows in that order. */
export async function casePage(
  pool: Pool,
  caller: Caller,
  { order, limit, hiddenSorts }: AskedPage,
  { rows: found, total }: { rows: readonly CaseData[]; total: number },
): Promise<CasePage> {
  const { rows, nextCursor } = pageInOrder(order, found, limit)
  return { rows: await caseRowsFor(pool, caller, rows), nextCursor, total: { value: total, exact: true }, hiddenSorts }
}

/** Prepared questions for a page that have a text for each combination of what is asked. */
export function preparedPages<Total>() {
  const known = new Map<string, ReturnType<typeof prepared<{ rows: CaseData[]; total: Total }>>>()
  return (name: string, textOf: () => string) => {
    const page = known.get(name) ?? prepared<{ rows: CaseData[]; total: Total }>(name, textOf())
    known.set(name, page)
    return page
  }
}
