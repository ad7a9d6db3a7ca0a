import { type CallCounts, handledFromSeconds, noCalls, sumOfCalls } from '@regie/contract/call-metrics.ts'
import { shortAbandonSeconds } from '@regie/contract/service-level.ts'
import { prepared } from '../../../platform/db/prepared.ts'

/** Whose calls: of the queues of these teams and among these queues; null is all. */
export type CallScope = { customerId: number; teams: readonly number[] | null; queues: readonly number[] | null }

export type ReportedQueue = {
  queueID: number
  name: string
  number: string
  teamID: number
  team: string
  targetSeconds: number
  targetPercent: number
  limitSeconds: number
}

// $1 is the customer, $2 and $3 are the teams and queues or null.
const queuesAsked = `
    from queues q
    where q.customer_id = $1 and ($2::bigint[] is null or q.team_id = any($2)) and ($3::bigint[] is null or q.id = any($3))`

const listed = prepared<ReportedQueue>(
  'call-report-queues',
  `select id as "queueID", name, number, team_id as "teamID", target_seconds as "targetSeconds",
    target_percent as "targetPercent", limit_seconds as "limitSeconds",
    (select t.name from teams t where t.customer_id = q.customer_id and t.id = q.team_id) as team
  ${queuesAsked}
  order by priority, lower(name), id`,
)

// Sums of intervals: sums of the seconds within them would be made of numerics, which takes twice as long.
const secondsOf = (sum: string) => `coalesce(extract(epoch from ${sum}), 0)::float`
const handled = `state = 'done' and ended_at >= picked_at + make_interval(secs => ${handledFromSeconds})`
// Who was refused hung up no sooner than they had to.
const shortAbandon = `(not refused and ended_at <= entered_at + make_interval(secs => ${shortAbandonSeconds}))`

// $4 and $5 are the moments between which they came in, $6 is now.
const counted = (key: string) => `
  with asked as materialized (
    select q.id, make_interval(secs => q.target_seconds) as target
    ${queuesAsked}
  ), calls as (
    select x.*, a.target,
      -- While a phone rings nobody answered yet.
      case when x.rings_until is null then x.answered_at end as picked_at,
      -- Kept with the agent, who may have had the same call before: it counts once, where they had it last.
      case when h.hold_seconds > 0 and not exists (
        select from queue_calls y
        where y.customer_id = x.customer_id and y.communication_id = x.communication_id and y.user_id = x.user_id
          and y.leg > x.leg) then h.hold_seconds else 0 end as hold
    from queue_calls x
    join asked a on a.id = x.queue_id
    left join desk_calls h on h.customer_id = x.customer_id and h.communication_id = x.communication_id
      and h.user_id = x.user_id and h.hold_seconds > 0
    where x.customer_id = $1 and x.entered_at >= $4 and x.entered_at < $5)
  select ${key} as key, count(*)::int as offered, (count(*) filter (where inbound))::int as inbound,
     count(picked_at)::int as answered,
    (count(*) filter (where picked_at <= entered_at + target))::int as "inTime",
    (count(*) filter (where state = 'abandoned' and not ${shortAbandon}))::int as abandoned,
    (count(*) filter (where state = 'abandoned' and ${shortAbandon}))::int as "shortAbandoned",
    (count(*) filter (where ${handled}))::int as handled,
    ${secondsOf('sum(picked_at - entered_at)')} as "waitSeconds",
    ${secondsOf('max(coalesce(picked_at, ended_at) - entered_at)')} as "longestWait",
    (${secondsOf(`sum(ended_at - picked_at) filter (where ${handled})`)}
      - coalesce(sum(hold) filter (where ${handled}), 0))::float as "talkSeconds",
    coalesce(sum(hold) filter (where ${handled}), 0)::float as "holdSeconds",
    (count(*) filter (where hold > 0 and ${handled}))::int as held,
    0 as missed,
    ${secondsOf(`sum(coalesce(after_until, $6::timestamptz) - after_from) filter (where ${handled})`)} as "afterSeconds"
  from calls
  group by 1`

type Counted = CallCounts & { key: number | null }

