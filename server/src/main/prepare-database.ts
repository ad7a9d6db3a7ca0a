import { installJobs } from '../jobs/install-jobs.ts'
import { grantToApplication } from '../platform/db/app-role.ts'
import { migrate } from '../platform/db/migrate.ts'

/** Brings tables, job queues and the application's rights to them up to date; returns the names of the migrations that ran. Safe to call from several processes at once. */
export async function prepareDatabase(url: string): Promise<string[]> {
  const applied = await migrate(url)
  await installJobs(url)
  await grantToApplication(url)
  return applied
}
