import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { callEndedAt, hasResult } from './staff-facts.ts'
import { resultAskedMs } from '../contact-permission/staff-contact.ts'

type Called = { customerId: number; caseId: number; userId: number }

/** Has a call by hand of this user, whose result is still asked for, been counted as an attempt already? One that failed for us was not. */
export async function isCallCounted(tx: Transaction, { customerId, caseId, userId }: Called, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - resultAskedMs)
  const { rows } = await sql`
    select
    from manual_calls h
    join communications m on m.customer_id = h.customer_id and m.id = h.communication_id
    where h.customer_id = ${customerId} and h.case_id = ${caseId} and h.user_id = ${userId}
      and m.delivery in ('answered', 'transferred', 'voicemail', 'unanswered')
      and ${sql.raw(callEndedAt)} > ${since}
      and not ${sql.raw(hasResult)}
    limit 1`.execute(tx)
  return rows.length > 0
}
