import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { type mailReportApi, type MessageGroup, noMessages, type ReportedChannel, sumOfMessages } from '@regie/contract/message-report.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { countByCause } from '../../communications/failures/failure-groups.ts'
import { findFailureReasons } from '../../communications/failures/failure-reasons.ts'
import { hasFailed, hasLeft } from '../../communications/reported/message-outcomes.ts'
import { daysOfCounter } from '../payment-report.ts'
import { bucketStarts, daysAsked, daysBefore, momentsOf, usualGranularity } from '../report-period.ts'
import { countByBucket, countByGroup, countMessages, type MessageScope } from './count-messages.ts'

type Api = typeof mailReportApi
type BucketsQuery = RequestOf<Api['buckets']>['query']
type GroupsQuery = RequestOf<Api['groups']>['query']
type ErrorsQuery = RequestOf<Api['errors']>['query']
type CounterQuery = RequestOf<Api['counter']>['query']

/** Whose messages a query asks for. Throws for who may not see the customer. */
function scopeOf(
  caller: Caller,
  channel: ReportedChannel,
  { customerID, scriptID }: { customerID: number; scriptID?: number | undefined },
): MessageScope {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  return { customerId: customerID, scriptId: scriptID ?? null, channel }
}

/** The messages of a period by bucket, empty ones too, all together, and those of the period before. */
export async function findMessageBuckets(
  { pool, clock }: Services,
  caller: Caller,
  channel: ReportedChannel,
  query: BucketsQuery,
): Promise<ResponseOf<Api['buckets']>> {
  const scope = scopeOf(caller, channel, query)
  const days = daysAsked(query, clock.now())
  const granularity = query.granularity ?? usualGranularity(days)
  const starts = bucketStarts(days, granularity)
  const earlier = daysBefore(days)
  const [counted, before] = await Promise.all([
    countByBucket(pool, scope, momentsOf(days), starts),
    countMessages(pool, scope, momentsOf(earlier)),
  ])
  return {
    ...{ ...days, granularity },
    rows: starts.map((start, at) => ({ bucket: start.toISOString(), ...(counted.get(at) ?? noMessages) })),
    total: sumOfMessages([...counted.values()]),
    before: { ...earlier, ...before },
  }
}

const scriptNames = prepared<{ id: number; name: string }>(
  'message-report-script-names',
  'select id, name from scripts where customer_id = $1 and id = any($2::bigint[])',
)
const templateNames = prepared<{ id: number; name: string }>(
  'message-report-template-names',
  `select id, coalesce(nullif(name, ''), key) as name
  from templates
  where customer_id = $1 and id = any($2::bigint[])`,
)

/** The messages of a period by script or by template, the most first. */
export async function findMessageGroups(
  { pool, clock }: Services,
  caller: Caller,
  channel: ReportedChannel,
  query: GroupsQuery,
): Promise<ResponseOf<Api['groups']>> {
  const scope = scopeOf(caller, channel, query)
  const days = daysAsked(query, clock.now())
  const counted = await countByGroup(pool, scope, momentsOf(days), query.by)
  const ids = [...counted.keys()].filter((id) => id !== null)
  const named = await (query.by === 'scripts' ? scriptNames : templateNames)(pool, [scope.customerId, ids])
  const nameOf = new Map(named.map(({ id, name }) => [id, name]))
  const rows: MessageGroup[] = [...counted].map(([id, counts]) => ({ id, name: id === null ? null : (nameOf.get(id) ?? null), ...counts }))
  return {
    ...days,
    rows: rows.toSorted((one, other) => other.all - one.all || (one.id ?? 0) - (other.id ?? 0)),
    total: sumOfMessages([...counted.values()]),
  }
}

/** Why messages of a period failed, by cause where one is known, else by code; the most frequent first. */
export async function findMessageErrors(
  services: Services,
  caller: Caller,
  channel: ReportedChannel,
  query: ErrorsQuery,
): Promise<ResponseOf<Api['errors']>> {
  const scope = scopeOf(caller, channel, query)
  const days = daysAsked(query, services.clock.now())
  const reasons = await findFailureReasons(services, { ...scope, ...momentsOf(days) })
  return { ...days, rows: countByCause(reasons) }
}

// Of a total the messages that left are kept by batch: a customer may have millions.
const kept = (column: 'emails' | 'whatsapp') =>
  prepared<{ count: number }>(
    `message-counter-${column}`,
    `select coalesce(sum(k.${column}), 0)::int as count
    from batches b
    join batch_counters k on k.customer_id = b.customer_id and k.batch_id = b.id
    where b.customer_id = $1 and not b.is_demo and ($2::bigint is null or b.script_id = $2)`,
  )
const keptOf = { email: kept('emails'), whatsapp: kept('whatsapp') }

const counter = (isOne: string) => `
  select count(*)::int as count
  from communications m
  join batches b on b.customer_id = m.customer_id and b.id = m.batch_id
  where m.customer_id = $1 and not b.is_demo and ($2::bigint is null or b.script_id = $2)
    and m.channel = $3 and m.queued_at >= $4 and m.queued_at < $5 and ${isOne}`
const countSent = prepared<{ count: number }>('message-counter-sent', counter(`${hasLeft('m')} and m.state = 'sent'`))
const countFailed = prepared<{ count: number }>('message-counter-failed', counter(hasFailed('m')))

/** How many messages left in the day, week or month of today, or ever, and how many failed. */
export async function countSentMessages(
  { pool, clock }: Services,
  caller: Caller,
  channel: ReportedChannel,
  query: CounterQuery,
): Promise<ResponseOf<Api['counter']>> {
  const { customerId, scriptId } = scopeOf(caller, channel, query)
  const { from, until: to } = daysOfCounter(query.type, clock.now())
  const moments = momentsOf({ from, to })
  const asked = [customerId, scriptId, channel, moments.from, moments.until]
  const sent = query.type === 'total' ? keptOf[channel](pool, [customerId, scriptId]) : countSent(pool, asked)
  const [[left], [failed]] = await Promise.all([sent, countFailed(pool, asked)])
  return { type: query.type, from, to, count: left?.count ?? 0, failed: failed?.count ?? 0 }
}