const byQueue = prepared<Counted>('call-report-by-queue', counted('queue_id'))
const byAgent = prepared<Counted>('call-report-by-agent', `${counted('user_id')} having count(picked_at) > 0`)
// Each bucket begins on a full quarter. Told apart by them alone: looking each call up in a list of 3,000 beginnings takes three times as long.
const byQuarter = prepared<CallCounts & { key: Date }>('call-report-by-quarter', counted("date_bin('15 minutes', entered_at, 'epoch')"))

// Offers that rang out, by the moment at which their call came into its queue: one call may have several, also one that was answered in the end.
const missed = (key: string) => `
  select ${key} as key, count(*)::int as missed
  from missed_offers o
  join queue_calls x on x.customer_id = o.customer_id and x.communication_id = o.communication_id and x.leg = o.leg
  join queues q on q.customer_id = x.customer_id and q.id = x.queue_id
  where x.customer_id = $1 and ($2::bigint[] is null or q.team_id = any($2))
    and ($3::bigint[] is null or q.id = any($3)) and x.entered_at >= $4 and x.entered_at < $5
  group by 1`

const missedByQueue = prepared<{ key: number; missed: number }>('call-report-missed-by-queue', missed('x.queue_id'))
const missedByAgent = prepared<{ key: number | null; missed: number }>('call-report-missed-by-agent', missed('o.user_id'))
const missedByQuarter = prepared<{ key: Date; missed: number }>(
  'call-report-missed-by-quarter',
  missed("date_bin('15 minutes', x.entered_at, 'epoch')"),
)

type Pool = Parameters<typeof byQueue>[0]
export type Moments = { from: Date; until: Date; now: Date }

const whose = ({ customerId, teams, queues }: CallScope) => [customerId, teams, queues]
const within = (scope: CallScope, { from, until }: Moments) => [...whose(scope), from, until]
const asked = (scope: CallScope, moments: Moments) => [...within(scope, moments), moments.now]
const withoutKey = ({ key: _key, ...counts }: Counted): CallCounts => counts

export const listReportedQueues = (pool: Pool, scope: CallScope) => listed(pool, whose(scope))

/** What was counted in each bucket that has calls, by its number; the first begins with the period. */
export async function countByBucket(
  pool: Pool,
  scope: CallScope,
  moments: Moments,
  starts: readonly Date[],
): Promise<Map<number, CallCounts>> {
  const misses = await missedByQuarter(pool, within(scope, moments))
  const missesAt = new Map(misses.map(({ key, missed }) => [key.getTime(), missed]))
  const quarters = (await byQuarter(pool, asked(scope, moments))).toSorted((one, other) => one.key.getTime() - other.key.getTime())
  const parts = new Map<number, CallCounts[]>()
  let at = 0
  for (const { key, ...calls } of quarters) {
    const counts = { ...calls, missed: missesAt.get(key.getTime()) ?? 0 }
    while ((starts[at + 1]?.getTime() ?? Infinity) <= key.getTime()) at++
    const own = parts.get(at)
    if (own) own.push(counts)
    else parts.set(at, [counts])
  }
  return new Map([...parts].map(([bucket, own]) => [bucket, sumOfCalls(own)]))
}

export async function countByQueue(pool: Pool, scope: CallScope, moments: Moments): Promise<Map<number, CallCounts>> {
  const rows = await byQueue(pool, asked(scope, moments))
  const misses = new Map((await missedByQueue(pool, within(scope, moments))).map(({ key, missed }) => [key, missed]))
  return new Map(rows.map((row) => [row.key ?? 0, { ...withoutKey(row), missed: misses.get(row.key ?? 0) ?? 0 }]))
}

/** The calls of each agent who answered them or did not pick up; null are agents whose account was deleted. */
export async function countByAgent(pool: Pool, scope: CallScope, moments: Moments): Promise<Map<number | null, CallCounts>> {
  const rows = await byAgent(pool, asked(scope, moments))
  const counts = new Map(rows.map((row) => [row.key, withoutKey(row)]))
  for (const { key, missed } of await missedByAgent(pool, within(scope, moments)))
    counts.set(key, { ...(counts.get(key) ?? noCalls), missed })
  return counts
}
