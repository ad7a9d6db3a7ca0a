import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

// A provider that has sent no news of a call's end within a quarter of an hour will send none.
const silenceMinutes = 15
const talkHoursMax = 4

/** Ends calls of which no news came (unknown), and wakes cases that wait for a call that is over. Answers how many cases. */
export async function wakeStalledCalls(db: Db, now: Date): Promise<number> {
  await sql`
    with given_up as (
      update communications m set state = 'unknown', reason = 'noNews' where in_air
        and sent_at < ${now}::timestamptz - make_interval(mins => ${silenceMinutes})
        -- A conversation may last; one of which nobody has heard for hours is over.
        and not exists (
          select from manual_calls h
          where h.customer_id = m.customer_id and h.communication_id = m.id
            and h.answered_at > ${now}::timestamptz - make_interval(hours => ${talkHoursMax}))
      returning customer_id, case_id)
    update cases c
    set live_state = null
    from given_up g
    where c.customer_id = g.customer_id and c.id = g.case_id and c.live_state in ('calling', 'incall')`.execute(db)
  const { rows } = await sql<{ customer_id: number; case_id: number }>`
    update case_runs r set state = 'ready', waiting_for = null, due_at = ${now}
    where r.state = 'waiting' and r.waiting_for = 'call' and not exists (
      select from communications c where c.customer_id = r.customer_id and c.case_id = r.case_id and c.channel = 'call'
        and (c.state = 'queued' or c.in_air))
    returning r.customer_id, r.case_id`.execute(db)
  if (rows.length > 0)
    await sql`update cases
    set live_state = null
    where live_state = 'calling' and id = any(${rows.map((row) => row.case_id)}::bigint[])
    and customer_id = any(${rows.map((row) => row.customer_id)}::bigint[])`.execute(db)
  return rows.length
}
