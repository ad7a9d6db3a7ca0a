import { type BulkJob, type bulkApi, bulkCasesMax } from '@regie/contract/bulk.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { bulkClosingCodes } from '@regie/contract/result-codes.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { pauseRefusal } from '../batches/batch-status.ts'
import { insertBulk } from './bulk-changes.ts'
import { type KeptCaseWork, findBulk } from './bulk-queries.ts'
import { rightOfCaseBulk } from './bulk-rights.ts'
import { countSelection, pinSelection } from './case-selection.ts'

type Wish = RequestOf<typeof bulkApi.cases>['body']
type Selected = RequestOf<typeof bulkApi.count>['body']

/** How many cases a selection means now. */
export function countCases({ db }: Services, caller: Caller, { customerID, filter }: Selected): Promise<ResponseOf<typeof bulkApi.count>> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  return countSelection(db, caller, customerID, filter)
}

/** Begins to do one thing to many cases: a job does it, part by part, and what it did can be taken back. */
export async function startCaseBulk(services: Services, caller: Caller, { customerID, filter, action }: Wish): Promise<BulkJob> {
  const { db, clock } = services
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const { total } = await countSelection(db, caller, customerID, filter)
  if (total === 0) throw new AppError('bulk.nothingSelected')
  if (total > bulkCasesMax) throw new AppError('bulk.tooMany', { params: { max: bulkCasesMax } })
  mustBeAllowed(caller, action, clock.now())
  const work: Omit<KeptCaseWork, 'filter'> = {
    action,
    lastId: await lastCaseId(services, customerID),
  }
  const pinned = await pinSelection(db, caller, customerID, filter)
  const asked = { customerId: customerID, kind: 'cases', filter: pinned, work, total, at: clock.now() } as const
  const bulkId = await db.transaction().execute((tx) => insertBulk(tx, caller, asked))
  return findBulk(db, caller, bulkId, clock.now())
}

function mustBeAllowed(caller: Caller, action: Wish['action'], now: Date): void {
  if (!caller.rights.includes(rightOfCaseBulk(action))) throw new AppError('error.rightMissing')
  if (action.kind === 'close' && !(bulkClosingCodes as string[]).includes(action.resultCode))
    throw new AppError('case.resultCodeUnknown', { field: 'resultCode' })
  const refusal = action.kind === 'pause' ? pauseRefusal(action.until === null ? null : new Date(action.until), now) : null
  if (refusal) throw new AppError(refusal, { field: 'until' })
}

async function lastCaseId({ db }: Services, customerId: number): Promise<number> {
  const last = await db
    .selectFrom('cases')
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id ?? 0
}
