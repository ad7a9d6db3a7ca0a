import type { bulkApi } from '@regie/contract/bulk.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { changeBatch, selectBatchForUpdate } from '../../modules/batches/batch-changes.ts'
import { pinSelection } from '../../modules/bulk/case-selection.ts'
import { closedByBatch, closedOfSelection } from '../../modules/bulk/reopening-selection.ts'
import { findReopenings } from '../../modules/cases/status/find-reopening.ts'
import { AppError } from '../../platform/app-error.ts'
import { undone } from '../../platform/db/undone.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { playReopenings } from './play-reopenings.ts'

type Asked = RequestOf<typeof bulkApi.reopenQuestion>['body']
type Answer = ResponseOf<typeof bulkApi.reopenQuestion>

// Each is walked by the engine, some milliseconds.
const casesMax = 100

/** What would close many cases again by itself, before somebody reopens them or their batch. */
export async function reopenManyQuestion(services: Services, caller: Caller, { customerID, filter }: Asked): Promise<Answer> {
  const { db, clock } = services
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  // The right that the reopening itself asks: the other one gives no look at these cases.
  if (!caller.rights.includes('closedByBatch' in filter ? Right.closeBatches : Right.closeCases)) throw new AppError('error.rightMissing')
  const batchId = 'closedByBatch' in filter ? filter.closedByBatch : null
  const which =
    'closedByBatch' in filter ? closedByBatch(filter.closedByBatch) : closedOfSelection(await pinSelection(db, caller, customerID, filter))
  const { expired, cases } = await findReopenings(db, { customerId: customerID, which, casesMax, now: clock.now() })
  if (cases.length === 0) return { expired, checked: 0, scriptEnds: 0 }
  const { ends, checked } = await undone(db, async (tx) => {
    if (batchId !== null) {
      const batch = await selectBatchForUpdate(tx, batchId)
      if (batch.customerId !== customerID) throw new AppError('batch.notFound')
      await changeBatch(tx, batch, { status: 'open', paused_until: null })
    }
    return playReopenings(tx, services, { cases, username: caller.username })
  })
  return { expired, checked, scriptEnds: ends.size }
}
