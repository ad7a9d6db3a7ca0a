import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import { readSearch, searchLengthMin, searchValues } from './search-terms.ts'

/** All cases that a search finds, demos of staff left out. */
export async function searchCaseIds(db: Db, customerId: number, q: string): Promise<number[]> {
  const terms = readSearch(q)
  if (!terms) throw new AppError('case.searchTooShort', { field: 'q', params: { min: searchLengthMin } })
  const values = searchValues(terms)
  const { rows } = await sql<{ id: number }>`
    select case_id as id from search_case_ids(${customerId}, ${sql.join(values)}) case_id
    where case_id not in (select d.case_id from demos d where d.customer_id = ${customerId})`.execute(db)
  return rows.map((row) => row.id)
}
