import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { confirmComplaintBefore } from '../../contact-permission/working-days.ts'
import type { BatchRef, PastCase } from './insert-batch.ts'

/** Usernames of colleagues with their ids. */
export type UserIds = ReadonlyMap<string, number>

/** Everything that was arranged with debtors: promises and plans, call-backs, complaints, notes, and who is on the blacklist. */
export async function insertArrangements(
  tx: Transaction,
  { customerId }: BatchRef,
  cases: readonly PastCase[],
  userIds: UserIds,
): Promise<void> {
  await insertPromises(tx, customerId, cases)
  const callbacks = rowsOf(cases, ({ callbacks: made }) => made.map((row) => ({ ...row, userId: row.mine ? userIds.get(row.by) : null })))
  await sql`
    insert into callbacks (customer_id, case_id, at, for_user_id, note, by_user, state, created_at)
    select ${customerId}, "caseId", at, "userId", note, by, state, "madeAt"
    from jsonb_to_recordset(${callbacks}::jsonb) as k("caseId" bigint, at timestamptz, "userId" bigint, note text,
      by text, state text, "madeAt" timestamptz)
    order by "madeAt"`.execute(tx)
  const complaints = rowsOf(cases, ({ complaints: made }) =>
    made.map((row) => ({ ...row, confirmBefore: row.kind === 'complaint' ? confirmComplaintBefore(row.at) : null })),
  )
  await sql`
    insert into complaints (customer_id, case_id, kind, text, state, confirm_before, confirmed_at, resolved_at, outcome,
      by_user, at)
    select ${customerId}, "caseId", kind, text, state, "confirmBefore", "confirmedAt", "resolvedAt", outcome, by, at
    from jsonb_to_recordset(${complaints}::jsonb) as x("caseId" bigint, kind text, text text, state text,
      "confirmBefore" timestamptz, "confirmedAt" timestamptz, "resolvedAt" timestamptz, outcome text, by text,
      at timestamptz)
    order by at`.execute(tx)
  const notes = rowsOf(cases, ({ notes: made }) => made.map((row) => ({ ...row, userId: userIds.get(row.by) })))
  await sql`
    insert into case_notes (customer_id, case_id, text, by_user_id, by_user, at)
    select ${customerId}, "caseId", text, "userId", by, at
    from jsonb_to_recordset(${notes}::jsonb) as n("caseId" bigint, text text, "userId" bigint, by text, at timestamptz)
    order by at`.execute(tx)
  await insertListings(tx, customerId, cases)
}

async function insertPromises(tx: Transaction, customerId: number, cases: readonly PastCase[]) {
  const promises = rowsOf(cases, ({ promise }) => (promise ? [promise] : []))
  // A case has one promise at most, so its parts find it by the case.
  await sql`
    with given as materialized (
      select *
      from jsonb_to_recordset(${promises}::jsonb) as p("caseId" bigint, kind text, state text, "endedByClosing" boolean,
        by text, at timestamptz, parts jsonb)
    ), made as (
      insert into payment_promises (customer_id, case_id, kind, state, ended_by_closing, by_user, at)
      select ${customerId}::bigint, "caseId", kind, state, "endedByClosing", by, at
      from given
      order by at
      returning id, case_id
    )
    insert into payment_promise_parts (customer_id, promise_id, no, due, amount_cents, state)
    select ${customerId}::bigint, m.id, q.no, (q.part ->> 'due')::date, (q.part ->> 'cents')::bigint, q.part ->> 'state'
    from made m
    join given g on g."caseId" = m.case_id
    cross join lateral jsonb_array_elements(g.parts) with ordinality as q(part, no)`.execute(tx)
}

async function insertListings(tx: Transaction, customerId: number, cases: readonly PastCase[]) {
  const listings = rowsOf(cases, ({ listings: made, debtor }) =>
    made.flatMap((row) => [
      ...(debtor.mobile ? [{ ...row, kind: 'phone', value: debtor.mobile }] : []),
      ...(debtor.email ? [{ ...row, kind: 'email', value: debtor.email.toLowerCase() }] : []),
    ]),
  )
  await sql`
    insert into blacklist (customer_id, kind, value, reason, retention, added_at, added_by, case_id, expires_at)
    select ${customerId}, kind, value, reason, retention, at, by, "caseId",
      at + case retention when '1y' then interval '1 year' else interval '2 years' end
    from jsonb_to_recordset(${listings}::jsonb) as b("caseId" bigint, kind text, value text, reason text,
      retention text, at timestamptz, by text)
    order by at`.execute(tx)
}

/** The rows of one kind of all cases, each with its case, as JSON. */
function rowsOf<Row extends object>(cases: readonly PastCase[], pick: (history: PastCase['history']) => readonly Row[]): string {
  return JSON.stringify(cases.flatMap(({ caseId, history }) => pick(history).map((row) => ({ caseId, ...row }))))
}
