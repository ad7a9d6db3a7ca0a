import type { BulkJob, bulkApi } from '@regie/contract/bulk.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { closingCodes } from '@regie/contract/result-codes.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { escapeLike } from '../cases/search/search-terms.ts'
import { pauseRefusal } from '../batches/batch-status.ts'
import { importedSince } from '../batches/imported-since.ts'
import { insertBulk } from './bulk-changes.ts'
import { findBulk, type KeptBatchWork } from './bulk-queries.ts'
import { rightOfBatchBulk } from './bulk-rights.ts'

type Wish = RequestOf<typeof bulkApi.batches>['body']

/** Begins to do one thing to many batches: a job does it, batch by batch, and what it did can be taken back. */
export async function startBatchBulk(services: Services, caller: Caller, { customerID, filter, action }: Wish): Promise<BulkJob> {
  const { db, clock } = services
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const batchIds = await selectedBatches(db, customerID, filter, clock.now())
  if (batchIds.length === 0) throw new AppError('bulk.nothingSelected')
  mustBeAllowed(caller, action, clock.now())
  const work: Omit<KeptBatchWork, 'filter'> = { action, batchIds }
  const asked = { customerId: customerID, kind: 'batches', filter, work, total: batchIds.length, at: clock.now() } as const
  const bulkId = await db.transaction().execute((tx) => insertBulk(tx, caller, asked))
  return findBulk(db, caller, bulkId, clock.now())
}

async function selectedBatches(db: Db, customerId: number, filter: Wish['filter'], now: Date): Promise<number[]> {
  const all = db.selectFrom('batches').select('id').where('customer_id', '=', customerId).where('is_demo', '=', false).orderBy('id')
  if ('batchIDs' in filter) return idsOf(await all.where('id', 'in', filter.batchIDs).execute())
  const { scriptID, status, q, priority, importedDays } = filter
  const some = all
    .$if(scriptID !== undefined, (query) => query.where('script_id', '=', scriptID ?? 0))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(q !== undefined && q.trim() !== '', (query) => query.where(nameOrId(q?.trim() ?? '')))
    .$if(priority !== undefined, (query) => query.where('priority', '=', priority ?? 0))
    .$if(importedDays !== undefined, (query) => query.where(importedWithin(importedDays ?? 1, now)))
  return idsOf(await some.execute())
}

// As the list searches (list-batches.ts), so that "all" means what it shows.
const nameOrId = (q: string) => sql<boolean>`(name ilike ${`%${escapeLike(q)}%`} or id::text = ${q})`
const importedWithin = (days: number, now: Date) =>
  sql<boolean>`imported_at >= (select ${sql.raw(importedSince('asked.days', 'asked.now'))}
    from (values (${days}::int, ${now}::timestamptz)) asked(days, now))`
const idsOf = (rows: readonly { id: number }[]) => rows.map((row) => row.id)

function mustBeAllowed(caller: Caller, action: Wish['action'], now: Date): void {
  if (!caller.rights.includes(rightOfBatchBulk(action))) throw new AppError('error.rightMissing')
  if (action.kind === 'close' && !(closingCodes as string[]).includes(action.resultCode))
    throw new AppError('batch.resultCodeUnknown', { field: 'resultCode' })
  const refusal = action.kind === 'pause' ? pauseRefusal(action.until === null ? null : new Date(action.until), now) : null
  if (refusal) throw new AppError(refusal, { field: 'until' })
}
