import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { refreshUnreachable } from './refresh-unreachable.ts'

/**
 * Puts a case at the first step of the version that lives now in its batch's script, due at once; one that has a run begins anew. The number of the
 * step goes on counting: nothing that is sent again gets the key of what was sent before.
 */
export async function beginRun(
  tx: Transaction,
  { customerId, caseId, batchId }: { customerId: number; caseId: number; batchId: number },
  at: Date,
): Promise<void> {
  await sql`
    insert into case_runs (customer_id, case_id, batch_id, script_version_id, step, due_at)
    select ${customerId}, ${caseId}, ${batchId}, v.id, v.steps -> 0 ->> 'key', ${at}
    from batches b join scripts s on s.customer_id = b.customer_id and s.id = b.script_id
    join script_versions v on v.customer_id = s.customer_id and v.id = s.live_version_id
    where b.customer_id = ${customerId} and b.id = ${batchId}
    on conflict (customer_id, case_id)
    do update
    set script_version_id = excluded.script_version_id, step = excluded.step, step_no = case_runs.step_no + 1,
      state = 'ready', waiting_for = null, owner = null, claimed_at = null, due_at = excluded.due_at, held = null`.execute(tx)
  await refreshUnreachable(tx, customerId, [caseId], at)
}

type BatchRef = { customerId: number; batchId: number }
export type FirstStep = { scriptVersionId: number; step: string }

/** Where new cases of a batch begin: the first step of the version that lives now in its script. */
export async function findFirstStep(tx: Transaction, { customerId, batchId }: BatchRef): Promise<FirstStep> {
  return tx
    .selectFrom('batches as b')
    .innerJoin('scripts as s', (join) => join.onRef('s.customer_id', '=', 'b.customer_id').onRef('s.id', '=', 'b.script_id'))
    .innerJoin('script_versions as v', (join) => join.onRef('v.customer_id', '=', 's.customer_id').onRef('v.id', '=', 's.live_version_id'))
    .select(['v.id as scriptVersionId', sql<string>`v.steps -> 0 ->> 'key'`.as('step')])
    .where('b.customer_id', '=', customerId)
    .where('b.id', '=', batchId)
    .executeTakeFirstOrThrow()
}

/** SQL that gives new cases their runs, for the statement that makes them. `newCases` selects `id`, `status` and `priority`. */
export function runsOfNewCases(
  { customerId, batchId, at }: BatchRef & { at: Date },
  { scriptVersionId, step }: FirstStep,
  newCases: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // Of cases that came together the more urgent is taken first; 5 is what everybody has.
  return sql`
      insert into case_runs (customer_id, case_id, batch_id, script_version_id, step, state, due_at)
      select ${customerId}::bigint, id, ${batchId}::bigint, ${scriptVersionId}::bigint, ${step}::text,
        case when status = 'closed' then 'finished' else 'ready' end,
        ${at}::timestamptz - make_interval(secs => 9 - coalesce(priority, 5))
      from (${newCases}) c`
}
