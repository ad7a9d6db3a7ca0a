import type { Transaction } from '../platform/db/database.ts'
import type { JobName } from '@regie/contract/system.ts'
import { bossOf } from './boss-of.ts'
import { type JobPayload, jobCatalogue } from './job-catalogue.ts'

/** Jobs of one kind begin by priority, the highest first; 0 unless said. */
type When = { startAfter?: Date; priority?: number }

/** Puts a job on the list in the caller's own transaction: it runs after the commit, and never when the change is rolled back. */
export async function enqueue<Name extends JobName>(
  tx: Transaction,
  name: Name,
  payload: JobPayload<Name>,
  when: When = {},
): Promise<void> {
  const data = jobCatalogue[name].payload.parse(payload)
  await (await bossOf(tx)).send(name, data, when)
}
