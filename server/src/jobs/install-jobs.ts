import { PgBoss } from 'pg-boss'
import { type JobName, jobNames } from '@regie/contract/system.ts'
import { jobEntry } from './job-catalogue.ts'

/** Where jobs end whose last attempt failed; looked at by people. */
export const deadJobs = 'deadJobs'

/** Brings the job tables and the queues of the catalogue up to date. Runs with the migrations; may run in several processes at once. */
export async function installJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false })
  // What goes wrong here rejects a call below.
  boss.on('error', () => undefined)
  await boss.start()
  try {
    await boss.createQueue(deadJobs)
    for (const name of jobNames) {
      await boss.createQueue(name, queueSettings(name))
      // A queue that exists keeps its old settings, so they are set again.
      await boss.updateQueue(name, queueSettings(name))
      const { cron } = jobEntry(name)
      if (cron) await boss.schedule(name, cron, {}, { tz: 'Europe/Amsterdam' })
      else await boss.unschedule(name)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

function queueSettings(name: JobName) {
  const { attempts, budget } = jobEntry(name)
  return {
    retryLimit: attempts - 1,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 600,
    // A minute behind the deadline that the worker keeps itself (job-worker.ts).
    expireInSeconds: budget.minutesMax * 60 + 60,
    // A killed worker's job is free again after 10 s of silence.
    heartbeatSeconds: 10,
    notify: true,
    deadLetter: deadJobs,
  }
}
