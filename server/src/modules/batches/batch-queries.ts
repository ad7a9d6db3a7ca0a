import type { BatchRow, BatchStatus } from '@regie/contract/batches.ts'
import type { Pool } from 'pg'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { Services } from '../../services.ts'
import { type BatchesAnswer, batchesJson } from './batch-data.ts'
import { withMoney } from './batch-money.ts'
import { batchRowsOf } from './batch-rows.ts'

const batchById = batchesWhere('batch-by-id', 'id = $1')
const batchesOfCustomer = batchesWhere('batches-of-customer', 'customer_id = $1 and id = any($2::bigint[])')

function batchesWhere(name: string, condition: string) {
  const { with: page, columns } = batchesJson({ page: `select * from batches where ${condition}` })
  return prepared<BatchesAnswer>(name, `with ${page} select ${columns}`)
}

/** A batch that the caller may see. */
export async function findBatch({ pool, clock }: Pick<Services, 'pool' | 'clock'>, caller: Caller, batchId: number): Promise<BatchRow> {
  const [answer] = await batchById(pool, [batchId])
  const [found] = answer ? batchRowsOf(answer, clock.now()) : []
  if (!found) throw new AppError('batch.notFound')
  mustAccessCustomer(caller, found.customerID, 'batch.notFound')
  const [batch = found] = await withMoney(pool, [found])
  return batch
}

/** The rows of some batches of a customer, for screens that follow them. */
export async function listBatchRows(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  customerId: number,
  batchIds: readonly number[],
): Promise<BatchRow[]> {
  const [answer] = await batchesOfCustomer(pool, [customerId, batchIds])
  return answer ? withMoney(pool, batchRowsOf(answer, clock.now())) : []
}

const customerAndStatus = prepared<{ customer_id: number; status: BatchStatus }>(
  'batch-customer-status',
  'select customer_id, status from batches where id = $1',
)

/** Whose batch it is and how it stands, for questions about it. */
export async function findBatchStatus(pool: Pool, caller: Caller, batchId: number): Promise<{ customerId: number; status: BatchStatus }> {
  const [batch] = await customerAndStatus(pool, [batchId])
  if (!batch) throw new AppError('batch.notFound')
  mustAccessCustomer(caller, batch.customer_id, 'batch.notFound')
  return { customerId: batch.customer_id, status: batch.status }
}
