import type { CaseRow, caseApi } from '@regie/contract/cases.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { decodeCursor, pageFrom } from '../../../platform/db/page.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { caseColumns, caseRowsFor, maySeePersonalData } from '../case-data.ts'
import { shownHits } from './shown-hits.ts'
import { readSearch, searchLengthMin, searchValues } from './search-terms.ts'

type Query = RequestOf<typeof caseApi.search>['query']
type Page = { rows: CaseRow[]; total: number }

const Cursor = z.tuple([z.number().int()])

/** Finds cases by parts of a name (no accents needed, in any order) or of a phone, or by the start of a number, e-mail address, invoice or postcode; newest first. */
export async function searchCases(
  { pool }: Services,
  caller: Caller,
  { customerID, q, limit, cursor }: Query,
): Promise<ResponseOf<typeof caseApi.search>> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const terms = readSearch(q)
  if (!terms) throw new AppError('case.searchTooShort', { field: 'q', params: { min: searchLengthMin } })
  const [beforeId] = cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor(Cursor, cursor)
  const search = maySeePersonalData(caller) ? searchAll : searchShown
  const [page] = await search(pool, [customerID, beforeId, limit + 1, ...searchValues(terms)])
  const { rows, nextCursor } = pageFrom(page?.rows ?? [], limit, (row) => [row.caseID])
  return { rows: await caseRowsFor(pool, caller, rows), nextCursor, total: { value: page?.total ?? 0, exact: true } }
}

// All hits are known before the page is cut, so the total is exact and free. What finds them is a function of the database (server/sql/case-search.sql):
// under row-level security no index would answer a LIKE.
const pageOf = (found: string) =>
  `with hits as materialized (select case_id from search_case_ids($1, $4, $5, $6, $7) case_id
    where case_id not in (select d.case_id from demos d where d.customer_id = $1))
  , found as materialized (${found})
  select (select count(*) from found) as total,
    (select coalesce(json_agg(page), '[]') from (
      select ${caseColumns} from (select case_id from found where case_id < $2 order by case_id desc limit $3) h
      join cases c on c.customer_id = $1 and c.id = h.case_id
      join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
      order by c.id desc) page) as rows`
const searchAll = prepared<Page>('search-cases', pageOf('select case_id from hits'))
const searchShown = prepared<Page>('search-shown-cases', pageOf(shownHits('$1', '$4', '$5', '$6')))
