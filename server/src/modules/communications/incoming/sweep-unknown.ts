import { fixedDays } from '@regie/contract/retention.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

// Who wrote about a case of ours is asked about within weeks; what nobody could tie by then is somebody's mail and no work of ours.
const daysKept = fixedDays.unknownMessages
// Few enough that nobody waits for the rows; the next half hour takes the next.
const portion = 5_000

/**
 * Removes what came in and was tied to no case for so long, with its attachments, and conversations that are empty then. Calls of nobody that we know
 * stay counted; who called goes.
 */
export async function sweepUnknown(db: Db, now: Date): Promise<void> {
  await sql`
    with old as (
      select customer_id, id, conversation_id
      from incoming_messages
      where case_id is null and coalesce(untied_at, saved_at) < ${now}::timestamptz - make_interval(days => ${daysKept})
      limit ${portion}),
    removed as (
      delete from incoming_messages m
      using old
      where m.customer_id = old.customer_id and m.id = old.id)
    delete from conversations c
    using old
    where c.customer_id = old.customer_id and c.id = old.conversation_id and c.case_id is null
      and c.last_at < ${now}::timestamptz - make_interval(days => ${daysKept})
      and not exists (
        select from incoming_messages m
        where m.customer_id = c.customer_id and m.conversation_id = c.id
          and coalesce(m.untied_at, m.saved_at) >= ${now}::timestamptz - make_interval(days => ${daysKept}))`.execute(db)
  await sql`
    update communications
    set recipient = ''
    where (customer_id, id) in (
      select customer_id, id
      from communications
      where case_id is null and recipient <> ''
        and queued_at < ${now}::timestamptz - make_interval(days => ${daysKept})
      limit ${portion})`.execute(db)
}
