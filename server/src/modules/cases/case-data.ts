import type { CaseRow } from '@regie/contract/cases.ts'
import type { Pool } from 'pg'
import { isoText, prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { fieldsOf } from '../fields/find-fields.ts'
import { maskColumns, maySeePersonalData } from '../fields/masks.ts'
import { openCents } from './money/open-amount.ts'

/** SQL: a case as lists show it; `c` is cases, `b` its batch. */
export const caseColumns = `
  c.id as "caseID", c.case_number as "caseNumber", c.customer_id as "customerID", c.batch_id as "batchID", b.name as "batchName", c.status, ${isoText('c.status_at')} as "statusAt",
  c.result, c.name, coalesce(c.phone, c.mobile) as phone, c.email, c.city, ${openCents('c')} as "outstandingCents",
  c.paid_cents as "paidCents", c.paid_on::text as "paidOn", c.currency, c.attempts, c.last_answer as "lastAnswer",
  c.last_result as "lastResult", ${isoText('c.paused_until')} as "pausedUntil", ${isoText('c.updated_at')} as "updatedAt"`

export const caseTables = 'cases c join batches b on b.customer_id = c.customer_id and b.id = c.batch_id'

/** Rows as this caller may see them: who may not see personal data gets each masked by the fields of its own script. */
export async function caseRowsFor(pool: Pool, caller: Caller, rows: readonly CaseRow[]): Promise<CaseRow[]> {
  if (maySeePersonalData(caller) || rows.length === 0) return [...rows]
  const defs = await fieldsOfBatches(pool, [...new Set(rows.map(({ batchID }) => batchID))], caller.customerIds)
  return rows.map((row) => maskColumns(row, defs.get(row.batchID) ?? []))
}

async function fieldsOfBatches(pool: Pool, batchIds: readonly number[], customerIds: readonly number[]) {
  const found = await batchFields(pool, [batchIds, customerIds])
  return new Map(found.map(({ batchId, fields }) => [batchId, fieldsOf(fields)]))
}

const batchFields = prepared<{ batchId: number; fields: unknown }>(
  'fields-of-batches',
  `select b.id as "batchId", s.fields
  from batches b
  join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
  where b.id = any($1::bigint[]) and b.customer_id = any($2::bigint[])`,
)
