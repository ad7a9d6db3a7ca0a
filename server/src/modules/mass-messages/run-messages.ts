import { rightOfWritten, type WrittenChannel } from '@regie/contract/manual-messages.ts'
import type { MessageOrder } from '@regie/contract/messages.ts'
import { ownCustomerRight } from '@regie/contract/right-codes.ts'
import type { JobPayload, JobRun } from '../../jobs/job-catalogue.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import type { Services } from '../../services.ts'
import { findRightsNow } from '../identity/users/user-standing.ts'
import { openUndoEntry } from '../undo-entries/open-undo-entry.ts'
import { KeptPlan, leavesAt } from './message-job-queries.ts'
import { sendPart } from './send-part.ts'

/** Job: queues an order part by part, each in a transaction with how far it is. Killed it goes on behind its last part. */
export async function runMessages(
  services: Services,
  { messageJobId }: JobPayload<'sendMessages'>,
  run: Pick<JobRun, 'isLastAttempt' | 'signal'>,
): Promise<void> {
  const { db, clock } = services
  if (!(await begin(db, messageJobId, clock.now()))) return
  try {
    for (let more = true; more; ) {
      run.signal.throwIfAborted()
      more = await tryThrice(() => db.transaction().execute((tx) => doPart(tx, services, messageJobId)))
    }
  } catch (error) {
    if (run.isLastAttempt && !run.signal.aborted) await endMessages(db, messageJobId, 'failed', clock.now())
    throw error
  }
  await endMessages(db, messageJobId, 'done', clock.now())
}

/** An order that still works is over; what it queued stays. */
export async function endMessages(db: Db, jobId: number, state: Exclude<MessageOrder['state'], 'waiting' | 'running'>, now: Date) {
  await db
    .updateTable('message_jobs')
    .set({ state, finished_at: now })
    .where('id', '=', jobId)
    .where('state', 'in', ['waiting', 'running'])
    .execute()
}

/** Its job is not tried any more. */
export function failMessages({ db, clock }: Pick<Services, 'db' | 'clock'>, { messageJobId }: JobPayload<'sendMessages'>): Promise<void> {
  return endMessages(db, messageJobId, 'failed', clock.now())
}

/** It begins, or goes on after its process was killed. False when it is over. */
function begin(db: Db, jobId: number, now: Date): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const job = await lockJob(tx, jobId)
    if (!job || job.undo_entry_id !== null) return job !== undefined
    const { customer_id: customerId, user_id: userId } = job
    const right = rightOfWritten[job.channel as WrittenChannel]
    // What has left does not come back: who still wants to stop the rest cancels the order.
    const endsAt = leavesAt(job.send_at, job.created_at)
    const entry = await openUndoEntry(tx, { customerId, userId, action: 'messages.send', name: job.template_name, right, at: now, endsAt })
    await tx
      .updateTable('message_jobs')
      .set({ state: 'running', undo_entry_id: entry.id })
      .where('customer_id', '=', customerId)
      .where('id', '=', jobId)
      .execute()
    return true
  })
}

const lockJob = (tx: Transaction, jobId: number) =>
  tx
    .selectFrom('message_jobs')
    .selectAll()
    .where('id', '=', jobId)
    .where('state', 'in', ['waiting', 'running'])
    .forUpdate()
    .executeTakeFirst()

/** The next part; true when there may be more. Not when it was cancelled, or its user may no longer do it. */
async function doPart(tx: Transaction, services: Services, jobId: number): Promise<boolean> {
  const now = services.clock.now()
  const job = await lockJob(tx, jobId)
  if (!job) return false
  const rights = await findRightsNow(tx, job.user_id, now)
  const asked = [
    job.channel as WrittenChannel,
    ...KeptPlan.pick({ otherwise: true })
      .parse(job.plan)
      .otherwise.map(({ channel }) => channel),
  ]
  if (!asked.every((channel) => rights.includes(rightOfWritten[channel])) || !rights.includes(ownCustomerRight(job.customer_id))) {
    await tx
      .updateTable('message_jobs')
      .set({ state: 'refused' satisfies MessageOrder['state'], finished_at: now })
      .where('customer_id', '=', job.customer_id)
      .where('id', '=', jobId)
      .execute()
    return false
  }
  return sendPart(tx, services, job, rights, now)
}
