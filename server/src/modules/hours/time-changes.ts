import type { ExtraWindow, TimeWindow } from '@regie/contract/time-windows.ts'
import { sql } from 'kysely'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { publish } from '../../live/publish.ts'

export type Place = { customerId: number; scriptId: number }
type Given<Window> = Window & { id: number | null }

/** Locks a script and all that share a window with it, always in the same order: two people at two of them wait for each other, and do not stand across. */
export async function lockSharers(tx: Transaction, scriptId: number): Promise<void> {
  await sql`
    select from scripts where id = ${scriptId} or id in (
      select o.script_id
      from script_windows sw
      join script_windows o on o.customer_id = sw.customer_id and o.window_id = sw.window_id
      where sw.script_id = ${scriptId})
    order by id for update`.execute(tx)
}

/** Makes the windows of a script these: changed where they have an id, made where not, and what is left out goes. Answers the ids of those that changed. */
export async function replaceWindows(tx: Transaction, { customerId, scriptId }: Place, windows: readonly Given<TimeWindow>[]) {
  const kept = windows.flatMap(({ id }) => (id === null ? [] : [id]))
  await tx
    .deleteFrom('script_windows')
    .where('customer_id', '=', customerId)
    .where('script_id', '=', scriptId)
    .where('window_id', '!=', sql<number>`all(${kept}::bigint[])`)
    .execute()
  for (const { id, start, end, weekdays, channels } of windows) {
    const values = { starts: start, ends: end, weekdays: [...weekdays].sort((a, b) => a - b), channels: [...channels] }
    if (id === null) {
      const made = await tx
        .insertInto('time_windows')
        .values({ customer_id: customerId, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
      await coupleWindow(tx, { customerId, scriptId }, made.id)
    } else {
      await tx
        .updateTable('time_windows')
        .set(values)
        .where('customer_id', '=', customerId)
        .where('id', '=', id)
        .where(
          sql<boolean>`(starts, ends, weekdays, channels) is distinct from (${start}::time, ${end}::time,
              ${values.weekdays}::smallint[], ${values.channels}::text[])`,
        )
        .execute()
    }
  }
  await removeUnused(tx, customerId)
}

/** Makes the dates of a script these. */
export async function replaceExtra(tx: Transaction, { customerId, scriptId }: Place, extra: readonly Given<ExtraWindow>[]) {
  const kept = extra.flatMap(({ id }) => (id === null ? [] : [id]))
  await tx
    .deleteFrom('extra_windows')
    .where('customer_id', '=', customerId)
    .where('script_id', '=', scriptId)
    .where('id', '!=', sql<number>`all(${kept}::bigint[])`)
    .execute()
  for (const { id, date, closed, start, end, channels } of extra) {
    // Of a day that is closed the hours say nothing.
    const values = closed
      ? { day: date, closed, starts: '00:00', ends: '23:59', channels: [] }
      : { day: date, closed, starts: start, ends: end, channels: [...channels] }
    if (id === null)
      await tx
        .insertInto('extra_windows')
        .values({ customer_id: customerId, script_id: scriptId, ...values })
        .execute()
    else
      await tx
        .updateTable('extra_windows')
        .set(values)
        .where('customer_id', '=', customerId)
        .where('script_id', '=', scriptId)
        .where('id', '=', id)
        .where(
          sql<boolean>`(day, closed, starts, ends, channels) is distinct from (${date}::date, ${closed}::boolean,
              ${values.starts}::time, ${values.ends}::time, ${values.channels}::text[])`,
        )
        .execute()
  }
}

/** Gives a script a window; false when it has it. */
export async function coupleWindow(tx: Transaction, { customerId, scriptId }: Place, windowId: number): Promise<boolean> {
  const made = await tx
    .insertInto('script_windows')
    .values({ customer_id: customerId, script_id: scriptId, window_id: windowId })
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

/** Takes a window from a script; false when it did not have it. */
export async function uncoupleWindow(tx: Transaction, { customerId, scriptId }: Place, windowId: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom('script_windows')
    .where('customer_id', '=', customerId)
    .where('script_id', '=', scriptId)
    .where('window_id', '=', windowId)
    .executeTakeFirst()
  await removeUnused(tx, customerId)
  return gone.numDeletedRows === 1n
}

/** A window goes with the last script that had it. */
async function removeUnused(tx: Transaction, customerId: number) {
  await sql`
    delete from time_windows w where w.customer_id = ${customerId}
      and not exists (select from script_windows sw where sw.customer_id = w.customer_id and sw.window_id = w.id)`.execute(tx)
}

/** The windows of these scripts are others from now on: who still looks at the old ones cannot save them. */
export async function publishTimesChanged(tx: Transaction, customerId: number, scriptIds: readonly number[]): Promise<void> {
  await sql`
    update scripts
    set times_version = times_version + 1, changed_at = now()
    where customer_id = ${customerId} and id = any(${[...scriptIds]}::bigint[])`.execute(tx)
  await publishHoursChanged(tx, customerId, scriptIds)
}

/** These scripts work at other moments: screens hear it, and what was held for its hours is looked at anew. */
export async function publishHoursChanged(tx: Transaction, customerId: number, scriptIds: readonly number[]): Promise<void> {
  if (scriptIds.length === 0) return
  for (const scriptId of scriptIds) await publish(tx, { kind: 'script.changed', customerId, scriptId })
  await enqueue(tx, 'endHolds', { customerId, scriptIds: [...scriptIds] })
}
