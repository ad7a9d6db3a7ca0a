import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import type { inboxApi } from '@regie/contract/inbox.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { userName } from '../../../platform/db/user-name.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { listHolders } from '../../notifications/recipients.ts'
import { notifyUsers } from '../../notifications/notify-users.ts'
import { type LockedConversation, workOnConversation } from './work-on-conversation.ts'

const daysMax = 365

/** Puts a conversation off, calls it done or spam, or opens it again. What is done or spam waits for nobody; opened again it waits as it did. */
export function changeConversation(
  services: Services,
  caller: Caller,
  conversationId: number,
  change: RequestOf<typeof inboxApi.change>['body'],
): Promise<void> {
  const { state } = change
  return workOnConversation(services, caller, conversationId, async (tx, { customerId, lastAt }, now) => {
    if (change.lastAt !== undefined && lastAt > new Date(change.lastAt)) throw new AppError('error.conflict')
    const until = change.state === 'snoozed' ? new Date(change.until) : null
    if (until && (until <= now || until.getTime() > now.getTime() + daysMax * 24 * 3_600_000))
      throw new AppError('error.invalid', { field: 'until' })
    const isDone = state === 'closed' || state === 'spam'
    await sql`
      update conversations
      set state = ${state}, snoozed_until = ${until}::timestamptz,
        waiting_since = case
          when ${isDone} then null
          when not last_is_ours then coalesce(waiting_since, last_at)
          else waiting_since end,
        unread = case when ${isDone} then 0 else unread end
      where customer_id = ${customerId} and id = ${conversationId}`.execute(tx)
  })
}

/**
 * The same for several conversations of one customer, each in a transaction of its own: one that a colleague holds, or to which something came in
 * meanwhile, keeps none of the others waiting.
 */
export async function changeConversations(
  services: Services,
  caller: Caller,
  { customerID, state, conversations }: RequestOf<typeof inboxApi.changeMany>['body'],
): Promise<ResponseOf<typeof inboxApi.changeMany>> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const ofCustomer = { ...caller, customerIds: [customerID] }
  const refused = []
  for (const { conversationID, lastAt } of conversations) {
    try {
      await changeConversation(services, ofCustomer, conversationID, { state, lastAt })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push({ conversationID, error: error.code })
    }
  }
  return { refused }
}

/** Somebody has read what came in; it waits for an answer all the same. */
export function readConversation(services: Services, caller: Caller, conversationId: number): Promise<void> {
  return workOnConversation(services, caller, conversationId, async (tx, { customerId }) => {
    await sql`
      update conversations
      set unread = 0
      where customer_id = ${customerId} and id = ${conversationId} and unread > 0`.execute(tx)
  })
}

/** Takes a conversation, gives it to a colleague, who is then notified, or to nobody. */
export function assignConversation(services: Services, caller: Caller, conversationId: number, userId: number | null): Promise<void> {
  return workOnConversation(services, caller, conversationId, async (tx, locked, at) => {
    const { customerId, caseId } = locked
    if (userId !== null && userId !== caller.userId && !(await colleaguesOf(tx, customerId)).includes(userId))
      throw new AppError('error.invalid', { field: 'userID' })
    await sql`
      update conversations
      set assigned_to = ${userId}::bigint
      where customer_id = ${customerId} and id = ${conversationId}`.execute(tx)
    if (userId === null || userId === caller.userId || userId === locked.assignedTo) return
    const notice = { customerId, kind: 'conversationGiven', at, byUser: caller.username, ...(caseId !== null && { caseId }) } as const
    await notifyUsers(tx, { ...notice, cause: causeOf(locked, at) }, [userId])
  })
}

// Given, taken back and given again is told each time.
const causeOf = ({ id }: LockedConversation, at: Date) => `conversation:${id}:${at.getTime()}`

const colleaguesOf = (db: Db, customerId: number) => listHolders(db, customerId, [Right.inbox])

/** Who may be given a conversation of a customer, by name. */
export async function listInboxColleagues(
  { db }: Services,
  caller: Caller,
  customerId: number,
): Promise<ResponseOf<typeof inboxApi.colleagues>> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const ids = await colleaguesOf(db, customerId)
  const { rows } = await sql<{ userID: number; name: string }>`
    select id as "userID", ${userName('u')} as name
    from staff u
    where id = any(${ids}::bigint[])
    order by name, id`.execute(db)
  return rows
}
