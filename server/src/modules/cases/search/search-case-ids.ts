import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { maySeePersonalData } from '../../fields/masks.ts'
import { shownHits } from './shown-hits.ts'
import { readSearch, searchLengthMin, searchValues } from './search-terms.ts'

/** All cases that a search finds for this caller, demos of staff left out. */
export async function searchCaseIds(db: Db, caller: Caller, customerId: number, q: string): Promise<number[]> {
  const terms = readSearch(q)
  if (!terms) throw new AppError('case.searchTooShort', { field: 'q', params: { min: searchLengthMin } })
  const values = searchValues(terms)
  const found = maySeePersonalData(caller)
    ? 'select case_id from hits'
    : shownHits('asked.customer', 'asked.words', 'asked.start', 'asked.postcode')
  const [words, start, postcode] = values
  const { rows } = await sql<{ id: number }>`
    with asked as (
      select ${customerId}::bigint as customer, ${words}::text[] as words, ${start}::text as start,
        ${postcode}::text as postcode),
    hits as materialized (
      select case_id from search_case_ids(${customerId}, ${sql.join(values)}) case_id
      where case_id not in (select d.case_id from demos d where d.customer_id = ${customerId}))
    select case_id as id from (${sql.raw(found.replace('from hits h', 'from asked cross join hits h'))}) found`.execute(db)
  return rows.map((row) => row.id)
}
