import type { LastAnswer } from '@regie/contract/last-answer.ts'
import type { Locale } from '@regie/contract/locale.ts'
import type { ResultCode } from '@regie/contract/result-codes.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { lotOf } from '../experiments/choose-variant.ts'
import { recogniseNumbers } from '../contact-facts/recognise-numbers.ts'

/** What the steps of a script need to know of a case. */
export type CaseToRun = {
  customerId: number
  caseId: number
  customerName: string
  caseNumber: string
  name: string
  phone: string | null
  mobile: string | null
  email: string | null
  invoiceNumber: string | null
  locale: Locale
  outstandingCents: number | null
  currency: string
  paymentReference: string
  fields: Record<string, string>
  /** What it draws lots with where a script divides its cases. */
  lot: string
  attempts: number
  lastAnswer: LastAnswer | null
  lastResult: ResultCode | null
  /** False: who was called once and not reached is not called again. */
  redialOn: boolean
  /** A demo of staff: waits last so many seconds at most (null: as they are). Null for every other case. */
  demo: { waitSecondsMax: number | null } | null
}

/** The claimed cases that are still open and still this engine's, locked until their step is saved: whoever closes one waits, or came first. */
export async function lockClaimedCases(
  tx: Transaction,
  engineId: number,
  runs: readonly { customerId: number; caseId: number }[],
): Promise<CaseToRun[]> {
  const { rows } = await sql<Omit<CaseToRun, 'lot'> & { recognises: boolean }>`
    select c.customer_id as "customerId", c.id as "caseId", k.name as "customerName", c.case_number as "caseNumber",
      c.name, c.phone, c.mobile, c.email,
      c.invoice_number as "invoiceNumber", c.locale,
      c.outstanding_cents - least(c.paid_cents, c.outstanding_cents) as "outstandingCents", c.currency,
      c.payment_reference as "paymentReference", c.fields, c.attempts,
      c.last_answer as "lastAnswer", c.last_result as "lastResult",
      b.redial_on as "redialOn", b.number_recognition as recognises,
      case when d.case_id is not null then json_build_object('waitSecondsMax', d.wait_seconds_max) end as demo
    from unnest(${runs.map((run) => run.customerId)}::bigint[],
      ${runs.map((run) => run.caseId)}::bigint[]) as wanted(customer_id, case_id)
    join cases c on c.customer_id = wanted.customer_id and c.id = wanted.case_id
    join case_runs r on r.customer_id = c.customer_id and r.case_id = c.id
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    join customers k on k.id = c.customer_id
    left join demos d on d.customer_id = c.customer_id and d.case_id = c.id
    where c.status = 'open' and r.owner = ${engineId} and r.state <> 'finished'
    order by c.id for no key update of c`.execute(tx)
  return rows.map(({ recognises, ...one }) => ({
    ...one,
    ...recogniseNumbers(one, recognises),
    lot: lotOf(one.caseId),
  }))
}
