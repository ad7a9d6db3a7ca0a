import { deliveryQuietSeconds } from '@regie/contract/file-deliveries.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { mustBeLive } from '../imports/begin-import.ts'
import { findActing } from './acting-caller.ts'
import { fitsPattern } from './file-names.ts'
import type { ClaimedDelivery, LyingFile } from './delivered-file.ts'
import { openPlace } from './places/open-place.ts'
import { doneFolders, type Place, type PlaceFile, PlaceFault } from './places/place.ts'
import { takeFile } from './take-file.ts'

// As long as a file system allows; what is longer is no file.
const nameMax = 255
const filesPerTurn = 10
const bytesPerTurn = 40 * 1024 * 1024
// Some programs make a file first and fill it when they have its rows.
const emptyForMs = 10 * 60_000

/**
 * One look into the folder of a delivery: what is new there is written down, what has kept still for long enough is taken, what has its end is put aside.
 * A look that breaks off anywhere is done anew by the next: each step is committed before the one after it begins. Soon again: a file may still grow.
 */
export async function lookInto(services: Services, delivery: ClaimedDelivery, signal: AbortSignal): Promise<{ isSoon: boolean }> {
  const { db, clock } = services
  const caller = await findActing(services, delivery)
  if (!caller) throw new PlaceFault('rightsLost')
  await mustBeLive(db, delivery.customerId, delivery.scriptId).catch((error: unknown) => {
    throw error instanceof AppError ? new PlaceFault('scriptGone', error) : error
  })
  const place = await openPlace(services, delivery, { signal })
  try {
    const files = (await place.list()).filter(({ name }) => name.length <= nameMax && fitsPattern(name, delivery.pattern))
    const now = clock.now()
    await writeDown(db, delivery, files, now)
    const lying = await listLying(db, delivery)
    const ripe = lying.filter((file) => file.state === 'seen' && isRipe(file, now)).toSorted(byAge)
    let [left, bytes] = [filesPerTurn, 0]
    for (const file of ripe) {
      signal.throwIfAborted()
      if (left === 0 || bytes > bytesPerTurn) break
      left -= 1
      bytes += file.bytes
      if ((await takeFile(services, { delivery, caller, place, file })) === 'later') break
    }
    await putAside(db, delivery, place, signal)
    const { count } = await db
      .selectFrom('delivered_files')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('customer_id', '=', delivery.customerId)
      .where('delivery_id', '=', delivery.id)
      .where('state', '=', 'seen')
      .where('bytes', '>', 0)
      .executeTakeFirstOrThrow()
    return { isSoon: Number(count) > 0 }
  } finally {
    await place.close()
  }
}

const byAge = (a: PlaceFile, b: PlaceFile) => a.modifiedAt.getTime() - b.modifiedAt.getTime() || a.name.localeCompare(b.name)

/** Has it kept its size and its moment for long enough to be whole? */
const isRipe = ({ bytes, stillSince }: Pick<LyingFile, 'bytes' | 'stillSince'>, now: Date): boolean =>
  now.getTime() - stillSince.getTime() >= (bytes === 0 ? emptyForMs : deliveryQuietSeconds * 1_000)

/** Keeps what lies there now: new files, files that have grown, and those that somebody took away. */
async function writeDown(db: Db, { customerId, id }: ClaimedDelivery, files: readonly PlaceFile[], now: Date): Promise<void> {
  const names = files.map(({ name }) => name)
  const bytes = files.map((file) => file.bytes)
  const moments = files.map(({ modifiedAt }) => modifiedAt.toISOString())
  const lying = sql`
    unnest(${names}::text[], ${bytes}::bigint[], ${moments}::timestamptz[]) as l(name, bytes, modified_at)`
  await db.transaction().execute(async (tx) => {
    // Whatever became of it, it lies there no more; one that was only seen was never ours.
    await sql`
      delete from delivered_files f
      where f.customer_id = ${customerId} and f.delivery_id = ${id} and f.state = 'seen'
        and f.name <> all(${names}::text[])`.execute(tx)
    await sql`
      update delivered_files f
      set place = 'away'
      where f.customer_id = ${customerId} and f.delivery_id = ${id} and f.place <> 'away' and f.state <> 'seen'
        and not exists (
          select from ${lying}
          where l.name = f.name and l.bytes = f.bytes and l.modified_at = f.modified_at)`.execute(tx)
    await sql`
      update delivered_files f
      set seen_at = ${now}
      where f.customer_id = ${customerId} and f.delivery_id = ${id} and f.place <> 'away'
        and f.state <> 'seen'`.execute(tx)
    await sql`
      insert into delivered_files as f
        (customer_id, delivery_id, name, bytes, modified_at, still_since, seen_at, at)
      select ${customerId}, ${id}, l.name, l.bytes, l.modified_at, ${now}, ${now}, ${now}
      from ${lying}
      where not exists (
        select from delivered_files k
        where k.customer_id = ${customerId} and k.delivery_id = ${id} and k.place <> 'away' and k.state <> 'seen'
          and k.name = l.name and k.bytes = l.bytes and k.modified_at = l.modified_at)
      on conflict (customer_id, delivery_id, name) where state = 'seen' do update
      set bytes = excluded.bytes, modified_at = excluded.modified_at, seen_at = excluded.seen_at,
        still_since = case
          when f.bytes = excluded.bytes and f.modified_at = excluded.modified_at then f.still_since
          else excluded.still_since end`.execute(tx)
  })
}

async function listLying(db: Db, { customerId, id }: ClaimedDelivery): Promise<LyingFile[]> {
  const { rows } = await sql<LyingFile>`
    select id, name, bytes, modified_at as "modifiedAt", state, place, still_since as "stillSince"
    from delivered_files
    where customer_id = ${customerId} and delivery_id = ${id} and place <> 'away'`.execute(db)
  return rows
}

/** Puts aside what has its end; what may not be moved is known by what it held, and left. */
async function putAside(db: Db, delivery: ClaimedDelivery, place: Place, signal: AbortSignal): Promise<void> {
  for (const file of await listLying(db, delivery)) {
    if (file.place !== 'there' || (file.state !== 'imported' && file.state !== 'refused')) continue
    signal.throwIfAborted()
    const isAway = await place.putAway(file, doneFolders[file.state])
    await db
      .updateTable('delivered_files')
      .set({ place: isAway ? 'away' : 'left' })
      .where('customer_id', '=', delivery.customerId)
      .where('id', '=', file.id)
      .execute()
  }
}
