import { unreachableReasons } from '@regie/contract/cases.ts'
import type { WhyPlace } from '@regie/contract/why.ts'
import { type RawBuilder, sql } from 'kysely'
import { isDue, isFree, isInTrial } from '../case-runs/run-selection.ts'
import type { Gates } from './gates.ts'

/**
 * SQL: the cases of some batches with what their place depends on. Aliases as in run-selection.ts, with `w` what stops a batch by itself,
 * and `q` the call of a case that waits for a line. `first` begins with other rows than all cases: it must give `c`.
 */
export const casesWithGates = (customerId: number, gates: readonly Gates[], first: RawBuilder<unknown> = sql`cases c`) => sql`
  ${first}
  join batches b on b.customer_id = ${customerId} and b.customer_id = c.customer_id and b.id = c.batch_id
  join unnest(${gates.map((gate) => gate.batchId)}::bigint[], ${gates.map((gate) => gate.whole)}::text[],
    ${gates.map((gate) => gate.due)}::text[],
    ${gates.map((gate) => gate.callHours)}::text[], ${gates.map((gate) => gate.calls)}::text[]) as w(batch_id, whole,
      due, call_hours, calls) on w.batch_id = b.id
  left join case_runs r on r.customer_id = c.customer_id and r.case_id = c.id
  left join lateral (
    select o.next_at, m.reason
    from communications m
    join outbox o on o.customer_id = m.customer_id and o.communication_id = m.id
    where r.state = 'waiting'
      and r.waiting_for = 'call'
      and m.customer_id = c.customer_id
      and m.case_id = c.id
      and m.channel = 'call'
      and m.state = 'queued'
      and o.state = 'queued'
    order by o.next_at limit 1) q on true`

/** SQL: the engine looked, and held the run for a reason that no waiting ends. */
export const isHeldUnreachable = sql<boolean>`r.held = any(${sql.lit(`{${unreachableReasons.join(',')}}`)}::text[])`

/** SQL: where an open case stands, in the order in which the engine passes it by. What is left at the end is taken now. */
export const placeOfOpen = (now: Date): RawBuilder<WhyPlace> => sql<WhyPlace>`case
  when w.whole is not null then w.whole
  when not ${isInTrial} then 'notInTrial'
  when r.case_id is null or r.state = 'finished' then 'finished'
  when r.owner is not null then 'claimed'
  when r.state = 'waiting' and r.waiting_for = 'call' then
    case
      when q.next_at is null then 'inCall'
      when w.call_hours is not null then w.call_hours
      when q.next_at > ${now} then 'held'
      else coalesce(w.calls, 'contactable') end
  when r.state = 'waiting' then 'waitingForNews'
  when r.unreachable is not null then 'unreachable'
  when ${isFree} and ${isDue(now)} then coalesce(w.due, 'contactable')
  when ${isHeldUnreachable} then 'unreachable'
  when r.held is not null then 'held'
  else 'sleeping' end`

/** SQL: where a case stands. */
export const placeOf = (now: Date) =>
  sql<WhyPlace>`case c.status when 'closed' then 'closed' when 'paused' then 'casePaused' else ${placeOfOpen(now)} end`

/** SQL: why it is held, where its place is `held` or `unreachable`. */
export const heldReason = sql<string | null>`case
  when r.state = 'waiting' then q.reason
  else coalesce(r.unreachable, r.held) end`

/** SQL: when it may move by itself, as far as the case knows. */
export const movesAt = (now: Date) => sql<Date | null>`case
  when c.status = 'paused' then c.paused_until
  when r.state = 'waiting' then q.next_at
  when r.unreachable is not null then null
  when ${isFree} and not ${isDue(now)} then r.due_at end`
