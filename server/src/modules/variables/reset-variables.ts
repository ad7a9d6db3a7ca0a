import { sql } from 'kysely'
import { enqueue } from '../../jobs/enqueue.ts'
import { publish } from '../../live/publish.ts'
import type { Db } from '../../platform/db/database.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { asksVariable } from '../filters/filter-sql.ts'

// Five past midnight, on the clock of the Netherlands.
const resetMinute = 5

/** Gives variables that are reset daily their standard value, once a day and not before 00:05; a day on which nothing ran is made up for. */
export async function resetVariables(db: Db, now: Date): Promise<void> {
  const { date, minute } = toLocalTime(now)
  if (minute < resetMinute) return
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ customer_id: number; script_id: number; asked: boolean }>`
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
      returning v.customer_id, v.script_id, exists (
        select
        from script_filters f
        where f.customer_id = v.customer_id
          and f.script_id = v.script_id
          and f.active
          and ${sql.raw(asksVariable('f', 'v.key'))}) as asked`.execute(tx)
    const scripts = new Map(rows.map((row) => [row.script_id, row.customer_id]))
    for (const [scriptId, customerId] of scripts) await publish(tx, { kind: 'script.changed', customerId, scriptId })
    // A filter that asks such a variable now leaves out other cases.
    const asked = new Map(rows.filter((row) => row.asked).map((row) => [row.script_id, row.customer_id]))
    for (const [scriptId, customerId] of asked) await enqueue(tx, 'endHolds', { customerId, scriptIds: [scriptId] })
  })
}
