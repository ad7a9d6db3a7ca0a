import { sql } from 'kysely'

/**
 * Which cases an engine takes, in words that the engine (claim-next-cases.ts, open-batches.ts) and the funnel (why-counts.ts, place-of-case.ts) share:
 * so the answer to "why does nothing happen?" cannot disagree with what happens. Aliases: `b` batches, `s` scripts, `c` cases, `r` case_runs.
 */
export const batchWorks = sql<boolean>`b.status = 'open'`
export const scriptWorks = sql<boolean>`s.active`
export const caseWorks = sql<boolean>`c.status = 'open'`

/** Its next step is for time to bring, and no engine holds it. */
export const isFree = sql<boolean>`r.state in ('ready', 'sleeping') and r.owner is null`

/** Its moment has come. */
export const isDue = (now: Date) => sql<boolean>`r.due_at <= ${now}`

/** While a batch tries itself with its first cases, the others wait, but for those that were contacted before the trial was put back. Also as plain SQL. */
export const inTrial = '(b.trial_until_case is null or r.case_id <= b.trial_until_case or r.passes_trial)'
export const isInTrial = sql.raw<boolean>(inTrial)

/** Of cases, which may have no run: does this one wait for the end of the trial? */
export const waitsForTrial = sql<boolean>`(c.id > b.trial_until_case and not exists (
  select
  from case_runs p
  where p.customer_id = b.customer_id and p.batch_id = b.id and p.case_id = c.id and p.passes_trial))`

/** SQL: a row for each line in use, with its batch: calls that an engine holds, and those that ring or are talked on. */
export const linesOfBatches = sql`
  select customer_id, batch_id from outbox where uses_capacity and channel = 'call' and state <> 'queued'
  union all
  select customer_id, batch_id from communications where in_air and not inbound`
