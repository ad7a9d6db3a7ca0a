import type pg from 'pg'
import { mainCustomerId } from './seed-cases.ts'

/** A batch with so many cases, paused, so that no engine works it. Made anew only when it is not there. */
export async function addCasesToOneBatch(sql: pg.Pool, count: number): Promise<number> {
  const known = await sql.query<{ id: number }>(
    `
    select id::int from batches where customer_id = $1 and name = 'Long batch'`,
    [mainCustomerId],
  )
  if (known.rows[0]) return known.rows[0].id
  const { rows } = await sql.query<{ id: number }>(
    `insert into batches (customer_id, script_id, name, status, imported_at)
      select $1, id, 'Long batch', 'paused', now()
      from scripts
      where customer_id = $1
      returning id::int`,
    [mainCustomerId],
  )
  const batchId = rows[0]?.id ?? 0
  await sql.query('insert into batch_counters (customer_id, batch_id) values ($1, $2)', [mainCustomerId, batchId])
  await sql.query(
    `insert into cases (customer_id, batch_id, case_number, name, mobile, email, city, outstanding_cents)
     select $1, $2, 'L' || n, 'Sanne de Vries', '+316' || (10000000 + n), 'l' || n || '@bench.example', 'Utrecht', n
     from generate_series(1, $3::int) n`,
    [mainCustomerId, batchId, count],
  )
  return batchId
}
