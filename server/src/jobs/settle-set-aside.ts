import { sql } from 'kysely'
import { AppError } from '../platform/app-error.ts'
import type { Db, Transaction } from '../platform/db/database.ts'
import { bossOf } from './boss-of.ts'
import { enqueue } from './enqueue.ts'
import type { JobName } from '@regie/contract/system.ts'
import { isJobName, jobEntry, mayTryAgain } from './job-catalogue.ts'

/** Has a job that was set aside tried once more. One process may die on it; after that it is set aside again. */
export async function retrySetAside(db: Db, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { job_key: key, name } = await takeSetAside(tx, id)
    if (!isJobName(name) || !mayTryAgain(name)) throw new AppError('job.noRetry')
    await sql`update job_runs set deaths = least(deaths, 1) where job_key = ${key}`.execute(tx)
    if (jobEntry(name).cron) await enqueueClocked(tx, name)
    else if (await isKept(tx, name, key)) await (await bossOf(tx)).retry(name, key)
    else throw new AppError('job.gone')
  })
}

/** Takes a job from the list of those set aside; it is never tried again. */
export async function discardSetAside(db: Db, id: number): Promise<void> {
  await db.transaction().execute((tx) => takeSetAside(tx, id))
}

// Who takes the row has it: pressed twice, the second finds nothing.
async function takeSetAside(tx: Transaction, id: number) {
  const row = await tx.deleteFrom('jobs_set_aside').where('id', '=', id).returning(['job_key', 'name']).executeTakeFirst()
  if (!row) throw new AppError('job.notFound')
  return row
}

// pg-boss keeps a failed job, with its payload, for seven days.
async function isKept(tx: Transaction, name: JobName, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job
    where name = ${name} and id::text = ${key} and state = 'failed'`.execute(tx)
  return rows.length > 0
}

function enqueueClocked(tx: Transaction, name: JobName): Promise<void> {
  return enqueue(tx, name, {} as never)
}
