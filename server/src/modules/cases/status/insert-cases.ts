import type { TimelineEvent } from '@regie/contract/timeline-events.ts'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { findFirstStep, type FirstStep, runsOfNewCases } from '../../case-runs/begin-run.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { refreshUnreachable } from '../../case-runs/refresh-unreachable.ts'
import { recordForAll } from '../../timeline/record-timeline.ts'
import { publishCaseChanged } from '../case-changes.ts'
import type { FieldColumns } from '../case-from-fields.ts'
import type { Transition } from './case-transitions.ts'

// The one writer of new cases: their first status, their runs and the first lines of their timelines in one statement, so that the counters of a batch
// are touched once. A number that the customer has already is skipped.

export type NewCases = Omit<Transition, 'caseIds'> & { batchId: number; firstStep: FirstStep; event: TimelineEvent }

/**
 * Makes cases of what `source` selects: the columns of a case that its fields decide, `case_number`, `fields`, `currency`, `expires_on`, `status`,
 * `result`, `last_result`, `paused_for`, `paused_until`, and `position` (their order) and `priority`. Answers their ids.
 */
export async function insertCases(tx: Transaction, cases: NewCases, source: RawBuilder<unknown>): Promise<number[]> {
  const { customerId, batchId, at, byUser, firstStep, event } = cases
  const begun = sql`
      select made.id, made.status, (rare.priorities ->> made.case_number)::int as priority
      from made, rare`
  // No join of the made cases with their source: an import staged its rows a moment ago, the planner expects one of them, and would compare each
  // with each. Materialized for the same reason: else the priorities are gathered anew for each case (20,000 rows: 35 s of processor time in place of 4 s).
  const { rows } = await sql<{ ids: number[] | null }>`
    with given as materialized (${source}
    ), rare as materialized (
      select coalesce(jsonb_object_agg(case_number, priority) filter (where priority is not null), '{}') as priorities
      from given
    ), made as (
      insert into cases (customer_id, batch_id, case_number, name, phone, mobile, email, city, postcode,
        invoice_number, locale, outstanding_cents, currency, fields, expires_on, status, result, last_result,
        paused_for, paused_until, status_at, created_at, updated_at)
      select ${customerId}::bigint, ${batchId}::bigint, case_number, name, phone, mobile, email, city, postcode,
        invoice_number, locale, outstanding_cents, currency, fields, expires_on, status, result, last_result,
        paused_for, paused_until, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
      from given
      order by position
      on conflict (customer_id, case_number) do nothing
      returning id, case_number, status
    ), runs as (${runsOfNewCases({ customerId, batchId, at }, firstStep, begun)}
    ), recorded as (
      select ${recordForAll({ customerId, at, byUser, ...event }, sql`array_agg(id)`)} as line
      from made
    )
    select (select array_agg(id order by id) from made) as ids
    from recorded`.execute(tx)
  const ids = rows[0]?.ids ?? []
  if (ids.length > 0) await refreshUnreachable(tx, customerId, ids, at)
  return ids
}

export type NewCase = FieldColumns & { case_number: string; fields: Record<string, string> }

/** Makes one open case, which the engine takes at once. */
export async function insertCase(
  tx: Transaction,
  { batchId, customerId, ...rest }: Omit<NewCases, 'firstStep'>,
  newCase: NewCase,
): Promise<number> {
  const firstStep = await findFirstStep(tx, { customerId, batchId })
  const [caseId] = await insertCases(
    tx,
    { customerId, batchId, firstStep, ...rest },
    sql`
      select c.case_number, c.name, c.phone, c.mobile, c.email, c.city, c.postcode, c.invoice_number, c.locale,
        c.outstanding_cents, 'EUR' as currency, c.fields, c.expires_on, 'open' as status, c.result, c.last_result,
        c.paused_for, c.paused_until, 1 as position, null::int as priority
      from jsonb_populate_record(null::cases, ${JSON.stringify(newCase)}::jsonb) c`,
  )
  if (caseId === undefined) throw new AppError('case.numberTaken', { field: 'dossiernummer' })
  await publishCaseChanged(tx, { customerId, caseId, batchId })
  await notifyEngine(tx)
  return caseId
}
