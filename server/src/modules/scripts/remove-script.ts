import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { publish } from '../../live/publish.ts'
import { type LockedScript, selectScriptForUpdate } from './script-row.ts'

/** Deletes a script that nothing uses; with batches or files it stays, and the refusal says how many. */
export async function removeScript({ db }: Services, caller: Caller, scriptId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const script = await selectScriptForUpdate(tx, caller, scriptId)
    const count = await countUses(tx, script)
    if (count > 0) throw new AppError('script.inUse', { params: { count } })
    await deleteWindowsOfItsOwn(tx, script)
    const ofScript = sql`customer_id = ${script.customer_id} and script_id = ${scriptId}`
    await sql`update scripts set live_version_id = null where customer_id = ${script.customer_id} and id = ${scriptId}`.execute(tx)
    await sql`delete from script_drafts where ${ofScript}`.execute(tx)
    await sql`delete from holidays where ${ofScript}`.execute(tx)
    await sql`delete from script_versions where ${ofScript}`.execute(tx)
    await sql`delete from scripts where customer_id = ${script.customer_id} and id = ${scriptId}`.execute(tx)
    await publish(tx, { kind: 'script.changed', customerId: script.customer_id, scriptId })
  })
}

/** Its batches, and the files that are not one yet. */
async function countUses(tx: Transaction, { customer_id, id }: LockedScript): Promise<number> {
  const { rows } = await sql<{ uses: number }>`
    select (select count(*) from batches where customer_id = ${customer_id} and script_id = ${id})
      + (select count(*)
        from imports
        where customer_id = ${customer_id} and script_id = ${id} and batch_id is null) as uses`.execute(tx)
  return rows[0]?.uses ?? 0
}

// Windows that serve other scripts too go on serving them.
async function deleteWindowsOfItsOwn(tx: Transaction, { customer_id, id }: LockedScript): Promise<void> {
  await sql`
    delete from time_windows w where w.customer_id = ${customer_id}
      and exists (select from script_windows sw
        where sw.customer_id = w.customer_id and sw.window_id = w.id and sw.script_id = ${id})
      and not exists (select from script_windows sw
        where sw.customer_id = w.customer_id and sw.window_id = w.id and sw.script_id <> ${id})`.execute(tx)
}
