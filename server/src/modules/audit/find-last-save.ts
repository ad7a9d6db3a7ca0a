import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { SavedRows } from '../../platform/http/last-save.ts'

/** Who saved last one of these rows by these actions, and when. */
export async function findLastSave(db: Db, { actions, rows }: SavedRows): Promise<{ by: string; at: string } | null> {
  const found = await db
    .selectFrom('audit as a')
    .select(['a.username', 'a.at'])
    .where('a.action', 'in', actions)
    .where('a.username', 'is not', null)
    // What is of the installation is saved by users of all customers; this caller knows those of their own.
    .where(sql<boolean>`(a.customer_id is not null or exists (select from users u where u.id = a.user_id))`)
    // Older than that nobody has had a form open; and the log is kept in parts of a month.
    .where('a.at', '>', sql<Date>`now() - interval '7 days'`)
    .where((eb) =>
      eb.or(
        rows.map(({ entity, ids, prefix, owner }) =>
          eb.and([
            eb('a.entity', '=', entity),
            eb.or([
              eb('a.entity_id', '=', sql<string>`any(${ids})`),
              ...(prefix === null ? [] : [sql<boolean>`starts_with(a.entity_id, ${prefix})`]),
              ...(owner === null ? [] : [sql<boolean>`coalesce(a.before, a.after) ->> ${owner[0]} = ${owner[1]}`]),
            ]),
          ]),
        ),
      ),
    )
    .orderBy('a.at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ? { by: found.username ?? '', at: found.at.toISOString() } : null
}
