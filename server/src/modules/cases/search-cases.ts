import type { CaseRow, caseApi } from '@regie/contract/cases.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { decodeCursor, pageFrom } from '../../platform/db/page.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustServe } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { caseColumns, caseRowsFor } from './case-data.ts'
import { escapeLike, readSearch, type SearchTerms, searchLengthMin } from './search-terms.ts'

type Query = RequestOf<typeof caseApi.search>['query']
type Page = { rows: CaseRow[]; total: number }

const Cursor = z.tuple([z.number().int()])

/** Finds cases by part of a name or phone, or by the start of a number, e-mail address, invoice or postcode; newest first. */
export async function searchCases(
  { pool }: Services,
  caller: Caller,
  { customerID, q, limit, cursor }: Query,
): Promise<ResponseOf<typeof caseApi.search>> {
  mustServe(caller, customerID, 'customer.notFound')
  const terms = readSearch(q)
  if (!terms) throw new AppError('case.searchTooShort', { field: 'q', params: { min: searchLengthMin } })
  const [beforeId] = cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor(Cursor, cursor)
  const { ask, values } = searchOf(terms)
  const [page] = await ask(pool, [customerID, beforeId, limit + 1, ...values])
  const { rows, nextCursor } = pageFrom(page?.rows ?? [], limit, (row) => [row.caseID])
  return { rows: caseRowsFor(caller, rows), nextCursor, total: { value: page?.total ?? 0, exact: true } }
}

function searchOf({ anywhere, start, postcode, digits }: SearchTerms) {
  const values = [`%${escapeLike(anywhere)}%`, `${escapeLike(start)}%`]
  if (postcode !== null) values.push(`${postcode}%`)
  // Digits that were typed as they are kept stand among the words already.
  const otherDigits = digits !== null && digits !== anywhere
  if (otherDigits) values.push(`%${digits}%`)
  return { ask: searches[postcode === null ? 'words' : 'postcode'][otherDigits ? 'digits' : 'only'], values }
}

const searches = {
  words: { only: pageOf('words', []), digits: pageOf('words-digits', ['terms like $6']) },
  postcode: { only: pageOf('postcode', ['postcode like $6']), digits: pageOf('postcode-digits', ['postcode like $6', 'terms like $7']) },
}

// All hits are known before the page is cut, so the total is exact and free. Parsed once per connection; PostgreSQL still plans each search by its
// words, because no plan without them can use the indexes on beginnings.
function pageOf(name: string, more: readonly string[]) {
  const places = ['terms like $4', 'case_number like $5', 'email like $5', 'invoice_number like $5', ...more]
  return prepared<Page>(
    `search-cases-${name}`,
    `with hits as materialized (select case_id from case_search where customer_id = $1 and (${places.join(' or ')}))
    select (select count(*) from hits) as total,
      (select coalesce(json_agg(page), '[]') from (
        select ${caseColumns} from (select case_id from hits where case_id < $2 order by case_id desc limit $3) h
        join cases c on c.customer_id = $1 and c.id = h.case_id join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
        order by c.id desc) page) as rows`,
  )
}
