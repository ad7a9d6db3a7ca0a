import type { BatchRow, batchEditApi } from '@regie/contract/batches.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { Updateable } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Batches } from '../../platform/db/tables.generated.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { mustNotBeLocked } from '../cases/batch-lock.ts'
import { notifyEngine } from '../case-runs/notify-engine.ts'
import { refreshUnreachableOfBatch } from '../case-runs/refresh-unreachable.ts'
import { changeBatch as writeBatch, type LockedBatch, selectBatchForUpdate } from './batch-changes.ts'
import { findBatch } from './batch-queries.ts'

type Change = RequestOf<typeof batchEditApi.change>['body']
type Switch = 'numberRecognition' | 'dialerOn' | 'redialOn'

const switchColumns = { numberRecognition: 'number_recognition', dialerOn: 'dialer_on', redialOn: 'redial_on' } as const
const switches = Object.keys(switchColumns) as Switch[]

/** Changes what staff set of a batch, unless somebody else did so since they looked. The engine is notified at once. */
export async function changeBatch(services: Services, caller: Caller, batchId: number, change: Change): Promise<BatchRow> {
  mustHoldRights(caller, change)
  const isChanged = await services.db.transaction().execute(async (tx) => {
    const batch = await selectBatchForUpdate(tx, batchId)
    mustAccessCustomer(caller, batch.customerId, 'batch.notFound')
    mustNotBeLocked(batch, caller)
    if (batch.version !== change.version) return false
    await mustHaveLines(tx, batch, change.ownLines ?? 0)
    const now = services.clock.now()
    await writeBatch(tx, batch, await columnsOf(tx, batch, change, { at: now.toISOString(), by: caller.username }))
    if (change.numberRecognition !== undefined) await refreshUnreachableOfBatch(tx, { customerId: batch.customerId, batchId }, now)
    await notifyEngine(tx)
    return true
  })
  const current = await findBatch(services, caller, batchId)
  if (!isChanged) throw new AppError('error.conflict', { current })
  return current
}

/** Name and comments are for who may pause or set lines; all else changes how the batch works. */
function mustHoldRights(caller: Caller, { version: _version, name: _name, comments: _comments, ...work }: Change): void {
  const isWork = Object.values(work).some((value) => value !== undefined)
  if (isWork && !caller.rights.includes(Right.changeBatchLines)) throw new AppError('error.rightMissing')
}

async function mustHaveLines(tx: Transaction, { customerId, scriptId }: LockedBatch, wanted: number): Promise<void> {
  const script = await tx
    .selectFrom('scripts')
    .select('max_lines')
    .where('customer_id', '=', customerId)
    .where('id', '=', scriptId)
    .executeTakeFirstOrThrow()
  if (wanted > script.max_lines) throw new AppError('batch.tooManyLines', { field: 'ownLines', params: { max: script.max_lines } })
}

async function columnsOf(tx: Transaction, { id, customerId }: LockedBatch, change: Change, set: { at: string; by: string }) {
  const columns: Updateable<Batches> = {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.comments !== undefined && { comments: change.comments }),
    ...(change.priority !== undefined && { priority: change.priority }),
    ...(change.ownLines !== undefined && { own_lines: change.ownLines }),
  }
  const before = await tx
    .selectFrom('batches')
    .select(['number_recognition', 'dialer_on', 'redial_on', 'switched'])
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // A switch that stands already as wanted was not set by this person.
  const turned = switches.filter((key) => change[key] !== undefined && change[key] !== before[switchColumns[key]])
  if (turned.length === 0) return columns
  for (const key of turned) columns[switchColumns[key]] = change[key]
  const known = before.switched as Record<string, unknown>
  return { ...columns, switched: JSON.stringify({ ...known, ...Object.fromEntries(turned.map((key) => [key, set])) }) }
}
