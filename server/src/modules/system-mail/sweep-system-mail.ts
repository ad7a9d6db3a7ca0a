import type { Db } from '../../platform/db/database.ts'

/** Forgets messages that were settled long ago, and codes whose process was killed before they left: their readers asked for others. */
export async function sweepSystemMail(db: Db, { settledBefore, codesBefore }: { settledBefore: Date; codesBefore: Date }): Promise<void> {
  await db.deleteFrom('system_messages').where('settled_at', '<=', settledBefore).execute()
  await db
    .deleteFrom('system_messages')
    .where('kind', '=', 'code')
    .where('settled_at', 'is', null)
    .where('queued_at', '<=', codesBefore)
    .execute()
}
