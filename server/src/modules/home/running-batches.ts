import type { BatchRow } from '@regie/contract/batches.ts'
import type { HomeAttention, HomeBatch } from '@regie/contract/home.ts'
import { stepName } from '@regie/contract/scripts.ts'
import type { Pool } from 'pg'
import { isoText, prepared } from '../../platform/db/prepared.ts'
import { type BatchesAnswer, batchesJson } from '../batches/batch-data.ts'
import { withMoney } from '../batches/batch-money.ts'
import { batchRowsOf } from '../batches/batch-rows.ts'
import type { HomeScope } from './home-scope.ts'

// Of so many one looks whether they stand still; of more the newest.
const lookedAt = 200
const shownMax = 8

const { with: page, columns } = batchesJson({
  page: `
    select *
    from batches
    where customer_id = $1 and not is_demo and ($2::bigint is null or script_id = $2)
      and (status = 'open' or status = 'paused' and trial ->> 'state' = 'stopped')
    order by id desc
    limit ${lookedAt}`,
})
const openBatches = prepared<BatchesAnswer & { some: boolean }>(
  'home-batches',
  `with ${page}
  select ${columns},
    exists (select from batches where customer_id = $1 and not is_demo and ($2::bigint is null or script_id = $2)) as some`,
)

/** The batches that run or stopped by themselves; `some` says whether there are any others. */
export async function listOpenBatches(pool: Pool, { customerId, scriptId }: HomeScope, now: Date) {
  const [answer] = await openBatches(pool, [customerId, scriptId])
  return { rows: answer ? batchRowsOf(answer, now) : [], some: answer?.some ?? false }
}

/** Those that go on no more by themselves, and why. What waits for its hour or its next date is none of them. */
export function stalledOf(batches: readonly BatchRow[]): HomeAttention['stalled'] {
  return batches.flatMap((batch) => {
    const reason = stalledBy(batch)
    const { batchID, name, scriptID } = batch
    return reason === null ? [] : [{ batchID, name, scriptID, reason }]
  })
}

function stalledBy({ trial, standstill, counts, lines, status }: BatchRow): HomeAttention['stalled'][number]['reason'] | null {
  if (trial?.state === 'stopped' && status === 'paused') return 'trialStopped'
  if (counts.open === 0) return null
  if (standstill?.reason === 'scriptInactive') return 'scriptInactive'
  if (standstill?.reason === 'nothingDue' && standstill.at === null) return 'nothingDue'
  return lines.max === 0 ? 'noLines' : null
}

type FoundStep = { at: string; step: { kind: string; key: string; name?: string } }
type Details = { batchID: number; nextStep: FoundStep | null }
const detailsOf = prepared<Details>(
  'home-batch-details',
  `select b.id as "batchID", n.step as "nextStep"
  from batches b
  left join lateral (
    select json_build_object('at', ${isoText('r.due_at')}, 'step', (
        select e - 'settings'
        from jsonb_array_elements(v.steps) e
        where e ->> 'key' = r.step)) as step
    from (
      select script_version_id, step, due_at
      from case_runs
      where customer_id = b.customer_id and batch_id = b.id and state in ('ready', 'sleeping') and owner is null
      order by due_at
      limit 1) r
    join script_versions v on v.customer_id = b.customer_id and v.id = r.script_version_id) n on true
  where b.customer_id = $1 and b.id = any($2::bigint[])`,
)

/** The batches that run and what they do next: what is at work first, then what goes on soonest. */
export async function withDetails(
  pool: Pool,
  customerId: number,
  batches: readonly BatchRow[],
  maySeeMoney: boolean,
): Promise<HomeBatch[]> {
  const shown = batches
    .filter(({ status, counts }) => status === 'open' && counts.total > counts.closed)
    .toSorted((one, other) => goesOnAt(one) - goesOnAt(other) || other.batchID - one.batchID)
    .slice(0, shownMax)
  const details = await detailsOf(pool, [customerId, shown.map(({ batchID }) => batchID)])
  const rows = maySeeMoney ? await withMoney(pool, shown) : shown
  const of = new Map(details.map((one) => [one.batchID, one]))
  return rows.map((batch) => {
    const { nextStep = null } = of.get(batch.batchID) ?? {}
    return { batch, nextStep: nextStepOf(nextStep) }
  })
}

const nextStepOf = (found: FoundStep | null): HomeBatch['nextStep'] =>
  found && { kind: found.step.kind, name: stepName(found.step), at: found.at }

// What stands still with no end in view comes last.
function goesOnAt({ standstill }: BatchRow): number {
  if (standstill === null) return 0
  return standstill.at === null ? Number.MAX_SAFE_INTEGER : Date.parse(standstill.at)
}
