import { type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Log } from '../platform/log.ts'
import { type JobHandlers, type JobName, type JobPayload, jobEntry, jobNames } from './job-catalogue.ts'

export type JobWorker = { stop(): Promise<void> }

type Options = { url: string; handlers: JobHandlers; log: Pick<Log, 'info' | 'warn' | 'error'> }

/** Runs the jobs of the catalogue in this process. Any number of processes may do so; each job goes to one of them. */
export async function startJobWorker({ url, handlers, log }: Options): Promise<JobWorker> {
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
  boss.on('error', (error) => log.warn({ err: error }, 'the job list is out of reach'))
  try {
    await boss.start()
    for (const name of jobNames) await work(boss, name, handlers, log)
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 30_000 }) }
}

async function work<Name extends JobName>(boss: PgBoss, name: Name, handlers: JobHandlers, log: Options['log']) {
  // One at a time drains 21 jobs a second; two with bursts, thousands.
  const options = {
    batchSize: 2,
    burstWhenBatchFull: true,
    perJobResults: true,
    pollingIntervalSeconds: 0.5,
    notifyPollingIntervalSeconds: 0.5,
  } as const
  await boss.work<object, object, typeof options>(name, options, (jobs) => Promise.all(jobs.map((job) => runJob(name, job, handlers, log))))
}

async function runJob<Name extends JobName>(name: Name, job: Job, handlers: JobHandlers, log: Options['log']): Promise<JobResult> {
  const { payload, attempts } = jobEntry(name)
  const attempt = job.retryCount + 1
  const run = { id: job.id, attempt, isLastAttempt: attempt >= attempts, signal: job.signal }
  const began = performance.now()
  try {
    await handlers[name](payload.parse(job.data ?? {}) as JobPayload<Name>, run)
    log.info({ job: name, jobId: job.id, attempt, ms: Math.round(performance.now() - began) }, 'job done')
    return { id: job.id, status: 'completed' }
  } catch (error) {
    log.error(
      { err: error, job: name, jobId: job.id, attempt },
      run.isLastAttempt ? 'job failed for good' : 'job failed, it will be tried again',
    )
    // Kept with the job and seen by operators: what kind of fault, no text that may quote a person.
    return { id: job.id, status: 'failed', output: { error: error instanceof Error ? error.name : 'unknown' } }
  }
}
