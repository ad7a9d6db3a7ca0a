import { sql } from 'kysely'
import { publish } from '../../../live/publish.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'

export type LockedConversation = {
  customerId: number
  id: number
  channel: string
  address: string
  caseId: number | null
  state: string
  assignedTo: number | null
  unread: number
  lastAt: Date
}

/** Takes a conversation for this transaction; another customer's is answered as not found. */
export async function lockConversation(tx: Transaction, caller: Caller, conversationId: number): Promise<LockedConversation> {
  const { rows } = await sql<LockedConversation>`
    select customer_id as "customerId", id, channel, address, case_id as "caseId", state,
      assigned_to as "assignedTo", unread,
      date_trunc('milliseconds', last_at) as "lastAt"
    from conversations
    where id = ${conversationId} and customer_id = any(${caller.customerIds}::bigint[])
    for update`.execute(tx)
  const [locked] = rows
  if (!locked) throw new AppError('conversation.notFound')
  return locked
}

/** Changes a conversation for a member of staff, and says so to the screens. */
export function workOnConversation(
  { db, clock }: Services,
  caller: Caller,
  conversationId: number,
  work: (tx: Transaction, locked: LockedConversation, now: Date) => Promise<void>,
): Promise<void> {
  return tryThrice(() =>
    db.transaction().execute(async (tx) => {
      const locked = await lockConversation(tx, caller, conversationId)
      await work(tx, locked, clock.now())
      await publish(tx, { kind: 'conversation.changed', customerId: locked.customerId, conversationId })
    }),
  )
}
