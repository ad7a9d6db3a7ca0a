import type { caseApi } from '@regie/contract/cases.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { caseColumns } from '../case-data.ts'
import { maySeePersonalData } from '../../fields/masks.ts'
import { type CaseOrder, isBehind, nameOf, orderBy } from '../case-order.ts'
import { askPage, casePage, preparedPages } from '../case-page.ts'
import { listFilteredCases } from '../filter/list-filtered-cases.ts'
import { isNarrowed, narrowedSearch } from './narrowed-search.ts'
import { shownHits } from './shown-hits.ts'
import { mayBeName, readSearch, searchLengthMin, searchValues } from './search-terms.ts'

type Query = RequestOf<typeof caseApi.search>['query']

/** Finds cases by parts of a name (no accents needed, in any order) or of a phone, or by the start of a number, e-mail address, invoice or postcode. */
export async function searchCases(services: Services, caller: Caller, query: Query): Promise<ResponseOf<typeof caseApi.search>> {
  const { pool } = services
  const asked = await askPage(pool, caller, query)
  if (isNarrowed(query)) return listFilteredCases(services, caller, asked, await narrowedSearch(services.db, caller, query))
  const terms = readSearch(query.q)
  if (!terms) throw new AppError('case.searchTooShort', { field: 'q', params: { min: searchLengthMin } })
  const { order, limit, place } = asked
  const search = pageOf(order, maySeePersonalData(caller) ? 'all' : 'shown', mayBeName(terms))
  const [page] = await search(pool, [query.customerID, place?.id ?? null, limit + 1, ...searchValues(terms), place?.value ?? null])
  return casePage(pool, caller, asked, page ?? { rows: [], total: 0 })
}

// All hits are known before the page is cut, so the total is exact and free. What finds them is a function of the database (server/sql/case-search.sql):
// under row-level security no index would answer a LIKE.
const pages = preparedPages<number>()

function pageOf(order: CaseOrder, of: FoundFor, isName: boolean) {
  const isRanked = isName && isNewestFirst(order)
  const name = `search-${of}-${isRanked ? 'ranked' : 'cases'}-${nameOf(order)}`
  return pages(name, () => textOf(order, of, isRanked))
}

/** The order in which those who were meant come before those whose name begins like it. */
export const isNewestFirst = ({ sort, direction }: CaseOrder) => sort === 'caseID' && direction === 'desc'

export type FoundFor = 'all' | 'shown'

/** SQL: all that a search finds, as `found`; the parameters are the customer ($1) and, from this one on, searchValues(). */
export function foundCases(of: FoundFor, first: number): string {
  const [words, start, postcode, digits] = [0, 1, 2, 3].map((place) => `$${first + place}`) as [string, string, string, string]
  return `hits as materialized (
      select case_id
      from search_case_ids($1, ${words}, ${start}, ${postcode}, ${digits}) case_id
      where case_id not in (select d.case_id from demos d where d.customer_id = $1)),
    found as materialized (${of === 'all' ? 'select case_id from hits' : shownHits('$1', words, start, postcode)})`
}

// Among so many hits somebody looks for one person; whoever finds more is to type more.
const rankedMax = 2_000

// Name by name of what was found: a join would look at the names of all cases.
/** SQL: what was found as `ranked`: those whose name has each word as a word of its own (Smit before Smits) before the rest. */
export function rankedCases(of: FoundFor, words: string): string {
  if (of === 'shown') return 'ranked as materialized (select case_id, 0 as rank from found)'
  return `few as materialized (select count(*) <= ${rankedMax} as few from found),
    ranked as materialized (
      select f.case_id,
        case when (select few from few) then coalesce((
          select 1
          from cases c
          where c.customer_id = $1 and c.id = f.case_id
            and regexp_split_to_array(search_form(c.name), '[^[:alnum:]]+') @> array(
              select search_form(word)
              from unnest(${words}) word)
          limit 1), 0) else 0 end as rank
      from found f)`
}

// The page is cut before its cases are read.
function textOf(order: CaseOrder, of: FoundFor, isRanked: boolean): string {
  const byId = order.sort === 'caseID'
  const [sign, direction] = order.direction === 'desc' ? ['<', 'desc'] : ['>', 'asc']
  const page = !byId
    ? 'found h'
    : isRanked
      ? `(select case_id, rank
        from ranked
        where $2::bigint is null
          or (rank, case_id) < (coalesce((select r.rank from ranked r where r.case_id = $2), 0), $2)
        order by rank desc, case_id desc limit $3) h`
      : `(select case_id
        from found
        where $2::bigint is null or case_id ${sign} $2
        order by case_id ${direction} limit $3) h`
  return `with ${foundCases(of, 4)}${isRanked ? `, ${rankedCases(of, '$4')}` : ''}
  select (select count(*) from found) as total,
    (select coalesce(json_agg(page), '[]') from (
      select ${caseColumns} from ${page}
      join cases c on c.customer_id = $1 and c.id = h.case_id
      join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
      where $8::text is null or ${byId ? 'true' : isBehind(order, '$8', '$2')}
      order by ${isRanked ? 'h.rank desc, ' : ''}${orderBy(order)} limit $3) page) as rows`
}
