import type { Channel } from '@regie/contract/channels.ts'
import type { FailureCause } from '@regie/contract/failure-causes.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import type { Services } from '../../../services.ts'
import { hasFailed } from '../reported/message-outcomes.ts'
import { explainFailures } from './failure-groups.ts'

/** Failed messages of one channel, of a script or of all, between two moments. */
export type FailuresAsked = { customerId: number; scriptId: number | null; channel: Channel; from: Date; until: Date }
type Reason = { channel: Channel; provider: string; reason: string | null; count: number }

const reasons = prepared<Reason>(
  'failure-reasons',
  `with its as materialized (
    select b.id
    from batches b
    where b.customer_id = $1 and not b.is_demo and ($2::bigint is null or b.script_id = $2))
  select m.channel, m.provider, left(m.reason, 60) as reason, count(*)::int as count
  from communications m
  join its on its.id = m.batch_id
  where m.customer_id = $1 and m.channel = $3 and m.queued_at >= $4 and m.queued_at < $5 and ${hasFailed('m')}
  group by 1, 2, 3
  order by 4 desc`,
)

/** What failed, by provider and by the first words of what it said, each with its cause or code. */
export async function findFailureReasons(
  services: Pick<Services, 'pool' | 'db'>,
  { customerId, scriptId, channel, from, until }: FailuresAsked,
) {
  return explainFailures(services.db, customerId, await reasons(services.pool, [customerId, scriptId, channel, from, until]))
}

/** The reasons of one cause, or of one code without a cause, as two lists for `unnest`. */
export async function reasonsOf(
  services: Pick<Services, 'pool' | 'db'>,
  asked: FailuresAsked,
  wanted: { cause: FailureCause | null; code: string },
): Promise<[providers: string[], reasons: string[]]> {
  const same = (await findFailureReasons(services, asked)).filter(
    ({ cause, code }) => cause === wanted.cause && (cause !== null || code === wanted.code),
  )
  return [same.map(({ provider }) => provider), same.map(({ reason }) => reason ?? '')]
}
