import { type MessageCounts, noMessages, type ReportedChannel, sumOfMessages } from '@regie/contract/message-report.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { hasLeft, messageJoins, outcomeSql, unsubscribedSql } from '../../communications/reported/message-outcomes.ts'

/** Whose messages: of one channel, and of a script or of all. */
export type MessageScope = { customerId: number; scriptId: number | null; channel: ReportedChannel }
export type Moments = { from: Date; until: Date }

// $1 is the customer, $2 the script or null, $3 the channel, $4 and $5 are the moments. Demos count nowhere.
const batchesAsked = `
  select b.id, b.script_id
  from batches b
  where b.customer_id = $1 and not b.is_demo and ($2::bigint is null or b.script_id = $2)`

const countsOf = Object.entries(outcomeSql)
  .map(([name, isOne]) => `(count(*) filter (where ${isOne}))::int as "${name}"`)
  .join(',\n    ')

const counted = (key: string, more = '') => `
  with its as materialized (${batchesAsked})
  select ${key} as key, ${countsOf}
  from communications m
  join its on its.id = m.batch_id
  ${messageJoins('$4', '$5')}
  ${more}
  where m.customer_id = $1 and m.channel = $3 and m.queued_at >= $4 and m.queued_at < $5 and ${hasLeft('m')}
  group by 1`

const leftOff = (key: string) => `
  with its as materialized (${batchesAsked})
  select ${key} as key, count(*)::int as count
  from (select l.customer_id, l.case_id, l.added_at ${unsubscribedSql('$3', '$4')}) l
  join cases c on c.customer_id = l.customer_id and c.id = l.case_id
  join its on its.id = c.batch_id
  group by 1`

// Each bucket begins on a full quarter of an hour.
const quarter = (moment: string) => `date_bin('15 minutes', ${moment}, 'epoch')`

type Counted = Omit<MessageCounts, 'unsubscribed'> & { key: number | null }
type AtMoment<Row> = Omit<Row, 'key'> & { key: Date }
type Left = { key: number | null; count: number }

const whole = prepared<Counted>('message-report-whole', counted('null::bigint'))
const byScript = prepared<Counted>('message-report-scripts', counted('its.script_id'))
const byTemplate = prepared<Counted>(
  'message-report-templates',
  counted('v.template_id', 'left join template_revisions v on v.customer_id = t.customer_id and v.id = t.template_revision_id'),
)
const byQuarter = prepared<AtMoment<Counted>>('message-report-quarters', counted(quarter('m.queued_at')))
const leftWhole = prepared<Left>('message-report-left', leftOff('null::bigint'))
const leftByScript = prepared<Left>('message-report-left-scripts', leftOff('its.script_id'))
const leftByQuarter = prepared<AtMoment<Left>>('message-report-left-quarters', leftOff(quarter('l.added_at')))

type Pool = Parameters<typeof whole>[0]

const asked = ({ customerId, scriptId, channel }: MessageScope, { from, until }: Moments) => [customerId, scriptId, channel, from, until]

/** Of WhatsApp nobody unsubscribes apart: what they say holds for their number, by every channel. */
async function countLeft<Row>(query: (pool: Pool, values: unknown[]) => Promise<Row[]>, pool: Pool, scope: MessageScope, moments: Moments) {
  if (scope.channel !== 'email') return []
  return query(pool, [scope.customerId, scope.scriptId, moments.from, moments.until])
}

/** All messages of a period as one. */
export async function countMessages(pool: Pool, scope: MessageScope, moments: Moments): Promise<MessageCounts> {
  const [[counts], [left]] = await Promise.all([whole(pool, asked(scope, moments)), countLeft(leftWhole, pool, scope, moments)])
  const { key: _key, ...some } = counts ?? { key: null, ...noMessages }
  return { ...some, unsubscribed: left?.count ?? 0 }
}

/** The messages of each script, or of each template; under null those without one. Who unsubscribes does so from a script, not from a template. */
export async function countByGroup(
  pool: Pool,
  scope: MessageScope,
  moments: Moments,
  by: 'scripts' | 'templates',
): Promise<Map<number | null, MessageCounts>> {
  const [rows, left] = await Promise.all([
    (by === 'scripts' ? byScript : byTemplate)(pool, asked(scope, moments)),
    by === 'scripts' ? countLeft(leftByScript, pool, scope, moments) : [],
  ])
  const groups = new Map(rows.map(({ key, ...counts }) => [key, { ...counts, unsubscribed: 0 }]))
  for (const { key, count } of left) groups.set(key, { ...(groups.get(key) ?? noMessages), unsubscribed: count })
  return groups
}

/** What was counted in each bucket that has something, by its number; the first begins with the period. */
export async function countByBucket(
  pool: Pool,
  scope: MessageScope,
  moments: Moments,
  starts: readonly Date[],
): Promise<Map<number, MessageCounts>> {
  const [rows, left] = await Promise.all([byQuarter(pool, asked(scope, moments)), countLeft(leftByQuarter, pool, scope, moments)])
  const parts = [
    ...rows.map(({ key, ...counts }) => ({ key, counts: { ...counts, unsubscribed: 0 } })),
    ...left.map(({ key, count }) => ({ key, counts: { ...noMessages, unsubscribed: count } })),
  ]
  const ends = starts.map((start) => start.getTime())
  const buckets = Map.groupBy(parts, ({ key }) => lastUpTo(ends, key.getTime()))
  return new Map([...buckets].map(([bucket, own]) => [bucket, sumOfMessages(own.map(({ counts }) => counts))]))
}

/** The place of the last number that is not above this one, in a list from low to high. */
function lastUpTo(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((sorted[middle] ?? 0) <= value) low = middle
    else high = middle - 1
  }
  return low
}
