import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** The Message-ID of the last mail that the person of a case wrote in a conversation, for the thread of our answer; null: an answer to none. */
export async function findLastMail(
  db: Db,
  { customerId, caseId }: { customerId: number; caseId: number },
  conversationId: number | undefined,
): Promise<string | null> {
  if (conversationId === undefined) return null
  const { rows } = await sql<{ key: string }>`
    select message_key as key
    from incoming_messages
    where customer_id = ${customerId} and case_id = ${caseId} and conversation_id = ${conversationId}
      and channel = 'email' and kind = 'message' and message_key like 'id:%'
    order by id desc
    limit 1`.execute(db)
  return rows[0]?.key.slice('id:'.length) ?? null
}
