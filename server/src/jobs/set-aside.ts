import type { JobSetAside } from '@regie/contract/system.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { isJobName, jobEntry, mayTryAgain } from './job-catalogue.ts'

/** Why a job is not tried any more. */
export type SetAsideReason = JobSetAside['reason']

/** An engine begins a job. Answers how many processes died on it before: they were at work on it when their lease ended. */
export async function beginRun(db: Db, key: string, engineId: number): Promise<number> {
  const { rows } = await sql<{ deaths: number }>`
    insert into job_runs as r (job_key, engine_id) values (${key}, ${engineId})
    on conflict (job_key) do update set
      deaths = r.deaths + (
        r.engine_id is not null and r.engine_id <> excluded.engine_id
        and not exists (select from engines e where e.id = r.engine_id and e.lease_until > now()))::int,
      engine_id = excluded.engine_id, started_at = now()
    returning deaths`.execute(db)
  return rows[0]?.deaths ?? 0
}

/** An attempt ended, well or not, and its process lives. */
export async function endRun(db: Db, key: string): Promise<void> {
  await sql`update job_runs set engine_id = null where job_key = ${key}`.execute(db)
}

/** An engine stops in order: what it does not finish was no job's fault. */
export async function endRunsOf(db: Db, engineId: number): Promise<void> {
  await sql`update job_runs set engine_id = null where engine_id = ${engineId}`.execute(db)
}

/** Names a job that is not tried any more. False when it was named before. */
export async function nameSetAside(
  db: Db,
  { key, name, data, reason, attempts }: { key: string; name: string; data: object; reason: SetAsideReason; attempts: number },
): Promise<boolean> {
  // Ids are numbers; a text may be a secret or say something of a person.
  const about = Object.fromEntries(Object.entries(data).filter(([, value]) => typeof value === 'number'))
  const { numAffectedRows } = await sql`
    insert into jobs_set_aside (job_key, name, about, reason, attempts)
    values (${key}, ${name}, ${JSON.stringify(about)}, ${reason}, ${attempts})
    on conflict (job_key) do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** Forgets runs of long ago, and what was set aside a quarter of a year ago. */
export async function sweepJobRuns(db: Db, now: Date): Promise<void> {
  await sql`delete from job_runs where started_at < ${now}::timestamptz - interval '7 days'`.execute(db)
  await sql`delete from jobs_set_aside where at < ${now}::timestamptz - interval '90 days'`.execute(db)
}

type SetAside = {
  id: number
  name: string
  about: Record<string, number>
  reason: SetAsideReason
  attempts: number
  at: Date
  is_kept: boolean
}

/** What people should look at, the newest first. */
export async function listSetAside(db: Db): Promise<JobSetAside[]> {
  const { rows } = await sql<SetAside>`
    select s.id, s.name, s.about, s.reason, s.attempts, s.at,
      exists (
        select from pgboss.job j
        where j.name = s.name and j.id::text = s.job_key and j.state = 'failed'
      ) as is_kept
    from jobs_set_aside s
    order by s.at desc, s.id desc
    limit 200`.execute(db)
  return rows.map(({ is_kept: isKept, at, ...row }) => ({ ...row, at: at.toISOString(), noRetry: noRetryOf(row.name, isKept) }))
}

function noRetryOf(name: string, isKept: boolean): JobSetAside['noRetry'] {
  if (!isJobName(name) || !mayTryAgain(name)) return 'ended'
  return isKept || jobEntry(name).cron !== undefined ? null : 'gone'
}
