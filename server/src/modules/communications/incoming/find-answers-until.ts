import type { WrittenChannel } from '@regie/contract/channels.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { answerMinutes } from '../../contact-permission/contact-permission.ts'

type Writer = { customerId: number; caseId: number; channel: WrittenChannel; address: string | null }

/**
 * Until when staff may answer by this channel what was written about a case from the address that they write to; null: nothing was lately. What
 * somebody else writes, or by another way, gives no leave to write to the person.
 */
export async function findAnswersUntil(db: Db, { customerId, caseId, channel, address }: Writer, now: Date): Promise<Date | null> {
  if (address === null) return null
  const { rows } = await sql<{ until: Date | null }>`
    select max(came_at) + make_interval(mins => ${answerMinutes}) as until
    from incoming_messages
    where customer_id = ${customerId} and case_id = ${caseId} and kind = 'message'
      and channel = ${channel} and ltrim(lower(sender), '+') = ltrim(lower(${address}), '+')
      and came_at > ${now}::timestamptz - make_interval(mins => ${answerMinutes})`.execute(db)
  return rows[0]?.until ?? null
}
