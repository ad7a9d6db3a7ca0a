import { sql } from 'kysely'
import { publishFrom } from '../../../live/publish.ts'
import type { Db } from '../../../platform/db/database.ts'

const atOnce = 500

/** What was put off until now is open again. */
export async function wakeSnoozed(db: Db, now: Date): Promise<void> {
  await sql`
    with due as (
      select customer_id, id
      from conversations
      where state = 'snoozed' and snoozed_until <= ${now}
      order by snoozed_until
      limit ${atOnce}
      for update skip locked),
    woken as (
      update conversations v
      set state = 'open', snoozed_until = null
      from due
      where v.customer_id = due.customer_id and v.id = due.id
      returning v.customer_id, v.id)
    select ${publishFrom('conversation.changed', { customerId: sql`customer_id`, conversationId: sql`id` })}
    from woken`.execute(db)
}
