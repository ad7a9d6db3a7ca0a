import { rightOfWritten, type WrittenChannel } from '@regie/contract/manual-messages.ts'
import type { MessageOrder } from '@regie/contract/messages.ts'
import { publishCasesChanged } from '../../live/publish.ts'
import type { Db } from '../../platform/db/database.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { mustHold } from '../cases/case-work.ts'
import { cancelMessages } from '../communications/manual-messages/cancel-messages.ts'
import { findJob, KeptPlan } from './message-job-queries.ts'
import { endMessages } from './run-messages.ts'

// One transaction for so many, so that nobody waits long for the same cases.
const casesPerTurn = 1_000

type Which = { customerId: number; jobId: number }
type By = { byUser: string; now: Date }

/** Stops an order, and takes back what has not left. */
export async function cancelJob(services: Services, caller: Caller, jobId: number): Promise<MessageOrder> {
  const { db, clock } = services
  const now = clock.now()
  const { customerID, channel, otherwise } = await findJob(db, caller, jobId, now)
  for (const right of rightsOf(channel, otherwise)) mustHold(caller, right)
  await takeBack(db, { customerId: customerID, jobId }, { byUser: caller.username, now })
  return findJob(db, caller, jobId, now)
}

/** What cancelling and undoing ask: the right of each channel by which the order may write. */
const rightsOf = (channel: WrittenChannel, otherwise: readonly { channel: WrittenChannel }[]) =>
  [channel, ...otherwise.map((next) => next.channel)].map((one) => rightOfWritten[one])

type OfEntry = { customerId: number; entryId: number }

/** The rights that taking back the order behind an undo entry asks. */
export async function rightsToUndo(db: Db, { customerId, entryId }: OfEntry): Promise<number[]> {
  const job = await db
    .selectFrom('message_jobs')
    .select(['channel', 'plan'])
    .where('customer_id', '=', customerId)
    .where('undo_entry_id', '=', entryId)
    .executeTakeFirst()
  return job ? rightsOf(job.channel as WrittenChannel, KeptPlan.parse(job.plan).otherwise) : []
}

/** The same for the order behind an undo entry; answers how many did not leave and how many did. */
export async function undoMessages(db: Db, { customerId, entryId }: OfEntry, by: By) {
  const job = await db
    .selectFrom('message_jobs')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('undo_entry_id', '=', entryId)
    .executeTakeFirst()
  if (!job) return { restored: 0, left: 0 }
  const restored = await takeBack(db, { customerId, jobId: job.id }, by)
  const { left } = await db
    .selectFrom('message_job_cases')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('customer_id', '=', customerId)
    .where('job_id', '=', job.id)
    .where('outcome', 'in', ['sent', 'planned'])
    .executeTakeFirstOrThrow()
  return { restored, left: Number(left) }
}

async function takeBack(db: Db, { customerId, jobId }: Which, { byUser, now }: By): Promise<number> {
  // Waits for the part that is being queued; after it nothing more is.
  await endMessages(db, jobId, 'cancelled', now)
  let [restored, reached] = [0, 0]
  for (;;) {
    const rows = await db
      .selectFrom('message_job_cases')
      .select(['case_id', 'communication_id'])
      .where('customer_id', '=', customerId)
      .where('job_id', '=', jobId)
      .where('outcome', 'in', ['sent', 'planned'])
      .where('case_id', '>', reached)
      .orderBy('case_id')
      .limit(casesPerTurn)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return restored
    reached = last.case_id
    const ids = rows.flatMap(({ communication_id }) => communication_id ?? [])
    restored += await tryThrice(() => db.transaction().execute((tx) => takeTurn(tx, { customerId, jobId }, ids, { byUser, now })))
  }
}

async function takeTurn(tx: Parameters<typeof cancelMessages>[0], { customerId, jobId }: Which, ids: number[], { byUser, now }: By) {
  const cancelled = await cancelMessages(tx, { customerId, byUser, at: now }, ids)
  if (cancelled.length === 0) return 0
  await tx
    .updateTable('message_job_cases')
    .set({ outcome: 'takenBack' })
    .where('customer_id', '=', customerId)
    .where('job_id', '=', jobId)
    .where(
      'communication_id',
      'in',
      cancelled.map(({ id }) => id),
    )
    .execute()
  for (const [batchId, its] of Map.groupBy(cancelled, (one) => one.batchId))
    await publishCasesChanged(tx, { customerId, batchId, caseIds: its.map(({ caseId }) => caseId) })
  return cancelled.length
}

/** Forgets orders that are over for so long; what became of their messages stands with the cases. */
export async function sweepMessageJobs(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('message_jobs')
    .where('finished_at', '<', new Date(now.getTime() - keptMs))
    .execute()
}

const keptMs = 400 * 24 * 3_600_000
