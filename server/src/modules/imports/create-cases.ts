import { flagEffects, importFlags } from '@regie/contract/import-columns.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { openCents } from '../cases/money/open-amount.ts'
import { endLinks, lockOpenLinks } from '../payment-links/end-links.ts'
import { confirmComplaintBefore } from '../contact-permission/working-days.ts'

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

const effects = importFlags.map((flag) => ({ flag, ...flagEffects[flag] }))
/** SQL: what each flag makes of a case. */
const flagTable = sql`
  unnest(${effects.map(({ flag }) => flag)}::text[], ${effects.map(({ status }) => status)}::text[],
    ${effects.map(({ result }) => result)}::text[], ${effects.map(({ pausedFor }) => pausedFor)}::text[]) as f(flag,
      status, result, paused_for)`

/**
 * Makes cases of a stretch of staged rows, with their runs and the first line of their timelines. A flag closes or pauses its case at once, a start
 * day pauses it until then; a dispute or complaint stands open. A number that exists meanwhile is skipped; answers how many were made.
 */
export async function createCases(tx: Transaction, cases: CasesToCreate, fromRow: number, toRow: number): Promise<number> {
  const { customerId, importId, checkNo, batchId } = cases
  const by = cases.byUser ?? ''
  const confirmBefore = confirmComplaintBefore(new Date())
  // No join of the made cases with the staged rows: those came a moment ago, the planner expects one of them, and would compare each with each.
  const { rows } = await sql<{ made: number }>`
    with staged as (
      select r.*, f.status as flag_status, f.result as flag_result, f.paused_for as flag_pause,
        r.start_on::timestamp at time zone 'Europe/Amsterdam' as starts_at
      from import_rows r
      left join ${flagTable} on f.flag = r.flag
      where r.customer_id = ${customerId} and r.import_id = ${importId} and r.check_no = ${checkNo}
        and r.row_no between ${fromRow} and ${toRow}
        and r.reason is null and r.updates_case is null
    ), rare as (
      select coalesce(jsonb_object_agg(case_number, priority) filter (where priority is not null), '{}') as priorities,
        coalesce(jsonb_object_agg(case_number, flag) filter (where flag is not null), '{}') as flags
      from staged
    ), made as (
      insert into cases (customer_id, batch_id, case_number, name, phone, mobile, email, city, postcode,
        invoice_number, locale,
        outstanding_cents, currency, fields, expires_on, status, result, last_result, paused_for, paused_until)
      select ${customerId}::bigint, ${batchId}::bigint, case_number, coalesce(name, ''), phone, mobile, email, city,
        postcode, invoice_number,
        locale, outstanding_cents, coalesce(currency, 'EUR'), fields, expires_on,
        coalesce(flag_status, case when starts_at is null then 'open' else 'paused' end),
        case when flag_status = 'closed' then flag_result end, flag_result,
        case when flag is not null then flag_pause when starts_at is not null then 'start' end,
        case when flag is null then starts_at end
      from staged
      order by row_no
      on conflict (customer_id, case_number) do nothing
      returning id, case_number, status, paused_for
    ), runs as (
      insert into case_runs (customer_id, case_id, batch_id, script_version_id, step, state, due_at)
      -- Of cases that came together the more urgent is taken first; 5 is what everybody has.
      select ${customerId}::bigint, made.id, ${batchId}::bigint, ${cases.scriptVersionId}::bigint,
        ${cases.firstStep}::text,
        case when made.status = 'closed' then 'finished' else 'ready' end,
        now() - make_interval(secs => 9 - coalesce((rare.priorities ->> made.case_number)::int, 5))
      from made, rare
    ), complained as (
      insert into complaints (customer_id, case_id, kind, text, by_user, confirm_before)
      select ${customerId}::bigint, made.id, made.paused_for, ${cases.fileName}::text, ${by}::text,
        case when made.paused_for = 'complaint' then ${confirmBefore}::timestamptz end
      from made
      where made.paused_for in ('dispute', 'complaint')
    ), imported as (
      select record_timeline(array[${customerId}::bigint], array_agg(id), array['imported'],
        array[jsonb_build_object('file', ${cases.fileName}::text)],
        users => array[${cases.byUser}::text])
      from made
    ), flagged as (
      select record_timeline(array[${customerId}::bigint], array_agg(made.id), array['importFlagged'],
        array_agg(jsonb_build_object('flag', rare.flags ->> made.case_number, 'file', ${cases.fileName}::text)),
        users => array[${cases.byUser}::text])
      from made, rare
      where rare.flags ? made.case_number
    )
    select (select count(*) from made) as made from imported, flagged`.execute(tx)
  return rows[0]?.made ?? 0
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
      and reason is null
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
        and reason is null
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
  const outdated = sql`l.case_id = any(${changed}::bigint[])`
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
      where customer_id = ${customerId} and import_id = ${importId} and check_no = ${checkNo} and reason is null
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

/** Which of the rarer things the staged rows ask for, so that nothing is looked for that no row has. */
export async function findAsked(
  tx: Transaction,
  { customerId, importId, checkNo }: CasesToCreate,
): Promise<{ amounts: boolean; links: boolean }> {
  const { rows } = await sql<{ amounts: boolean; links: boolean }>`
    select coalesce(bool_or(updates_case is not null), false) as amounts,
      coalesce(bool_or(linked_number is not null), false) as links
    from import_rows
    where customer_id = ${customerId} and import_id = ${importId} and check_no = ${checkNo} and reason is null`.execute(tx)
  return rows[0] ?? { amounts: false, links: false }
}
