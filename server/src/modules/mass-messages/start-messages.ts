import { bulkCasesMax } from '@regie/contract/bulk.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { WrittenChannel } from '@regie/contract/manual-messages.ts'
import type { MessageOrder, messageApi } from '@regie/contract/messages.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { countSelection, pinSelection } from '../bulk/case-selection.ts'
import { findJob, type KeptPlan } from './message-job-queries.ts'
import { readOrder, type Way } from './message-order.ts'

/** A further channel as the order keeps it: with the text as it was seen when it was ordered. */
const keptWay = ({ live, considering: { channel } }: Way) => ({
  ...{ channel, templateID: live.id, template: live.name, revisionID: live.revisionId },
})

type Wish = RequestOf<typeof messageApi.send>['body']

/** Orders a message to many cases: a job queues it part by part, and nothing leaves before a moment of grace. */
export async function startMessages(
  services: Services,
  caller: Caller,
  channel: WrittenChannel,
  { filter, ...plan }: Wish,
): Promise<MessageOrder> {
  const { db, clock } = services
  const now = clock.now()
  const { ways, sendAt } = await readOrder(services, caller, channel, plan)
  const [{ live }, ...next] = ways
  const customerId = plan.customerID
  const { total } = await countSelection(db, caller, customerId, filter)
  if (total === 0) throw new AppError('bulk.nothingSelected')
  if (total > bulkCasesMax) throw new AppError('bulk.tooMany', { params: { max: bulkCasesMax } })
  const pinned = await pinSelection(db, caller, customerId, filter)
  const { overrides, makeLinks, simplify, templateID } = plan
  const last = await db
    .selectFrom('cases')
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const jobId = await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('message_jobs')
      .values({
        ...{ customer_id: customerId, user_id: caller.userId, username: caller.username, channel },
        ...{ template_id: templateID, template_name: live.name, revision_id: live.revisionId },
        filter: JSON.stringify(pinned),
        plan: JSON.stringify({ overrides, makeLinks, simplify, otherwise: next.map(keptWay) } satisfies KeptPlan),
        ...{ last_id: last?.id ?? 0, send_at: sendAt, total, created_at: now },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(tx, 'sendMessages', { messageJobId: id, customerId })
    return id
  })
  return findJob(db, caller, jobId, now)
}
