import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { openCents } from '../cases/money/open-amount.ts'
import { type MatchedEntry, type NamedCase, referencesOf } from './match-entry.ts'

/** The cases of a customer that an entry names by a reference: two at most, for then nobody is chosen. Demos of staff are never paid. */
export async function findNamedCases(db: Db, customerId: number, entry: MatchedEntry): Promise<NamedCase[]> {
  const references = referencesOf(entry)
  if (references.length === 0) return []
  const { rows } = await sql<NamedCase>`
    select c.id as "caseId", c.payment_reference as "paymentReference", c.currency,
      ${sql.raw(openCents('c'))} as "openCents", b.locked_at is not null as "isLocked"
    from case_search s
    join cases c on c.customer_id = s.customer_id and c.id = s.case_id
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    where s.customer_id = ${customerId} and s.payment_reference = any(${references}::text[]) and not b.is_demo
    order by c.id
    limit 2`.execute(db)
  return rows
}
