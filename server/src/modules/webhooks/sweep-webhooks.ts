import { webhookDaysKept } from '@regie/contract/outgoing-webhooks.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

const rowsAtOnce = 5_000

/** Removes from the logs what is older than they show, and secrets that sign no more. */
export async function sweepWebhooks(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('outgoing_webhooks')
    .set({ former_secret: null, former_secret_until: null })
    .where('former_secret_until', '<=', now)
    .execute()
  const before = new Date(now.getTime() - webhookDaysKept * 86_400_000)
  for (;;) {
    const { rows } = await sql`
      delete from webhook_messages m
      using (
        select customer_id, id
        from webhook_messages
        where at < ${before} and state <> 'queued'
        limit ${rowsAtOnce}) old
      where m.customer_id = old.customer_id and m.id = old.id
      returning 1`.execute(db)
    if (rows.length < rowsAtOnce) return
  }
}
