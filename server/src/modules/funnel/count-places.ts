import type { WhyPlace } from '@regie/contract/why.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { caseWorks, isDue, isFree } from '../case-runs/run-selection.ts'
import type { FunnelBatch } from './funnel-batches.ts'
import type { Gates } from './gates.ts'
import { casesWithGates, heldReason, isHeldUnreachable, movesAt, placeOf, placeOfOpen } from './place-of-case.ts'

/** How many cases of a batch stand somewhere, and when the first of them may move. */
export type PlaceCount = { batchId: number; place: WhyPlace; reason: string | null; count: number; nextAt: Date | null }

type Wanted = { customerId: number; batches: readonly FunnelBatch[]; gates: readonly Gates[]; now: Date }

/**
 * Counts the cases of batches by place. What a batch stops by itself is known from the kept counters. For the others the runs are counted in their
 * narrow indexes, without looking at a case: paused ones are few, counted apart, and taken off. Measured with a million cases: docs/bench.md P24.
 */
export async function countPlaces(db: Db, { customerId, batches, gates, now }: Wanted): Promise<PlaceCount[]> {
  const gateOf = new Map(gates.map((gate) => [gate.batchId, gate]))
  const stopped = batches.filter(({ batchId }) => gateOf.get(batchId)?.whole !== null)
  const trying = batches.filter((batch) => !stopped.includes(batch) && batch.trialUntilCase !== null)
  const free = batches.filter((batch) => !stopped.includes(batch) && !trying.includes(batch))
  return [
    ...batches.map(({ batchId, closed }) => countOf(batchId, 'closed', closed)),
    ...(await countPaused(db, customerId, batches)),
    ...stopped.map(({ batchId, open }) => countOf(batchId, gateOf.get(batchId)?.whole ?? 'finished', open)),
    ...(await countTrying(db, { customerId, batches: trying, gates: gatesFor(trying), now })),
    ...(await countFree(db, { customerId, batches: free, gates: gatesFor(free), now })),
  ]

  function gatesFor(some: readonly FunnelBatch[]) {
    return some.flatMap(({ batchId }) => gateOf.get(batchId) ?? [])
  }
}

function countOf(batchId: number, place: WhyPlace, count: number, nextAt: Date | null = null): PlaceCount {
  return { batchId, place, reason: null, count, nextAt }
}

async function countPaused(db: Db, customerId: number, batches: readonly FunnelBatch[]): Promise<PlaceCount[]> {
  const some = batches.filter(({ paused }) => paused > 0)
  if (some.length === 0) return []
  const { rows } = await sql<{ batchId: number; nextAt: Date | null }>`
    select batch_id as "batchId", min(paused_until) as "nextAt" from cases
    where customer_id = ${customerId} and batch_id = any(${idsOf(some)}::bigint[]) and status = 'paused' group by 1`.execute(db)
  const nextOf = new Map(rows.map((row) => [row.batchId, row.nextAt]))
  return some.map(({ batchId, paused }) => countOf(batchId, 'casePaused', paused, nextOf.get(batchId) ?? null))
}

// In two, so that each is read by its index.
const takingPart = (customerId: number, batches: readonly FunnelBatch[]) => sql`(
  select c.*
  from batches b
  join cases c on c.customer_id = b.customer_id and c.batch_id = b.id and c.id <= b.trial_until_case
  where b.customer_id = ${customerId} and b.id = any(${idsOf(batches)}::bigint[])
  union all
  select c.*
  from batches b
  join case_runs p on p.customer_id = b.customer_id and p.batch_id = b.id and p.passes_trial
    and p.case_id > b.trial_until_case
  join cases c on c.customer_id = p.customer_id and c.id = p.case_id
  where b.customer_id = ${customerId} and b.id = any(${idsOf(batches)}::bigint[])) c`

/** Of a batch on trial only the first cases move, and those that pass it: they are looked at one by one, and the rest waits. */
async function countTrying(db: Db, { customerId, batches, gates, now }: Wanted): Promise<PlaceCount[]> {
  if (batches.length === 0) return []
  const { rows } = await sql<PlaceCount>`
    select b.id as "batchId", ${placeOf(now)} as place, ${heldReason} as reason, count(*)::int as count,
      min(${movesAt(now)}) as "nextAt"
    from ${casesWithGates(customerId, gates, takingPart(customerId, batches))}
    where ${caseWorks}
    group by 1, 2, 3`.execute(db)
  const places = rows.map(withoutIdleReason)
  return [...places, ...restOf(batches, places, 'notInTrial')]
}

