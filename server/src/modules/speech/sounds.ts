import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

type SoundRef = { customerId: number; key: string }

// Texts name people: what nobody hears any more goes.
const keptDays = 7
/** What the sounds of one customer may be together. */
const customerBytesMax = 64 * 1024 * 1024

/** A sound that is kept, which counts as heard now; undefined when it is not there. */
export async function findSound(db: Db, { customerId, key }: SoundRef, now: Date): Promise<{ seconds: number; wav: Buffer } | undefined> {
  const row = await db
    .updateTable('sounds')
    .set({ used_at: now })
    .where('customer_id', '=', customerId)
    .where('key', '=', key)
    .returning(['length_ms', 'content'])
    .executeTakeFirst()
  return row && { seconds: row.length_ms / 1000, wav: row.content }
}

/** Keeps a sound; those that were not heard for longest make room. */
export async function keepSound(db: Db, { customerId, key }: SoundRef, { wav, seconds }: { wav: Buffer; seconds: number }, now: Date) {
  await db
    .insertInto('sounds')
    .values({ customer_id: customerId, key, length_ms: Math.round(seconds * 1000), content: wav, bytes: wav.length, used_at: now })
    .onConflict((conflict) => conflict.columns(['customer_id', 'key']).doUpdateSet({ used_at: now }))
    .execute()
  await sql`
    delete from sounds s
    using (
      select key, sum(bytes) over (order by used_at desc, key) as kept
      from sounds
      where customer_id = ${customerId}) old
    where s.customer_id = ${customerId} and s.key = old.key and old.kept > ${customerBytesMax}`.execute(db)
}

/** Removes the sounds that nobody heard for a week. */
export async function sweepSounds(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('sounds')
    .where('used_at', '<', new Date(now.getTime() - keptDays * 24 * 3_600_000))
    .execute()
}
