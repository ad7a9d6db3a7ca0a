import { type RawBuilder, sql } from 'kysely'
import type { Pool } from 'pg'
import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { toLocalTime } from '../../contact-permission/local-time.ts'
import { findCustomerOfCase } from '../case-queries.ts'

export type Reopening = {
  customerId: number
  caseId: number
  batchId: number
  /** The case is closed and its batch is not: it may be opened again. */
  mayReopen: boolean
  /** The day until which its client gave it, and whether that has passed. */
  expiresOn: string | null
  isExpired: boolean
}

/** What reopening a case depends on. */
export async function findReopening({ db, pool }: { db: Db; pool: Pool }, caller: Caller, caseId: number, now: Date): Promise<Reopening> {
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const { rows } = await sql<Omit<Reopening, 'customerId' | 'caseId'>>`
    select c.batch_id as "batchId", c.status = 'closed' and b.status <> 'closed' as "mayReopen",
      c.expires_on::text as "expiresOn", coalesce(c.expires_on < ${toLocalTime(now).date}::date, false) as "isExpired"
    from cases c
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    where c.customer_id = ${customerId} and c.id = ${caseId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a case has no batch')
  return { customerId, caseId, ...row }
}

type Reopenings = {
  /** Of those that would be opened, how many have a last day that has passed. */
  expired: number
  /** The first of the others. */
  cases: Pick<Reopening, 'customerId' | 'caseId' | 'batchId'>[]
}

/** What reopening many cases depends on. `which` says which closed cases are meant: `c` is the case, `b` its batch. */
export async function findReopenings(
  db: Db,
  { customerId, which, casesMax, now }: { customerId: number; which: RawBuilder<unknown>; casesMax: number; now: Date },
): Promise<Reopenings> {
  const meant = sql`
    from cases c
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id and not b.is_demo
    where c.customer_id = ${customerId} and c.status = 'closed' and ${which}`
  const isExpired = sql`coalesce(c.expires_on < ${toLocalTime(now).date}::date, false)`
  const { rows } = await sql<{ expired: number }>`select count(*)::int as expired ${meant} and ${isExpired}`.execute(db)
  const { rows: cases } = await sql<Reopenings['cases'][number]>`
    select c.customer_id as "customerId", c.id as "caseId", c.batch_id as "batchId"
    ${meant} and not ${isExpired}
    order by c.id
    limit ${casesMax}`.execute(db)
  return { expired: rows[0]?.expired ?? 0, cases }
}
