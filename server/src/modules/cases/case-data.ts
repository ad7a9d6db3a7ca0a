import { inTrial } from '../case-runs/run-selection.ts'
import type { CaseRow } from '@regie/contract/cases.ts'
import type { Pool } from 'pg'
import { isoOf, isoText, prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { fieldsOf } from '../fields/find-fields.ts'
import { maskColumns, maySeePersonalData } from '../fields/masks.ts'
import { findKnownStep } from './known-steps.ts'
import { openCents, openCentsOf } from './money/open-amount.ts'

/** Where a case stands in its script, as the database has it. */
export type CasePlace = { versionId: number; step: string; state: string; dueAt: string | null }
/** A case of a list as the database answers it: what its next step is called is worked out here. */
export type CaseData = Omit<CaseRow, 'nextStep'> & { place: CasePlace | null }

/** What is answered of a case without its place in its script. */
type PlainCase = Omit<CaseRow, 'nextStep' | 'batchName'>
/** A row of `cases` as PostgreSQL makes JSON of it, as far as it is read. */
export type CaseJson = {
  customer_id: number
  id: number
  batch_id: number
  case_number: string
  status: CaseRow['status']
  status_at: string
  result: string | null
  name: string
  phone: string | null
  mobile: string | null
  email: string | null
  city: string | null
  outstanding_cents: number | null
  paid_cents: number
  paid_on: string | null
  promised_cents: number
  promised_on: string | null
  currency: string
  barred_on: string | null
  attempts: number
  last_answer: CaseRow['lastAnswer']
  last_result: string | null
  paused_until: string | null
  updated_at: string
}

/** The same as `plainCaseColumns`, of a row that was read whole: for one case that costs half. */
export const caseOfJson = (c: CaseJson): PlainCase => ({
  caseID: c.id,
  caseNumber: c.case_number,
  customerID: c.customer_id,
  batchID: c.batch_id,
  status: c.status,
  statusAt: isoOf(c.status_at),
  result: c.result,
  name: c.name,
  phone: c.phone ?? c.mobile,
  email: c.email,
  city: c.city,
  outstandingCents: openCentsOf(c.outstanding_cents, c.paid_cents),
  paidCents: c.paid_cents,
  paidOn: c.paid_on,
  promisedCents: c.promised_cents,
  promisedOn: c.promised_on,
  currency: c.currency,
  barredOn: c.barred_on,
  attempts: c.attempts,
  lastAnswer: c.last_answer,
  lastResult: c.last_result,
  pausedUntil: c.status === 'paused' && c.paused_until !== null ? isoOf(c.paused_until) : null,
  updatedAt: isoOf(c.updated_at),
})

/** SQL: a case without its place in its script; `c` is cases, `b` its batch. */
const plainCaseColumns = `
  c.id as "caseID", c.case_number as "caseNumber", c.customer_id as "customerID", c.batch_id as "batchID", b.name as "batchName", c.status, ${isoText('c.status_at')} as "statusAt",
  c.result, c.name, coalesce(c.phone, c.mobile) as phone, c.email, c.city, ${openCents('c')} as "outstandingCents",
  c.paid_cents as "paidCents", c.paid_on::text as "paidOn", c.promised_cents as "promisedCents",
  c.promised_on::text as "promisedOn", c.currency, c.barred_on::text as "barredOn", c.attempts, c.last_answer as "lastAnswer",
  c.last_result as "lastResult", case when c.status = 'paused' then ${isoText('c.paused_until')} end as "pausedUntil", ${isoText('c.updated_at')} as "updatedAt"`

/** SQL: a case as lists show it. */
export const caseColumns = `${plainCaseColumns},
  case
    when c.status <> 'closed' then (
      select json_build_object('versionId', r.script_version_id, 'step', r.step, 'state', r.state,
        'dueAt', case when ${inTrial} then ${isoText('r.due_at')} end)
      from case_runs r
      where r.customer_id = c.customer_id and r.case_id = c.id) end as place`

export const caseTables = 'cases c join batches b on b.customer_id = c.customer_id and b.id = c.batch_id'

/** Rows as this caller may see them: who may not see personal data gets each masked by the fields of its own script. */
export async function caseRowsFor(pool: Pool, caller: Caller, found: readonly CaseData[]): Promise<CaseRow[]> {
  const rows: CaseRow[] = []
  for (const { place, ...row } of found) rows.push({ ...row, nextStep: await nextStepOf(pool, row, place) })
  if (maySeePersonalData(caller) || rows.length === 0) return rows
  const defs = await fieldsOfBatches(pool, [...new Set(rows.map(({ batchID }) => batchID))], caller.customerIds)
  return rows.map((row) => maskColumns(row, defs.get(row.batchID) ?? []))
}

/** What the script does next with a case. One that is paused waits for its pause, one that waits for news has no moment. */
export async function nextStepOf(
  pool: Pool,
  { customerID, status }: Pick<CaseRow, 'customerID' | 'status'>,
  place: CasePlace | null,
): Promise<CaseRow['nextStep']> {
  if (place === null || status === 'closed' || place.state === 'finished') return null
  const { stepKind: kind, stepName: name } = await findKnownStep(pool, customerID, place.versionId, place.step)
  const isTimed = status === 'open' && (place.state === 'ready' || place.state === 'sleeping')
  return { kind, name, at: isTimed ? place.dueAt : null }
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
