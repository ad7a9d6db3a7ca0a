import type { UndoableChange } from '@regie/contract/undo.ts'
import { ownCustomerRight, Right } from '@regie/contract/right-codes.ts'
import type { JobPayload, JobRun } from '../../jobs/job-catalogue.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import type { Services } from '../../services.ts'
import { fileNeeds, makeFileOfBulk } from '../hand-overs/hand-over-file.ts'
import { findRightsNow } from '../identity/users/user-standing.ts'
import { openUndoEntry } from '../undo-entries/open-undo-entry.ts'
import { doBatchPart } from './bulk-batch-part.ts'
import { doCasePart } from './bulk-case-part.ts'
import { endBulk } from './bulk-changes.ts'
import { type BulkAtWork, KeptBatchWork, KeptCaseWork } from './bulk-queries.ts'
import { rightOfBatchBulk, rightOfCaseBulk } from './bulk-rights.ts'

type BulkServices = Pick<Services, 'db' | 'clock'>

/** Job: does a bulk entry part by part, each in a transaction with how far it is. Killed or cancelled it stands behind its last part; run again it goes on there. */
export async function runBulk(
  { db, clock }: BulkServices,
  { bulkId, customerId }: JobPayload<'runBulk'>,
  run: Pick<JobRun, 'isLastAttempt' | 'signal'>,
): Promise<void> {
  const job = await begin(db, bulkId, clock.now())
  // Cancelled before it began, it still has a file to answer for.
  if (!job) return db.transaction().execute((tx) => makeFileOfBulk(tx, { customerId, bulkId }))
  const end = (ended: typeof job, state: 'done' | 'failed') =>
    db.transaction().execute(async (tx) => {
      await endBulk(tx, ended, state, clock.now())
      await makeFileOfBulk(tx, { customerId, bulkId })
    })
  const doPart = job.kind === 'cases' ? doCasePart : doBatchPart
  try {
    for (let more = true; more; ) {
      run.signal.throwIfAborted()
      more = await tryThrice(() =>
        db.transaction().execute(async (tx) => {
          const atWork = await takePart(tx, bulkId, clock.now())
          return atWork !== null && doPart(tx, atWork, clock.now())
        }),
      )
    }
  } catch (error) {
    if (run.isLastAttempt && !run.signal.aborted) await end(job, 'failed')
    throw error
  }
  await end(job, 'done')
}

/** Its job is not tried any more: what was done stays done, and whoever began it sees that it failed. */
export async function failBulk({ db, clock }: BulkServices, { bulkId, customerId }: JobPayload<'runBulk'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const job = await tx
      .selectFrom('bulk_jobs')
      .select(['id', 'customer_id as customerId', 'user_id as userId'])
      .where('id', '=', bulkId)
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirst()
    if (job) await endBulk(tx, job, 'failed', clock.now())
    await makeFileOfBulk(tx, { customerId, bulkId })
  })
}

/** The job begins, or goes on after its process was killed. Null when it is over. */
function begin(db: Db, bulkId: number, now: Date) {
  return db.transaction().execute(async (tx) => {
    const job = await tx
      .selectFrom('bulk_jobs')
      .select(['id', 'customer_id as customerId', 'user_id as userId', 'kind', 'action', 'total', 'state', 'undo_entry_id'])
      .where('id', '=', bulkId)
      .where('state', 'in', ['waiting', 'running'])
      .forUpdate()
      .executeTakeFirst()
    if (!job || job.undo_entry_id !== null) return job ?? null
    const { customerId, userId, kind } = job
    const entry = await openUndoEntry(tx, {
      customerId,
      userId,
      action: kind === 'cases' ? 'cases.bulk' : 'batches.bulk',
      name: '',
      change: changeOf(job),
      right: rightOf(job),
      at: now,
    })
    await tx
      .updateTable('bulk_jobs')
      .set({ state: 'running', started_at: now, undo_entry_id: entry.id })
      .where('customer_id', '=', customerId)
      .where('id', '=', bulkId)
      .execute()
    return job
  })
}

/** Takes the job for one part, so that nobody else does it too; null when it was cancelled, or when its user may no longer do it. */
async function takePart(tx: Transaction, bulkId: number, now: Date): Promise<BulkAtWork | null> {
  const row = await tx
    .selectFrom('bulk_jobs')
    .selectAll()
    .where('id', '=', bulkId)
    .where('state', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.undo_entry_id === null) return null
  const { customer_id: customerId, undo_entry_id } = row
  const entry = await tx
    .selectFrom('undo_entries')
    .select(['id', 'at'])
    .where('customer_id', '=', customerId)
    .where('id', '=', undo_entry_id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (!entry) return null
  const rights = await findRightsNow(tx, row.user_id, now)
  if (![...rightsFor(row), ownCustomerRight(customerId)].every((right) => rights.includes(right))) {
    await endBulk(tx, { id: row.id, customerId, userId: row.user_id }, 'refused', now)
    return null
  }
  return {
    id: row.id,
    customerId,
    userId: row.user_id,
    username: row.username,
    mayUnlock: rights.includes(Right.lockBatches),
    reached: row.reached ?? 0,
    filter: row.filter,
    action: row.action,
    entry: { ...entry, customerId },
  }
}

type Kept = { kind: string; action: unknown }

/** What whoever asked for it must still hold before each part: also what its file asks, without which cases would be handed over and nobody gets them. */
const rightsFor = (job: Kept & { customer_id: number }) => [
  rightOf(job),
  ...(job.kind === 'cases' && caseActionOf(job).kind === 'handOver' ? fileNeeds(job.customer_id) : []),
]
const rightOf = (job: Kept) => (job.kind === 'cases' ? rightOfCaseBulk(caseActionOf(job)) : rightOfBatchBulk(batchActionOf(job)))

const caseActionOf = ({ action }: Kept) => KeptCaseWork.shape.action.parse((action as Kept).action)
const batchActionOf = ({ action }: Kept) => KeptBatchWork.shape.action.parse((action as Kept).action)

function changeOf(job: Kept): UndoableChange {
  const action = job.kind === 'cases' ? caseActionOf(job) : batchActionOf(job)
  return { kind: action.kind, result: 'resultCode' in action ? (action.resultCode ?? null) : null }
}
