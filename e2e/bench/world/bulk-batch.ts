import type pg from 'pg'
import { mainCustomerId } from './seed-cases.ts'

/** A new batch with so many open cases that sleep in their script; paused, so that no engine works it. */
export async function makeBulkBatch(sql: pg.Pool, count: number): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    `insert into batches (customer_id, script_id, name, status, imported_at)
      select $1, id, 'Bulk batch', 'paused', now()
      from scripts
      where customer_id = $1
      returning id::int`,
    [mainCustomerId],
  )
  const batchId = rows[0]?.id ?? 0
  await sql.query('insert into batch_counters (customer_id, batch_id) values ($1, $2)', [mainCustomerId, batchId])
  await sql.query(
    `with made as (
       insert into cases (customer_id, batch_id, case_number, name, mobile, email, city, outstanding_cents)
       select $1, $2::bigint, 'B' || $2::bigint || '-' || n, 'Sanne de Vries', '+316' || (10000000 + n),
         'b' || n || '@bench.example', 'Utrecht', n
       from generate_series(1, $3::int) n
       returning id)
     insert into case_runs (customer_id, case_id, batch_id, script_version_id, step, state, due_at)
     select $1, made.id, $2::bigint, s.live_version_id, 'wacht-op-mail', 'sleeping', now() + interval '30 days'
     from made
     cross join scripts s
     where s.customer_id = $1`,
    [mainCustomerId, batchId, count],
  )
  await sql.query('analyze cases, case_runs')
  return batchId
}
