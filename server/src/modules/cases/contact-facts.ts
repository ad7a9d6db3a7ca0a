import type { BatchStatus } from '@regie/contract/batches.ts'
import type { CaseStatus } from '@regie/contract/cases.ts'
import type { ComplianceProfileName } from '@regie/contract/customers.ts'
import type { TimeWindow } from '@regie/contract/time-windows.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { complianceProfile } from '../contact-permission/compliance-profile.ts'
import type { ContactFacts } from '../contact-permission/contact-permission.ts'
import { windowsJson } from '../scripts/windows-json.ts'

// A bank session lasts 15 minutes; five more for the news to arrive.
export const bankSessionMinutes = 20

export type FactsRow = {
  case_id: number
  batch_id: number
  script_id: number
  case_status: CaseStatus
  case_paused_until: Date | null
  batch_status: BatchStatus
  batch_paused_until: Date | null
  script_active: boolean
  always_open: boolean
  profile: ComplianceProfileName
  windows: TimeWindow[]
  phone: string | null
  mobile: string | null
  email: string | null
  bank_opened_at: Date | null
  in_progress: boolean
}

type BatchRow = Pick<
  FactsRow,
  'batch_id' | 'script_id' | 'batch_status' | 'batch_paused_until' | 'script_active' | 'always_open' | 'profile' | 'windows'
>
type CaseRow = Omit<FactsRow, Exclude<keyof BatchRow, 'batch_id'>> & { customer_id: number }

/** Gathers what contactPermission() needs, for many cases of any customers at once. Read it in the transaction that acts on it. */
export async function findContactFacts(
  db: Db,
  providers: ContactFacts['providers'],
  cases: readonly { customerId: number; caseId: number }[],
): Promise<Map<number, ContactFacts>> {
  const { rows } = await sql<CaseRow>`
    select c.id as case_id, c.customer_id, c.batch_id, c.status as case_status, c.paused_until as case_paused_until, c.phone, c.mobile, c.email, p.bank_opened_at, coalesce(p.in_progress, false) as in_progress
    from unnest(${cases.map((c) => c.customerId)}::bigint[], ${cases.map((c) => c.caseId)}::bigint[]) as wanted(customer_id, case_id)
    join cases c on c.customer_id = wanted.customer_id and c.id = wanted.case_id
    left join lateral (
      select max(bank_opened_at) filter (where state = 'bank_opened') as bank_opened_at, bool_or(state = 'in_progress') as in_progress
      from payment_links where customer_id = c.customer_id and case_id = c.id and state in ('bank_opened', 'in_progress')) p on true`.execute(
    db,
  )
  const batches = await findBatchRows(db, rows)
  return new Map(
    rows.flatMap((row) => {
      const batch = batches.get(row.batch_id)
      return batch ? [[row.case_id, factsOf({ ...row, ...batch }, providers)]] : []
    }),
  )
}

/** What their batches, scripts and customers say, once for each batch: read with every case it cost three times what the cases cost. */
async function findBatchRows(db: Db, cases: readonly CaseRow[]): Promise<Map<number, BatchRow>> {
  const customerOf = new Map(cases.map((row) => [row.batch_id, row.customer_id]))
  const { rows } = await sql<BatchRow>`
    select b.id as batch_id, b.script_id, b.status as batch_status, b.paused_until as batch_paused_until,
      s.active as script_active, s.always_open, k.compliance_profile as profile, ${sql.raw(windowsJson('s'))} as windows
    from unnest(${[...customerOf.values()]}::bigint[], ${[...customerOf.keys()]}::bigint[]) as wanted(customer_id, batch_id)
    join batches b on b.customer_id = wanted.customer_id and b.id = wanted.batch_id
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
    join customers k on k.id = b.customer_id`.execute(db)
  return new Map(rows.map((row) => [row.batch_id, row]))
}

/** The facts of one case, from a row with the columns of findContactFacts. */
export function factsOf(row: FactsRow, providers: ContactFacts['providers']): ContactFacts {
  return {
    profile: complianceProfile[row.profile],
    alwaysOpen: row.always_open,
    windows: row.windows,
    caseStatus: row.case_status,
    casePausedUntil: row.case_paused_until,
    batchStatus: row.batch_status,
    batchPausedUntil: row.batch_paused_until,
    scriptActive: row.script_active,
    phone: row.phone,
    mobile: row.mobile,
    email: row.email,
    providers,
    paymentUnderWay: paymentUnderWay(row),
  }
}

function paymentUnderWay(row: FactsRow): ContactFacts['paymentUnderWay'] {
  if (row.in_progress) return { until: null }
  return row.bank_opened_at && { until: new Date(row.bank_opened_at.getTime() + bankSessionMinutes * 60_000) }
}
