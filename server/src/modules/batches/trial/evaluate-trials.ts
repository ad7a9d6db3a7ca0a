import type { BatchTrial } from '@regie/contract/batches.ts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { changeBatch, type LockedBatch, selectBatchForUpdate, recordForCases } from '../batch-changes.ts'
import { evaluateTrial, type TrialCount } from './trial-verdict.ts'

/** Looks at the open batches that try themselves: they go on waiting, go on with all their cases, or stop. Answers how many were evaluated. */
export async function evaluateTrials(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select id from batches where trial_until_case is not null and status = 'open' order by id`.execute(db)
  let evaluated = 0
  for (const { id } of rows) if (await db.transaction().execute((tx) => evaluateOne(tx, id, now))) evaluated++
  return evaluated
}

async function evaluateOne(tx: Transaction, batchId: number, now: Date): Promise<boolean> {
  // Where another engine looks, this one does not.
  const { rows } = await sql<{ trial: BatchTrial }>`
    select trial
    from batches
    where id = ${batchId} and trial_until_case is not null and status = 'open'
    for update skip locked`.execute(tx)
  const before = rows[0]?.trial
  if (!before) return false
  const batch = await selectBatchForUpdate(tx, batchId)
  const after = evaluateTrial(before, await countTrial(tx, batch, before, now), now)
  if (JSON.stringify(after) === JSON.stringify(before)) return false
  const trial = JSON.stringify(after)
  if (after.state === 'stopped') {
    await changeBatch(tx, batch, { trial, trial_until_case: null, status: 'paused', paused_until: null })
    await recordForCases(tx, batch, { event: 'batchPaused', at: now, user: null })
  } else if (after.state === 'passed') {
    await changeBatch(tx, batch, { trial, trial_until_case: null })
    await notifyEngine(tx)
  } else await changeBatch(tx, batch, { trial })
  return after.state === 'stopped' || after.state === 'passed'
}

/** What became of the cases that take part, since the trial began. */
async function countTrial(tx: Transaction, { id, customerId, trialUntilCase }: LockedBatch, { startedAt }: BatchTrial, now: Date) {
  const { rows } = await sql<TrialCount>`
    select count(*) filter (where tried or listed)::int as tried, count(*) filter (where failed)::int as failed,
      count(*) filter (where bounced)::int as bounced,
      count(*) filter (where listed)::int as blacklisted, count(*) filter (where complained)::int as complaints,
      count(*) filter (where not tried and not listed and status = 'open' and run_state <> 'finished')::int as untried
    from (
      select c.status, coalesce(r.state, 'finished') as run_state, coalesce(m.tried, false) as tried, m.failed,
        m.bounced,
        exists (select from blacklist l
          where l.customer_id = c.customer_id and (l.expires_at is null or l.expires_at > ${now})
          and (l.kind, l.value) in (('phone', c.phone), ('phone', c.mobile), ('email', lower(c.email)))) as listed,
        exists (select from complaints k
          where k.customer_id = c.customer_id and k.case_id = c.id and k.kind = 'complaint'
            and k.at >= ${startedAt}::timestamptz) as complained
      from cases c
      left join case_runs r on r.customer_id = c.customer_id and r.case_id = c.id
      left join lateral (
        select bool_or(state in ('sent', 'failed', 'refused', 'unknown')) as tried,
          bool_or(state in ('failed', 'refused', 'unknown') or (channel <> 'email' and delivery = 'failed')) as failed,
          bool_or(channel = 'email' and delivery = 'failed') as bounced
        from communications
        where customer_id = c.customer_id and case_id = c.id and queued_at >= ${startedAt}::timestamptz) m on true
      where c.customer_id = ${customerId} and c.batch_id = ${id} and c.id <= ${trialUntilCase}
        and not (c.status = 'closed' and c.status_at < ${startedAt}::timestamptz)) t`.execute(tx)
  return rows[0] ?? { tried: 0, untried: 0, failed: 0, bounced: 0, blacklisted: 0, complaints: 0 }
}