async function countFree(db: Db, { customerId, batches, gates, now }: Wanted): Promise<PlaceCount[]> {
  if (batches.length === 0) return []
  const ids = sql`${idsOf(batches)}::bigint[]`
  const gateOf = new Map(gates.map((gate) => [gate.batchId, gate]))
  const runs = await sql<{ batchId: number; due: number; sleeping: number; nextAt: Date | null }>`
    select r.batch_id as "batchId", count(*) filter (where ${isDue(now)})::int as due,
      count(*) filter (where not ${isDue(now)} and r.held is null)::int as sleeping,
      min(r.due_at) filter (where not ${isDue(now)} and r.held is null) as "nextAt"
    from case_runs r where r.customer_id = ${customerId} and r.batch_id = any(${ids}) and ${isFree}
      and r.unreachable is null
    group by 1`.execute(db)
  const unreachable = await sql<PlaceCount>`
    select r.batch_id as "batchId", 'unreachable' as place, r.unreachable as reason, count(*)::int as count,
      null::timestamptz as "nextAt"
    from case_runs r
    where r.customer_id = ${customerId} and r.batch_id = any(${ids}) and ${isFree} and r.unreachable is not null
    group by 1, 3`.execute(db)
  const held = await sql<PlaceCount>`
    select r.batch_id as "batchId", case when ${isHeldUnreachable} then 'unreachable' else 'held' end as place,
      r.held as reason, count(*)::int as count, min(r.due_at) as "nextAt"
    from case_runs r
    where r.customer_id = ${customerId}
      and r.batch_id = any(${ids})
      and ${isFree}
      and r.held is not null
      and r.unreachable is null
      and not ${isDue(now)}
    group by 1, 2, 3`.execute(db)
  const claimed = await sql<PlaceCount>`
    select r.batch_id as "batchId", 'claimed' as place, null as reason, count(*)::int as count,
      null::timestamptz as "nextAt"
    from case_runs r
    where r.customer_id = ${customerId} and r.batch_id = any(${ids}) and r.owner is not null and r.state <> 'finished'
    group by 1`.execute(db)
  const waiting = await sql<{ batchId: number; isCall: boolean; count: number }>`
    select r.batch_id as "batchId", r.waiting_for = 'call' as "isCall", count(*)::int as count
    from case_runs r
    where r.customer_id = ${customerId} and r.batch_id = any(${ids}) and r.state = 'waiting'
    group by 1, 2`.execute(db)
  const calls = await countCalls(db, { customerId, batches, gates, now })
  const queued = Map.groupBy(calls, (call) => call.batchId)
  const places = [
    ...runs.rows.flatMap(({ batchId, due, sleeping, nextAt }) => [
      countOf(batchId, gateOf.get(batchId)?.due ?? 'contactable', due),
      countOf(batchId, 'sleeping', sleeping, nextAt),
    ]),
    ...unreachable.rows,
    ...held.rows,
    ...claimed.rows,
    ...calls,
    ...waiting.rows.map(({ batchId, isCall, count }) =>
      isCall ? countOf(batchId, 'inCall', count - sumOf(queued.get(batchId) ?? [])) : countOf(batchId, 'waitingForNews', count),
    ),
  ]
  const open = takeOff(places, await countPausedRuns(db, { customerId, batches, gates, now }))
  return [...open, ...restOf(batches, open, 'finished')]
}

const isMessageOf = sql`m.customer_id = o.customer_id and m.id = o.communication_id`

/** Calls that are ready to be made. Outside their hours none is looked at, so that night does not cost a look at each. */
async function countCalls(db: Db, { customerId, batches, gates, now }: Wanted): Promise<PlaceCount[]> {
  const closed = gates[0]?.callHours ?? null
  const { rows } = await sql<{ batchId: number; isLater: boolean; reason: string | null; count: number; nextAt: Date | null }>`
    select o.batch_id as "batchId", o.next_at > ${now} as "isLater",
      ${closed === null ? sql`case when o.next_at > ${now} then m.reason end` : sql`null`} as reason,
      count(*)::int as count, min(o.next_at) as "nextAt"
    from outbox o
    ${closed === null ? sql`left join communications m on o.next_at > ${now} and ${isMessageOf}` : sql``}
    where o.channel = 'call'
      and o.customer_id = ${customerId}
      and o.batch_id = any(${idsOf(batches)}::bigint[])
      and o.state = 'queued'
    group by 1, 2, 3`.execute(db)
  const gateOf = new Map(gates.map((gate) => [gate.batchId, gate]))
  return rows.map(({ batchId, isLater, reason, count, nextAt }) => {
    if (closed !== null) return countOf(batchId, closed, count)
    if (isLater) return { batchId, place: 'held' as const, reason, count, nextAt }
    return countOf(batchId, gateOf.get(batchId)?.calls ?? 'contactable', count)
  })
}

/** Where the paused cases would stand: the counts over runs hold them too. */
async function countPausedRuns(db: Db, { customerId, batches, gates, now }: Wanted): Promise<PlaceCount[]> {
  const some = new Set(batches.filter(({ paused }) => paused > 0).map(({ batchId }) => batchId))
  if (some.size === 0) return []
  const { rows } = await sql<PlaceCount>`
    select b.id as "batchId", ${placeOfOpen(now)} as place, ${heldReason} as reason, count(*)::int as count,
      null::timestamptz as "nextAt"
    from ${casesWithGates(
      customerId,
      gates.filter(({ batchId }) => some.has(batchId)),
    )} where c.status = 'paused' group by 1, 2, 3`.execute(db)
  return rows.map(withoutIdleReason)
}

/** A run remembers why it was held last; that counts only while it is held. */
function withoutIdleReason(row: PlaceCount): PlaceCount {
  return row.place === 'held' || row.place === 'unreachable' ? row : { ...row, reason: null }
}

function takeOff(places: readonly PlaceCount[], paused: readonly PlaceCount[]): PlaceCount[] {
  return [...places, ...paused.map((one) => ({ ...one, count: -one.count }))]
}

/** What the counts of a batch leave of its open cases. */
function restOf(batches: readonly FunnelBatch[], places: readonly PlaceCount[], place: WhyPlace): PlaceCount[] {
  const known = Map.groupBy(places, (one) => one.batchId)
  return batches.map(({ batchId, open }) => countOf(batchId, place, open - sumOf(known.get(batchId) ?? [])))
}

const sumOf = (places: readonly PlaceCount[]) => places.reduce((sum, place) => sum + place.count, 0)
const idsOf = (batches: readonly FunnelBatch[]) => batches.map(({ batchId }) => batchId)
