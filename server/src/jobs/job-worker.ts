import { type JobName, jobNames } from '@regie/contract/system.ts'
import { type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Db } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import { deadJobs } from './install-jobs.ts'
import { warnSparingly } from '../platform/warn-sparingly.ts'
import { BudgetPassed, withinBudget } from './job-budget.ts'
import { type JobBudget, type JobHandlers, type JobPayload, jobEntry, type SetAsideHandlers } from './job-catalogue.ts'
import { beginRun, endRun, endRunsOf, nameSetAside, type SetAsideReason } from './set-aside.ts'

export type JobWorker = { stop(): Promise<void> }

type Options = {
  url: string
  db: Db
  /** Whose lease says that this process lives. */
  engineId: number
  handlers: JobHandlers
  /** What people see of a job that is set aside: its row says that it failed. May be called twice. */
  whenSetAside: SetAsideHandlers
  log: Pick<Log, 'info' | 'warn' | 'error'>
  /** Tests have smaller ones. */
  budgetOf?: (name: JobName) => JobBudget
}
type Worker = Omit<Options, 'url'> & Required<Pick<Options, 'budgetOf'>>

// The third process that takes a job sets it aside.
const deathsMax = 2

/** Runs the jobs of the catalogue in this process. Any number of processes may do so; each job goes to one of them. */
export async function startJobWorker({ url, ...options }: Options): Promise<JobWorker> {
  const worker: Worker = { budgetOf: (name) => jobEntry(name).budget, ...options }
  const { log, db, engineId } = worker
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'regie jobs',
    max: 4,
    // The tables come with the migrations, so that a process that only works never changes them.
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    // With these a job of a killed process runs again after 12 s; the defaults wait for a minute.
    monitorIntervalSeconds: 5,
    superviseIntervalSeconds: 5,
  })
  // Without a listener a restart of the database would end the process; pg-boss goes on by itself.
  boss.on('error', warnSparingly(log, 'the job list is out of reach'))
  try {
    await boss.start()
    for (const name of jobNames) await work(boss, name, worker)
    await nameDeadJobs(boss, worker)
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  }
  return {
    async stop() {
      await boss.stop({ graceful: true, timeout: 30_000 })
      await endRunsOf(db, engineId).catch((error: unknown) => log.warn({ err: error }, 'jobs under way could not be handed on'))
    },
  }
}

async function work(boss: PgBoss, name: JobName, worker: Worker) {
  // One at a time drains 21 jobs a second; two with bursts, thousands.
  const options = {
    batchSize: jobEntry(name).atOnce ?? 2,
    burstWhenBatchFull: true,
    perJobResults: true,
    pollingIntervalSeconds: 0.5,
    notifyPollingIntervalSeconds: 2,
  } as const
  await boss.work<object, object, typeof options>(name, options, (jobs) => Promise.all(jobs.map((job) => runJob(name, job, worker))))
}

/** What pg-boss gave up - the process died at the last attempt, or that failed - is named too. */
async function nameDeadJobs(boss: PgBoss, worker: Worker) {
  await boss.work<object, void, { includeMetadata: true; batchSize: 10 }>(
    deadJobs,
    { includeMetadata: true, batchSize: 10 },
    async (jobs) => {
      for (const { id, sourceName, sourceId, sourceRetryCount, sourceOutput, data } of jobs) {
        // Named when it was set aside; a person may have tried it again since.
        if (isSetAsideOutput(sourceOutput)) continue
        const name = jobNames.find((known) => known === sourceName)
        const key = name && keyOf(name, sourceId ?? id)
        if (key) await setAside(worker, name, { key, data: data ?? {}, reason: 'failed', attempts: (sourceRetryCount ?? 0) + 1 })
      }
    },
  )
}

type SetAsideOutput = { setAside: SetAsideReason }
const isSetAsideOutput = (output: unknown) => typeof output === 'object' && output !== null && 'setAside' in output

// What runs by the clock comes anew each time: it is counted by the day, and tried again the next.
const keyOf = (name: JobName, jobId: string) => (jobEntry(name).cron ? `${name} ${new Date().toISOString().slice(0, 10)}` : jobId)

async function setAside(
  { db, log, whenSetAside }: Worker,
  name: JobName,
  { key, data, reason, attempts }: { key: string; data: object; reason: SetAsideReason; attempts: number },
) {
  const payload = jobEntry(name).payload.safeParse(data)
  if (payload.success) await (whenSetAside[name] as ((payload: object) => Promise<void>) | undefined)?.(payload.data)
  if (await nameSetAside(db, { key, name, data, reason, attempts })) log.error({ job: name, jobKey: key, reason }, 'a job is set aside')
}

async function runJob<Name extends JobName>(name: Name, job: Job, worker: Worker): Promise<JobResult> {
  const { handlers, log, db, engineId } = worker
  const { payload, attempts } = jobEntry(name)
  const attempt = job.retryCount + 1
  const key = keyOf(name, job.id)
  const began = performance.now()
  const stop = new AbortController()
  const run = { id: job.id, attempt, isLastAttempt: attempt >= attempts, signal: AbortSignal.any([job.signal, stop.signal]) }
  try {
    if ((await beginRun(db, key, engineId)) >= deathsMax) {
      await setAside(worker, name, { key, data: job.data ?? {}, reason: 'died', attempts: job.retryCount })
      return { id: job.id, status: 'deadletter', output: { setAside: 'died' } satisfies SetAsideOutput }
    }
    const data = payload.parse(job.data ?? {}) as JobPayload<Name>
    await withinBudget(worker.budgetOf(name), stop, () => handlers[name](data, run))
    log.info({ job: name, jobId: job.id, attempt, ms: Math.round(performance.now() - began) }, 'job done')
    return { id: job.id, status: 'completed' }
  } catch (error) {
    if (error instanceof BudgetPassed) {
      const { reason } = error
      await setAside(worker, name, { key, data: job.data ?? {}, reason, attempts: attempt })
      return { id: job.id, status: 'deadletter', output: { setAside: reason } satisfies SetAsideOutput }
    }
    log.error(
      { err: error, job: name, jobId: job.id, attempt },
      run.isLastAttempt ? 'job failed for good' : 'job failed, it will be tried again',
    )
    // Kept with the job and seen by operators: what kind of fault, no text that may quote a person.
    return { id: job.id, status: 'failed', output: { error: error instanceof Error ? error.name : 'unknown' } }
  } finally {
    await endRun(db, key).catch((error: unknown) => log.warn({ err: error, job: name }, 'the end of a job could not be written down'))
  }
}
