import { type CallCounts, goalsOf, metricsOf, noCalls, sumOfCalls } from '@regie/contract/call-metrics.ts'
import type { CallFigures, callReportApi } from '@regie/contract/call-report.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { bucketStarts, daysAsked, daysBefore, momentsOf, usualGranularity } from '../report-period.ts'
import { type CallScope, countByBucket, countByQueue, listReportedQueues } from './count-calls.ts'

type BucketsQuery = RequestOf<typeof callReportApi.buckets>['query']
type Query = RequestOf<typeof callReportApi.performance>['query']

const whole = (counts: CallCounts): CallFigures => ({ ...counts, ...metricsOf(counts) })

/** Whose calls a query asks for. Throws for who may not see the customer. */
export function scopeOf(caller: Caller, { customerID, teams, queues }: Pick<Query, 'customerID' | 'teams' | 'queues'>): CallScope {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  return { customerId: customerID, teams: teams ?? null, queues: queues ?? null }
}

/** The calls of a period by bucket, empty ones too, and all together. */
export async function findCallBuckets(
  { pool, clock }: Services,
  caller: Caller,
  query: BucketsQuery,
): Promise<ResponseOf<typeof callReportApi.buckets>> {
  const scope = scopeOf(caller, query)
  const now = clock.now()
  const days = daysAsked(query, now)
  const granularity = query.granularity ?? usualGranularity(days)
  const starts = bucketStarts(days, granularity)
  const counted = await countByBucket(pool, scope, { ...momentsOf(days), now }, starts)
  return {
    ...{ ...days, granularity },
    rows: starts.map((start, at) => ({ bucket: start.toISOString(), ...whole(counted.get(at) ?? noCalls) })),
    total: whole(sumOfCalls([...counted.values()])),
  }
}

/** How the queues did in a period beside their goals, and in the one before. */
export async function findCallPerformance(
  { pool, clock }: Services,
  caller: Caller,
  query: Query,
): Promise<ResponseOf<typeof callReportApi.performance>> {
  const scope = scopeOf(caller, query)
  const now = clock.now()
  const days = daysAsked(query, now)
  const earlier = daysBefore(days)
  const [queues, counted, before] = await Promise.all([
    listReportedQueues(pool, scope),
    countByQueue(pool, scope, { ...momentsOf(days), now }),
    countByQueue(pool, scope, { ...momentsOf(earlier), now }),
  ])
  return {
    ...days,
    total: whole(sumOfCalls([...counted.values()])),
    before: { ...earlier, ...whole(sumOfCalls([...before.values()])) },
    goals: goalsOf(queues),
    queues: queues.map((queue) => ({
      ...queue,
      ...whole(counted.get(queue.queueID) ?? noCalls),
      before: whole(before.get(queue.queueID) ?? noCalls),
    })),
  }
}
