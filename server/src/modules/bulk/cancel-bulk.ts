import type { BulkJob } from '@regie/contract/bulk.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { stopBulkJob } from './bulk-changes.ts'
import { findBulk } from './bulk-queries.ts'

/** Stops a bulk entry of this user behind the part that it is doing. One that is over stays as it is. */
export async function cancelBulk({ db, clock }: Services, caller: Caller, bulkId: number): Promise<BulkJob> {
  const now = clock.now()
  const { customerID } = await findBulk(db, caller, bulkId, now)
  await db.transaction().execute((tx) => stopBulkJob(tx, { customerId: customerID, id: bulkId }, now))
  return findBulk(db, caller, bulkId, now)
}
