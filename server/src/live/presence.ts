import type { Present } from '@regie/contract/live-events.ts'
import { sql } from 'kysely'
import { publishFrom } from './publish.ts'
import type { Db } from '../platform/db/database.ts'

/** A window of a browser that has a case open. */
export type PresentAt = { customerId: number; caseId: number; userId: number; socket: string; editing: boolean }

// A process that died keeps nobody present for longer than this.
const silentSeconds = 60

/** Somebody opened a case, or begins to change it. The colleagues who have it open hear it. */
export async function enterCase(db: Db, { customerId, caseId, userId, socket, editing }: PresentAt): Promise<void> {
  await sql`
    with entered as (
      insert into presence (customer_id, case_id, user_id, socket, editing)
      values (${customerId}, ${caseId}, ${userId}, ${socket}, ${editing})
      on conflict (customer_id, case_id, socket) do update set editing = excluded.editing, seen_at = now())
    select ${notifyPresence(customerId, caseId)}`.execute(db)
}

/** He closed it. */
export async function leaveCase(db: Db, { customerId, caseId, socket }: PresentAt): Promise<void> {
  await sql`
    with gone as (delete from presence where customer_id = ${customerId} and case_id = ${caseId} and socket = ${socket})
    select ${notifyPresence(customerId, caseId)}`.execute(db)
}

/** These windows are still open. Those of which nobody said so for a while are gone. */
export async function keepPresence(db: Db, sockets: readonly string[]): Promise<void> {
  if (sockets.length > 0) await sql`update presence set seen_at = now() where socket = any(${sockets}::text[])`.execute(db)
  await sql`
    with gone as (delete from presence
      where seen_at < now() - make_interval(secs => ${silentSeconds})
      returning customer_id, case_id)
    select ${publishFrom('presence.changed', { customerId: sql`customer_id`, caseId: sql`case_id` })}
    from gone`.execute(db)
}

/** Who has the case open, each person once, who is changing it first. */
export async function listPresent(db: Db, customerId: number, caseId: number): Promise<Present[]> {
  const { rows } = await sql<Present>`
    select u.id as "userID",
      coalesce(nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.middle_name, ''), nullif(u.last_name, '')),
        ''),
        u.username) as name,
      upper(left(coalesce(nullif(u.first_name, ''), u.username), 1) || left(u.last_name, 1)) as initials, p.editing,
        p.since
    from (
      select user_id, bool_or(editing) as editing, min(since) as since from presence
      where customer_id = ${customerId}
        and case_id = ${caseId}
        and seen_at > now() - make_interval(secs => ${silentSeconds})
      group by user_id) p
    join staff u on u.id = p.user_id order by p.editing desc, p.since, u.id limit 50`.execute(db)
  return rows.map((row) => ({ ...row, since: new Date(row.since).toISOString() }))
}

const notifyPresence = (customerId: number, caseId: number) =>
  publishFrom('presence.changed', { customerId: sql`${customerId}::bigint`, caseId: sql`${caseId}::bigint` })
