import type { Db } from '../../platform/db/database.ts'

/** How far a message has come; `sent`, `failed` and `unknown` are final. */
export async function findSystemMailState(db: Db, messageId: number): Promise<string | undefined> {
  return (await db.selectFrom('system_messages').select('state').where('id', '=', messageId).executeTakeFirst())?.state
}
