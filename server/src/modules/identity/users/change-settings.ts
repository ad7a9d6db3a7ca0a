import { type Settings, settingsOf } from '@regie/contract/login.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** Keeps the given settings of a user and leaves the others as they are. */
export async function changeSettings(
  db: Db,
  userId: number,
  settings: { [Key in keyof Settings]?: Settings[Key] | undefined },
): Promise<Settings> {
  const { settings: kept } = await db
    .updateTable('users')
    .set({ settings: sql`settings || ${JSON.stringify(settings)}::jsonb` })
    .where('id', '=', userId)
    .returning('settings')
    .executeTakeFirstOrThrow()
  return settingsOf(kept)
}
