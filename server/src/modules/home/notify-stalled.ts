import { Right } from '@regie/contract/right-codes.ts'
import type { Services } from '../../services.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { notifyUsers } from '../notifications/notify-users.ts'
import { listHolders } from '../notifications/recipients.ts'
import { listOpenBatches, stalledOf } from './running-batches.ts'

/** Notifies those who may start batches again of each that goes on no more by itself: once a day for each reason. */
export async function notifyStalled({ db, pool, clock }: Services): Promise<void> {
  const now = clock.now()
  const day = toLocalTime(now).date
  const customers = await db.selectFrom('customers').select('id').execute()
  for (const { id: customerId } of customers) {
    const { rows } = await listOpenBatches(pool, { customerId, scriptId: null }, now)
    const stalled = stalledOf(rows)
    if (stalled.length === 0) continue
    await db.transaction().execute(async (tx) => {
      const users = await listHolders(tx, customerId, [Right.viewBatches, Right.pauseBatches])
      for (const { batchID, reason } of stalled)
        await notifyUsers(
          tx,
          { customerId, kind: 'batchStalled', cause: `stalled:${batchID}:${reason}:${day}`, at: now, batchId: batchID },
          users,
        )
    })
  }
}
