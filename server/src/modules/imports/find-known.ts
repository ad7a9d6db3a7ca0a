import type { DuplicateRule } from '@regie/contract/import-columns.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { openCents } from '../cases/money/open-amount.ts'
import type { ImportRow } from './import-queries.ts'
import type { ReadCase } from './reading/file-messages.ts'

/** A case that exists already: `cents` and `isClosed` decide whether a changed amount may be taken over. */
export type KnownCase = { caseId: number; cents: number | null; isClosed: boolean }
type Scope = Pick<ImportRow, 'customer_id' | 'script_id'>

/** The cases of these numbers. Number by number: of a customer whose cases were few when PostgreSQL last counted it would read all for each chunk (44 ms with 300,000; so 0.8). */
export async function findCasesByNumber(
  db: Db,
  { customer_id: customerId }: Scope,
  numbers: readonly string[],
): Promise<Map<string, KnownCase>> {
  const { rows } = await sql<KnownCase & { number: string }>`
    select c.case_number as number, c.id as "caseId", ${sql.raw(openCents('c'))} as cents,
      c.status = 'closed' as "isClosed"
    from unnest(${numbers}::text[]) n
    cross join lateral (
      select case_number, id, outstanding_cents, paid_cents, status from cases
      where customer_id = ${customerId} and case_number = n
      limit 1) c`.execute(db)
  return new Map(rows.map(({ number, ...known }) => [number, known]))
}

/** What of these numbers and addresses is on the customer's blacklist now. */
export async function findBlacklisted(
  db: Db,
  { customer_id: customerId, script_id: scriptId }: Scope,
  rows: readonly ReadCase[],
): Promise<ReadonlySet<string>> {
  const values = rows.flatMap(({ phones, email }) => (email === null ? phones : [...phones, email]))
  if (values.length === 0) return new Set()
  const listed = await db
    .selectFrom('blacklist')
    .select('value')
    .where('customer_id', '=', customerId)
    .where('kind', 'in', ['phone', 'email'])
    .where((row) => row.or([row('script_id', 'is', null), row('script_id', '=', scriptId)]))
    .where((row) => row('value', '=', row.fn.any(row.val(values))))
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', sql<Date>`now()`)]))
    .execute()
  return new Set(listed.map(({ value }) => value))
}

/**
 * The cases of the people of a file, by phone or by address: of the customer, or of the batches of this script that are not closed. One walk over
 * the cases, whatever the file's size; null stands for several cases of one person, of which nobody can say which is meant.
 */
export async function findCasesByPerson(
  db: Db,
  scope: Scope,
  rule: DuplicateRule,
  people: ReadonlySet<string>,
): Promise<Map<string, KnownCase | null>> {
  const known = new Map<string, KnownCase | null>()
  if (rule.by === 'number' || rule.scope === 'file' || people.size === 0) return known
  const values = rule.by === 'phone' ? sql`unnest(array[c.phone, c.mobile])` : sql`unnest(array[lower(c.email)])`
  const inBatch =
    rule.scope === 'customer'
      ? sql`true`
      : sql`exists (
          select from batches b
          where b.customer_id = c.customer_id
            and b.id = c.batch_id
            and b.script_id = ${scope.script_id}
            and b.status <> 'closed')`
  const { rows } = await sql<KnownCase & { person: string }>`
    select distinct v.person, c.id as "caseId", ${sql.raw(openCents('c'))} as cents, c.status = 'closed' as "isClosed"
    from cases c
    cross join lateral ${values} as v(person)
    where c.customer_id = ${scope.customer_id} and v.person = any(${[...people]}::text[]) and ${inBatch}`.execute(db)
  for (const { person, ...found } of rows) known.set(person, known.has(person) ? null : found)
  return known
}

/** How many of these numbers of linked cases nobody knows. */
export async function countUnknownNumbers(db: Db, scope: Scope, numbers: ReadonlySet<string>): Promise<Set<string>> {
  const found = await findCasesByNumber(db, scope, [...numbers])
  return new Set([...numbers].filter((number) => !found.has(number)))
}
