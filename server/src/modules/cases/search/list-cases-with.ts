import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** A number or address as the blacklist keeps it: e-mail in lower case. */
export type KeptAddress = { kind: string; value: string }
export type CaseWithAddress = { caseId: number; batchId: number }

/** The cases of a customer that are reached by one of these. A number is looked for among the words by which cases are found, and compared in full after that. */
export async function listCasesWith(db: Db, customerId: number, addresses: readonly KeptAddress[]): Promise<CaseWithAddress[]> {
  const valuesOf = (kind: string) => [...new Set(addresses.filter((one) => one.kind === kind).map(({ value }) => value))]
  const [phones, emails] = [valuesOf('phone'), valuesOf('email')]
  if (phones.length + emails.length === 0) return []
  const { rows } = await sql<CaseWithAddress>`
    with alike as materialized (
      select case_id from case_search where customer_id = ${customerId} and email = any(${emails}::text[])
      union
      select found.case_id
      from unnest(${phones.map((phone) => phone.replace('+', ''))}::text[]) as given(digits)
      cross join lateral search_case_ids(${customerId}, array[given.digits], '-', null, null) as found(case_id))
    select c.id as "caseId", c.batch_id as "batchId"
    from alike
    join cases c on c.customer_id = ${customerId} and c.id = alike.case_id
    where c.phone = any(${phones}::text[])
      or c.mobile = any(${phones}::text[])
      or lower(c.email) = any(${emails}::text[])
    order by c.id`.execute(db)
  return rows
}
