import type pg from 'pg'
import { importCustomerId } from './debtor-files.ts'

/** A table like cases, as full and with the same indexes, those of case_search among them: what the bare COPY writes into. */
export async function prepareCopyTarget(sql: pg.Pool) {
  const { rows } = await sql.query<{ found: string | null }>(`select to_regclass('bench_cases_terms')::text as found`)
  if (rows[0]?.found) return
  const batch = await sql.query<{ id: string }>('select min(id) as id from batches where customer_id = $1', [importCustomerId])
  const indexes = await sql.query<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'cases'::regclass`,
  )
  await sql.query(
    `drop table if exists bench_cases;
      create table bench_cases (like cases including defaults including identity including storage)`,
  )
  // The reference is made by us; the bare copy does without it.
  await sql.query(
    `alter table bench_cases alter customer_id set default ${importCustomerId},
        alter batch_id set default ${Number(batch.rows[0]?.id)},
        alter payment_reference drop not null`,
  )
  await sql.query('insert into bench_cases overriding system value select * from cases')
  await sql.query(`select setval(pg_get_serial_sequence('bench_cases', 'id'), max(id)) from bench_cases`)
  for (const { definition } of indexes.rows)
    await sql.query(definition.replace(/INDEX (\S+) ON public\.cases/, 'INDEX bench_$1 ON public.bench_cases'))
  for (const column of ['case_number', 'email', 'invoice_number', 'postcode'])
    await sql.query(`create index on bench_cases (customer_id, ${column} text_pattern_ops)`)
  const terms = `(lower(name) || ' ' || coalesce(replace(phone, '+', ''), '') || ' ' || coalesce(replace(mobile, '+', ''), ''))`
  await sql.query(`
    create index bench_cases_terms on bench_cases
    using gin (${terms} gin_trgm_ops) with (gin_pending_list_limit = 32768)`)
  await sql.query('vacuum analyze bench_cases')
}
