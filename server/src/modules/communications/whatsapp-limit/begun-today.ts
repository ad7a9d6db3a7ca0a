import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

/** With how many people each number of a customer began within 24 hours, by provider (0: the installation's own). */
export async function countBegunToday(db: Db, customerId: number, now: Date): Promise<Map<number, number>> {
  const { rows } = await sql<{ provider: number; people: number }>`
    select coalesce(c.provider_id, 0) as provider, count(distinct c.recipient)::int as people
    from communications c
    where c.customer_id = ${customerId} and c.whatsapp_started_at > ${now}::timestamptz - interval '24 hours'
      and not exists (
        select from conversations v
        where v.customer_id = c.customer_id and v.channel = 'whatsapp' and v.address = lower(c.recipient)
          and v.window_ends_at > ${now})
    group by 1`.execute(db)
  return new Map(rows.map(({ provider, people }) => [provider, people]))
}
