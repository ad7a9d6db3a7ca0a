import type { caseApi, TimelineItem } from '@regie/contract/cases.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import * as z from 'zod'
import { decodeCursor, pageFrom } from '../../platform/db/page.ts'
import { isoText, prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findTextMask } from './masks/case-mask.ts'
import { findCustomerOfCase } from './case-queries.ts'

type Query = RequestOf<typeof caseApi.timeline>['query']

const Cursor = z.tuple([z.number().int()])

// What happened to a case, newest first, each message with the state it is in now.
const timelineOf = prepared<TimelineItem>(
  'case-timeline',
  `select t.id, ${isoText('t.at')} as at, t.kind, t.event, t.params, t.communication_id as "communicationID",
      t.simulated, m.reason, t.by_user as by,
    case
      when m.id is null then null
      when m.delivery is not null then m.delivery
      when m.state in ('queued', 'claimed') then 'waiting'
      when m.state = 'refused' then 'failed' else m.state end as state
  from timeline t left join communications m on m.customer_id = t.customer_id and m.id = t.communication_id
  where t.customer_id = $1 and t.case_id = $2 and t.id < $3 and ($5::text is null or t.kind = $5)
  order by t.id desc limit $4`,
)
const countTimeline = prepared<{ total: number }>(
  'case-timeline-count',
  `select count(*) as total
  from timeline
  where customer_id = $1 and case_id = $2 and ($3::text is null or kind = $3)`,
)

/** A page of what happened to a case, or of what happened by one channel. */
export async function caseTimeline(
  { pool }: Services,
  caller: Caller,
  caseId: number,
  { channel, limit, cursor }: Query,
): Promise<ResponseOf<typeof caseApi.timeline>> {
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const [beforeId] = cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor(Cursor, cursor)
  const items = await timelineOf(pool, [customerId, caseId, beforeId, limit + 1, channel ?? null])
  const masked = await findTextMask(pool, caller, caseId)
  const shown = items.map((item) => ({ ...item, params: mapTexts(item.params, masked) }))
  const [counted] = await countTimeline(pool, [customerId, caseId, channel ?? null])
  return { ...pageFrom(shown, limit, (item) => [item.id]), total: { value: counted?.total ?? 0, exact: true } }
}

const mapTexts = (params: TimelineItem['params'], masked: (text: string) => string): TimelineItem['params'] =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? masked(value) : value]))
