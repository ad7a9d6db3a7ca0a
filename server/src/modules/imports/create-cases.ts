import { flagEffects, importFlags } from '@regie/contract/import-columns.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import type { FirstStep } from '../case-runs/begin-run.ts'
import { openCents } from '../cases/money/open-amount.ts'
import { insertCases } from '../cases/status/insert-cases.ts'
import { asksAnother, endLinks, lockOpenLinks } from '../payment-links/end-links.ts'
import { confirmComplaintBefore } from '../contact-permission/working-days.ts'

export type CasesToCreate = {
  customerId: number
  importId: number
  checkNo: number
  batchId: number
  firstStep: FirstStep
  fileName: string
  at: Date
  byUser: string | null
}

const effects = importFlags.map((flag) => ({ flag, ...flagEffects[flag] }))
/** SQL: what each flag makes of a case. */
const flagTable = sql`
  unnest(${effects.map(({ flag }) => flag)}::text[], ${effects.map(({ status }) => status)}::text[],
    ${effects.map(({ result }) => result)}::text[], ${effects.map(({ pausedFor }) => pausedFor)}::text[]) as f(flag,
      status, result, paused_for)`

/**
 * Makes cases of a stretch of staged rows. A flag closes or pauses its case at once, a start day pauses it until then; a dispute or complaint stands
 * open. A number that exists meanwhile is skipped; answers how many were made.
 */
export async function createCases(tx: Transaction, cases: CasesToCreate, fromRow: number, toRow: number): Promise<number> {
  const { customerId, importId, checkNo, fileName } = cases
  const made = await insertCases(
    tx,
    { ...cases, event: { event: 'imported', params: { file: fileName } } },
    sql`
      select case_number, coalesce(name, '') as name, phone, mobile, email, city, postcode, invoice_number, locale,
        outstanding_cents, coalesce(currency, 'EUR') as currency, fields, expires_on,
        coalesce(f.status, case when start_on is null then 'open' else 'paused' end) as status,
        case when f.status = 'closed' then f.result end as result, f.result as last_result,
        case when r.flag is not null then f.paused_for when start_on is not null then 'start' end as paused_for,
        case when r.flag is null then start_on::timestamp at time zone 'Europe/Amsterdam' end as paused_until,
        row_no as position, priority
      from import_rows r
      left join ${flagTable} on f.flag = r.flag
      where r.customer_id = ${customerId} and r.import_id = ${importId} and r.check_no = ${checkNo}
        and r.row_no between ${fromRow} and ${toRow}
        and r.faults is null and r.updates_case is null`,
  )
  return made.length
}

/** What the flags of a stretch of staged rows add to the cases that were made of it: the line that names the flag, and open disputes and complaints. */
export async function addFlags(tx: Transaction, cases: CasesToCreate, fromRow: number, toRow: number): Promise<void> {
  const { customerId, importId, checkNo, batchId, at, byUser, fileName } = cases
  const confirmBefore = confirmComplaintBefore(at)
  // Only this import puts cases into its batch, so a number that was skipped is not found there.
  await sql`
    with flagged as materialized (
      select c.id, r.flag, c.paused_for
      from import_rows r
      join cases c on c.customer_id = r.customer_id and c.case_number = r.case_number and c.batch_id = ${batchId}
      where r.customer_id = ${customerId} and r.import_id = ${importId} and r.check_no = ${checkNo}
        and r.row_no between ${fromRow} and ${toRow}
        and r.flag is not null and r.faults is null and r.updates_case is null
    ), complained as (
      insert into complaints (customer_id, case_id, kind, text, by_user, confirm_before)
      select ${customerId}::bigint, id, paused_for, ${fileName}::text, ${byUser ?? ''}::text,
        case when paused_for = 'complaint' then ${confirmBefore}::timestamptz end
      from flagged
      where paused_for in ('dispute', 'complaint')
    )
    select record_timeline(array[${customerId}::bigint], array_agg(id), array['importFlagged'],
      array_agg(jsonb_build_object('flag', flag, 'file', ${fileName}::text)),
      array[${at}::timestamptz], array[${byUser}::text])
    from flagged`.execute(tx)
}

