import type { BatchStatus, BatchTrial } from '@regie/contract/batches.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { OpeningRules } from '../contact-permission/time-window.ts'
import { type OpeningJson, openingJson, readOpening } from '../hours/opening-json.ts'
import { findPaced, mayBegin } from '../dialing/paced-scripts.ts'
import { batchWorks, linesOfBatches, scriptWorks } from '../case-runs/run-selection.ts'

/** A batch as the funnel looks at it; its numbers are the kept counters. */
export type FunnelBatch = {
  batchId: number
  status: BatchStatus
  pausedUntil: Date | null
  /** By the engine's own words (run-selection.ts). */
  works: boolean
  trial: BatchTrial | null
  trialUntilCase: number | null
  dialerOn: boolean
  /** Reaches only its own user, so that no hour holds it. */
  isDemo: boolean
  ownLines: number | null
  linesUsed: number
  open: number
  closed: number
  paused: number
}
type FunnelScript = {
  scriptId: number
  works: boolean
  maxLines: number
  linesUsed: number
  /** How many calls it may begin for its agents; null where it dials by its lines. */
  mayBegin: number | null
  opening: OpeningRules
}
export type Funnel = { customerId: number; script: FunnelScript; batches: FunnelBatch[] }

/** What of a script is looked at: one batch, or all but those of demos. */
export type FunnelScope = { customerId: number; scriptId: number; batchId: number | null }

/** The script and its batches, with what decides whether an engine looks at their cases. */
export async function findFunnel(db: Db, { customerId, scriptId, batchId }: FunnelScope, now: Date): Promise<Funnel> {
  const { rows: scripts } = await sql<Omit<FunnelScript, 'opening' | 'linesUsed' | 'mayBegin'> & { opening: OpeningJson }>`
    select s.id as "scriptId", ${scriptWorks} as works, s.max_lines as "maxLines",
      ${sql.raw(openingJson('s', 'k'))} as opening
    from scripts s join customers k on k.id = s.customer_id
    where s.customer_id = ${customerId} and s.id = ${scriptId}`.execute(db)
  const { rows: lines } = await sql<{ batchId: number; used: number }>`
    select u.batch_id as "batchId", count(*)::int as used
    from (${linesOfBatches}) u join batches b on b.customer_id = u.customer_id and b.id = u.batch_id
    where b.customer_id = ${customerId} and b.script_id = ${scriptId} group by u.batch_id`.execute(db)
  const { rows } = await sql<Omit<FunnelBatch, 'linesUsed'>>`
    select b.id as "batchId", b.status, b.paused_until as "pausedUntil", ${batchWorks} as works, b.trial,
      b.trial_until_case as "trialUntilCase",
      b.dialer_on as "dialerOn", b.is_demo as "isDemo", b.own_lines as "ownLines", k.open, k.closed, k.paused
    from batches b join batch_counters k on k.customer_id = b.customer_id and k.batch_id = b.id
    where b.customer_id = ${customerId}
      and b.script_id = ${scriptId}
      and (b.id = ${batchId} or (${batchId}::bigint is null and not b.is_demo))`.execute(db)
  const [script] = scripts
  if (!script) throw new Error(`there is no script ${scriptId}`)
  const usedBy = new Map(lines.map((line) => [line.batchId, line.used]))
  const linesUsed = lines.reduce((sum, line) => sum + line.used, 0)
  const begins = mayBegin(await findPaced(db, [customerId], now))
  return {
    customerId,
    script: { ...script, linesUsed, mayBegin: begins.get(scriptId) ?? null, opening: readOpening(script.opening) },
    batches: rows.map((batch) => ({ ...batch, linesUsed: usedBy.get(batch.batchId) ?? 0 })),
  }
}
