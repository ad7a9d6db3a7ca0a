import type { Pool } from 'pg'
import { prepared } from '../../platform/db/prepared.ts'
import { fromLocalTime, toLocalTime } from '../contact-permission/local-time.ts'
import { type Candidate, compareCandidates, worthSql } from './next-case-order.ts'

/** Who asks, of which customer and script (null: all), when; and which batches and cases were looked at before and may not be called now. */
export type Asking = {
  customerId: number
  scriptId: number | null
  userId: number
  now: Date
  batchesOut: readonly number[]
  casesOut: readonly number[]
}

/** So many are looked at in one go. */
export const candidatesMax = 30

// Nobody else holds it, the user did not skip it today, nobody is on the phone with it.
const free = `c.live_state is null and c.id <> all($7::bigint[])
        and not exists (
          select from case_holds h
          where h.customer_id = c.customer_id and h.case_id = c.id and h.user_id <> $3 and h.until > $4)
        and not exists (
          select from case_skips s
          where s.customer_id = c.customer_id and s.case_id = c.id and s.user_id = $3 and s.day = $5::date)`

/** SQL: a call-back whose moment has come, of user $3 or of anyone, at $4. */
export const dueCallback = (one: string) => `${one}.state = 'open' and ${one}.at <= $4
      and (${one}.for_user_id is null or ${one}.for_user_id = $3)`

/** SQL: case `c` has something outstanding and a number. */
export const owesAndHasPhone = `c.outstanding_cents > c.paid_cents and coalesce(c.mobile, c.phone) is not null`

/** SQL: case `c` was not called since this moment. */
export const notCalled = (since: string) => `not exists (
          select from communications m
          where m.customer_id = c.customer_id and m.case_id = c.id and m.channel = 'call' and not m.inbound
            and coalesce(m.started_at, m.queued_at) >= ${since})`

// The first of batch `o` by cases_worth.
const worthOfBatch = (count: number) => `
      select c.id, c.batch_id, case when coalesce(c.result = 'TOEV', false) then 'broken' else 'worth' end as cause,
        null::timestamptz as callback_at, false as is_own, ${worthSql} as worth
      from cases c
      where c.customer_id = $1 and c.batch_id = o.id and c.status = 'open'
        and ${owesAndHasPhone} and ${free} and ${notCalled('$8')}
      order by coalesce(c.result = 'TOEV', false) desc, ${worthSql} desc, c.id
      limit ${count}`

// Who is most worth calling: due call-backs by their index, and of the open batches the first by cases_worth. A batch of which the very first does not
// stand among the first of all batches has nobody to add, so most batches are asked for one case. $8 is where the day began.
const candidates = prepared<Candidate>(
  'next-case-candidates',
  `with open as materialized (
    select b.id
    from batches b
    join scripts s on s.customer_id = b.customer_id and s.id = b.script_id and s.active
    where b.customer_id = $1 and b.status = 'open' and not b.is_demo and b.locked_by is null
      and ($2::bigint is null or b.script_id = $2) and b.id <> all($6::bigint[])
  ), called_back as (
    select c.id, c.batch_id, 'callback' as cause, k.at as callback_at, k.for_user_id is not null as is_own,
      0::bigint as worth
    from callbacks k
    join cases c on c.customer_id = k.customer_id and c.id = k.case_id and c.status <> 'closed'
    where k.customer_id = $1 and ${dueCallback('k')}
      and c.batch_id in (select id from open) and ${free}
    order by (k.for_user_id is not null) desc, k.at, c.id
    limit ${candidatesMax}
  ), firsts as materialized (
    select w.*
    from open o
    cross join lateral (${worthOfBatch(1)}) w
    order by w.cause, w.worth desc, w.id
    limit ${candidatesMax}
  ), others as (
    select w.*
    from firsts f
    join open o on o.id = f.batch_id
    cross join lateral (${worthOfBatch(candidatesMax)}) w
    order by w.cause, w.worth desc, w.id
    limit ${candidatesMax})
  select id as "caseId", batch_id as "batchId", cause, callback_at as "callbackAt", is_own as "isOwn",
    worth::float8 as worth
  from called_back
  union all
  select id, batch_id, cause, callback_at, is_own, worth::float8
  from others`,
)

/** The cases that are to be called first, in their order. */
export async function listCandidates(pool: Pool, asking: Asking): Promise<Candidate[]> {
  const { customerId, scriptId, userId, now, batchesOut, casesOut } = asking
  const { date } = toLocalTime(now)
  const values = [customerId, scriptId, userId, now, date, batchesOut, casesOut, fromLocalTime(date, 0)]
  const found = new Map<number, Candidate>()
  // A case with two causes has the more urgent one.
  for (const row of (await candidates(pool, values)).toSorted(compareCandidates)) if (!found.has(row.caseId)) found.set(row.caseId, row)
  return [...found.values()]
}
