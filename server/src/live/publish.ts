import type { LiveEvent } from '@regie/contract/live-events.ts'
import { sql } from 'kysely'
import type { Transaction } from '../platform/db/database.ts'

/** The channel of PostgreSQL that carries the live events. */
export const liveChannel = 'live'

/** Says what changed, in the transaction of the change: heard after the commit, never without it. */
export async function publish(tx: Transaction, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${liveChannel}, ${JSON.stringify(event)})`.execute(tx)
}
