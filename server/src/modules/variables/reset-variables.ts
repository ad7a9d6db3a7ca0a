import { sql } from 'kysely'
import { publish } from '../../live/publish.ts'
import type { Db } from '../../platform/db/database.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'

// Five past midnight, on the clock of the Netherlands.
const resetMinute = 5

/** Gives variables that are reset daily their standard value, once a day and not before 00:05; a day on which nothing ran is made up for. */
export async function resetVariables(db: Db, now: Date): Promise<void> {
  const { date, minute } = toLocalTime(now)
  if (minute < resetMinute) return
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ customer_id: number; script_id: number }>`
      with due as (select distinct customer_id, script_id
        from script_variables
        where reset_daily and reset_on < ${date}::date),
      locked as (
        update scripts s
        set variables_version = variables_version + 1
        from due
        where s.customer_id = due.customer_id and s.id = due.script_id
        returning s.customer_id, s.id as script_id)
      update script_variables v set value = standard_value, reset_on = ${date}::date from locked
      where v.customer_id = locked.customer_id
        and v.script_id = locked.script_id
        and v.reset_daily
        and v.reset_on < ${date}::date
      returning v.customer_id, v.script_id`.execute(tx)
    const scripts = new Map(rows.map((row) => [row.script_id, row.customer_id]))
    for (const [scriptId, customerId] of scripts) await publish(tx, { kind: 'script.changed', customerId, scriptId })
  })
}