/** Takes over the changed amounts of a stretch of staged rows, where the case still has the amount that was shown; links for the old amount end. Answers how many. */
export async function takeOverAmounts(tx: Transaction, cases: CasesToCreate, fromRow: number, toRow: number): Promise<number> {
  const { customerId, importId, checkNo } = cases
  const mentioned = sql`
    select updates_case
    from import_rows
    where import_id = ${importId}
      and check_no = ${checkNo}
      and row_no between ${fromRow} and ${toRow}
      and faults is null
      and updates_case is not null`
  await lockOpenLinks(tx, customerId, mentioned)
  const { rows } = await sql<{ changed: number[] | null }>`
    with wanted as materialized (
      select updates_case, outstanding_cents, old_cents, fields
      from import_rows
      where customer_id = ${customerId}
        and import_id = ${importId}
        and check_no = ${checkNo}
        and row_no between ${fromRow} and ${toRow}
        and faults is null
        and updates_case is not null
    ), changed as (
      update cases c
      -- The file says what is still open; the claim of the case is that and what was paid.
      set outstanding_cents = r.outstanding_cents + c.paid_cents,
        fields = c.fields || jsonb_build_object('openstaand',
          ((r.outstanding_cents + c.paid_cents) / 100.0)::numeric(14, 2)::text),
        version = c.version + 1, updated_at = now()
      from wanted r
      where c.customer_id = ${customerId}
          and c.id = r.updates_case
          and ${sql.raw(openCents('c'))} = r.old_cents
          and c.status <> 'closed'
      returning c.id, r.old_cents, r.outstanding_cents as new_cents
    ), recorded as (
      select record_timeline(array[${customerId}::bigint], array_agg(id), array['amountTakenOver'],
        array_agg(jsonb_build_object('oldCents', old_cents, 'newCents', new_cents, 'file', ${cases.fileName}::text)),
        users => array[${cases.byUser}::text])
      from changed
    )
    select (select array_agg(id) from changed) as changed from recorded`.execute(tx)
  const changed = rows[0]?.changed ?? []
  // The next step that needs a link makes one for the new amount.
  const outdated = sql`l.case_id = any(${changed}::bigint[]) and ${asksAnother}`
  await endLinks(tx, { customerId, why: 'amountChanged', at: new Date(), byUser: cases.byUser }, outdated)
  return changed.length
}

/** Links the cases of an import to those that they name, of the same file or from before. */
export async function linkCases(tx: Transaction, { customerId, importId, checkNo, batchId }: CasesToCreate): Promise<void> {
  // The pairs first, by the index of case numbers: the rows came a moment ago, and the planner does not know yet how few name another case.
  await sql`
    with named as materialized (
      select case_number, linked_number
      from import_rows
      where customer_id = ${customerId} and import_id = ${importId} and check_no = ${checkNo} and faults is null
        and linked_number is not null
    ), pairs as materialized (
      select
        (select id from cases where customer_id = ${customerId} and case_number = n.case_number) as id,
        (select id from cases where customer_id = ${customerId} and case_number = n.linked_number) as linked
      from named n
    )
    update cases c
    set linked_case_id = p.linked
    from pairs p
    where c.customer_id = ${customerId} and c.id = p.id and c.batch_id = ${batchId} and p.linked <> p.id`.execute(tx)
}

type Asked = { flags: boolean; amounts: boolean; links: boolean }

/** Which of the rarer things the staged rows ask for, so that nothing is looked for that no row has. */
export async function findAsked(tx: Transaction, { customerId, importId, checkNo }: CasesToCreate): Promise<Asked> {
  const { rows } = await sql<Asked>`
    select coalesce(bool_or(flag is not null), false) as flags,
      coalesce(bool_or(updates_case is not null), false) as amounts,
      coalesce(bool_or(linked_number is not null), false) as links
    from import_rows
    where customer_id = ${customerId} and import_id = ${importId} and check_no = ${checkNo} and faults is null`.execute(tx)
  return rows[0] ?? { flags: false, amounts: false, links: false }
}
