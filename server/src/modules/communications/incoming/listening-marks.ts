import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { MailboxKey } from './mailbox-position.ts'

/** The mailboxes to which this engine listens, with those to which no living engine does, which it takes. */
export async function takeUnheard(db: Db, engineId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with mine as materialized (select id from engines where id = ${engineId} and lease_until > now() for key share),
    wanted as (select customer_id, id from providers where kind = 'imap' and state <> 'off'),
    unheard as (
      select w.customer_id, w.id
      from wanted w
      where not exists (
        select from mailboxes m
        join engines e on e.id = m.engine_id and e.lease_until > now()
        where m.customer_id = w.customer_id and m.provider_id = w.id)),
    taken as (
      insert into mailboxes as m (customer_id, provider_id, engine_id)
      select u.customer_id, u.id, mine.id from unheard u cross join mine
      on conflict (customer_id, provider_id) do update set engine_id = excluded.engine_id, listens_since = null
        where not exists (select from engines e where e.id = m.engine_id and e.lease_until > now())
      returning provider_id)
    select provider_id as id from taken
    union
    select m.provider_id from mailboxes m
    join wanted w on w.customer_id = m.customer_id and w.id = m.provider_id
    where m.engine_id = ${engineId}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Since when the engine listens to this mailbox; null: it does not now, and the mailbox is read every minute. */
export async function noteListening(db: Db, engineId: number, { customerId, providerId }: MailboxKey, since: Date | null): Promise<void> {
  await db
    .updateTable('mailboxes')
    .set({ listens_since: since })
    .where('customer_id', '=', customerId)
    .where('provider_id', '=', providerId)
    .where('engine_id', '=', engineId)
    .execute()
}

/** The engine listens to nothing any more; others may. */
export async function leaveUnheard(db: Db, engineId: number): Promise<void> {
  await db.updateTable('mailboxes').set({ engine_id: null, listens_since: null }).where('engine_id', '=', engineId).execute()
}
