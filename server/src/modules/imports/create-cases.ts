import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

export type CasesToCreate = {
  customerId: number
  importId: number
  checkNo: number
  batchId: number
  scriptVersionId: number
  firstStep: string
  fileName: string
  byUser: string | null
}

/** Makes cases of a stretch of staged rows, with their runs and the first line of their timelines. A number that exists meanwhile is skipped; answers how many were made. */
export async function createCases(tx: Transaction, cases: CasesToCreate, fromRow: number, toRow: number): Promise<number> {
  const { customerId, importId, checkNo, batchId } = cases
  const { rows } = await sql<{ made: number }>`
    with made as (
      insert into cases (customer_id, batch_id, case_number, name, phone, mobile, email, city, postcode, invoice_number, locale, outstanding_cents, fields)
      select ${customerId}::bigint, ${batchId}::bigint, case_number, coalesce(name, ''), phone, mobile, email, city, postcode, invoice_number, locale, outstanding_cents, fields
      from import_rows where import_id = ${importId} and check_no = ${checkNo} and row_no between ${fromRow} and ${toRow} and reason is null order by row_no
      on conflict (customer_id, case_number) do nothing returning id
    ), runs as (
      insert into case_runs (customer_id, case_id, batch_id, script_version_id, step)
      select ${customerId}::bigint, id, ${batchId}::bigint, ${cases.scriptVersionId}::bigint, ${cases.firstStep}::text from made
    ), told as (
      insert into timeline (customer_id, case_id, kind, event, params, by_user)
      select ${customerId}::bigint, id, 'imported', 'imported', jsonb_build_object('file', ${cases.fileName}::text), ${cases.byUser}::text from made
    )
    select count(*) as made from made`.execute(tx)
  return rows[0]?.made ?? 0
}
