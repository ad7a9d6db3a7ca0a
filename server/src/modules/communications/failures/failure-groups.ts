import type { Channel } from '@regie/contract/channels.ts'
import { type FailureCause, failureCauseNames } from '@regie/contract/failure-causes.ts'
import { readFailure } from '@regie/contract/failure-codes.ts'
import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import type { Services } from '../../../services.ts'
import { hasFailed } from '../reported/message-outcomes.ts'

/** Failed messages of one provider with the same first words of what it said. */
export type FailureGroup = {
  channel: Channel
  provider: string
  reason: string | null
  count: number
  lastAt: string
  cause: FailureCause | null
  code: string
}

// What a provider says beside its code differs from message to message: the code is read in SQL no further than its first words.
const reasons = prepared<{ sent: number; failed: number; rows: Omit<FailureGroup, 'cause' | 'code'>[] }>(
  'failure-counts',
  `with recent as materialized (
    select m.channel, m.provider, m.reason, m.state, m.delivery, m.queued_at
    from communications m
    where m.customer_id = $1 and m.queued_at >= $2 and m.state in ('sent', 'failed', 'refused')),
  grouped as (
    select channel, provider, left(reason, 60) as reason, count(*)::int as count, max(queued_at) as last_at
    from recent
    where ${hasFailed('recent')}
    group by 1, 2, 3
    order by count(*) desc
    limit 500)
  select (select count(*)::int from recent) as sent,
    (select count(*)::int from recent where ${hasFailed('recent')}) as failed,
    coalesce((select json_agg(json_build_object('channel', g.channel, 'provider', g.provider, 'reason', g.reason,
      'count', g.count, 'lastAt', to_char(g.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
      from grouped g), '[]') as rows`,
)

/** From when the last so many days count. */
export const sinceOf = (days: number, now: Date) => new Date(now.getTime() - days * 24 * 3_600_000)

/** What failed in the last days, each with its cause: as the product knows the code, or as the customer's staff wrote it down. */
export async function findFailureGroups(
  { pool, db, clock }: Pick<Services, 'pool' | 'db' | 'clock'>,
  customerId: number,
  days: number,
): Promise<{ sent: number; failed: number; groups: FailureGroup[] }> {
  const [found] = await reasons(pool, [customerId, sinceOf(days, clock.now())])
  const groups = await explainFailures(db, customerId, found?.rows ?? [])
  return { sent: found?.sent ?? 0, failed: found?.failed ?? 0, groups }
}

/** The same rows, each with the cause that the product knows for its code or that the customer's staff wrote down. */
export async function explainFailures<Row extends { channel: Channel; provider: string; reason: string | null }>(
  db: Db,
  customerId: number,
  rows: readonly Row[],
): Promise<(Row & { cause: FailureCause | null; code: string })[]> {
  const settled = await db
    .selectFrom('failure_codes')
    .select(['channel', 'provider', 'code', 'cause'])
    .where('customer_id', '=', customerId)
    .where('cause', 'is not', null)
    .execute()
  const own = new Map(settled.map((one) => [`${one.channel} ${one.provider} ${one.code}`, one.cause]))
  return rows.map((row) => {
    const { channel, provider, reason } = row
    const read = readFailure(channel, reason ?? '', provider)
    const cause = read?.cause ?? failureCauseNames.find((one) => one === own.get(`${channel} ${provider} ${read?.code}`)) ?? null
    // Where a provider gave no code it is one of our own reasons, which has its words.
    return { ...row, cause, code: read?.code ?? (/^\w{1,40}$/.test(reason ?? '') ? (reason ?? '') : '') }
  })
}

type Counted = { cause: FailureCause | null; code: string; count: number }

/** One row for each cause, or for each code without one; the most frequent first. */
export function countByCause(reasons: readonly Counted[]): Counted[] {
  const groups = Map.groupBy(reasons, ({ cause, code }) => cause ?? `code ${code}`)
  const rows = [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : { cause: first.cause, code: first.code, count: others.reduce((sum, { count }) => sum + count, first.count) },
  )
  return rows.toSorted((one, other) => other.count - one.count || one.code.localeCompare(other.code))
}
