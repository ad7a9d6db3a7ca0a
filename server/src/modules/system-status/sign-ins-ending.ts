import type { Channel } from '@regie/contract/channels.ts'
import type { StatusProblem } from '@regie/contract/status.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

// A new secret of an app is made in a minute, by somebody who has to be found first.
const soonDays = 31
const dayMs = 86_400_000

type Asked = { db: Db; customerIds: readonly number[]; now: Date }
type Row = { id: number; name: string; channel: Channel; refusedAt: Date | null; endsAt: Date | null }

/** Accounts at Microsoft and Google that let us in no more, or soon will not: the permission ends, or the secret of the app does. */
export async function signInsEnding({ db, customerIds, now }: Asked): Promise<StatusProblem[]> {
  const { rows } = await sql<Row>`
    select p.id, p.name, p.channel, g.refused_at as "refusedAt",
      least(g.ends_at, ((p.settings #>> '{oauth,secretUntil}')::date + 1)::timestamptz) as "endsAt"
    from providers p
    left join provider_grants g on g.customer_id = p.customer_id and g.provider_id = p.id
    where p.customer_id = any(${customerIds}::bigint[]) and p.settings ? 'oauth'
      and (p.state <> 'off' or g.refused_at is not null)
    order by p.name, p.id`.execute(db)
  return rows.flatMap((row) => problemOf(row, now) ?? [])
}

function problemOf({ id, name, channel, refusedAt, endsAt }: Row, now: Date): StatusProblem | null {
  const about = { state: 'warning', channel, batch: null, provider: { id, name } } as const
  if (refusedAt !== null) return { kind: 'tokenExpired', since: refusedAt.toISOString(), count: null, ...about }
  if (endsAt === null) return null
  const leftMs = endsAt.getTime() - now.getTime()
  if (leftMs <= 0) return { kind: 'tokenExpired', since: endsAt.toISOString(), count: null, ...about }
  return leftMs < soonDays * dayMs ? { kind: 'tokenExpires', since: null, count: Math.floor(leftMs / dayMs), ...about } : null
}
