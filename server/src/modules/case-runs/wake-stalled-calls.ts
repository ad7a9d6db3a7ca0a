import { sql } from 'kysely'
import { publishCasesChanged } from '../../live/publish.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { dropLive } from './live-cases.ts'
import { wakeHeldByStaff } from './wake-held.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'

// A provider that has sent no news of a call's end within a quarter of an hour will send none.
const silenceMinutes = 15
const talkHoursMax = 4

/**
 * Ends calls of which no news came (unknown), and wakes cases that wait for a call that is over. Answers how many cases. Cases are locked before
 * their calls and runs, as news of calls do; a case that somebody has is left for the next time.
 */
export async function wakeStalledCalls(db: Db, now: Date): Promise<number> {
  await db.transaction().execute((tx) => endSilentCalls(tx, now))
  return db.transaction().execute((tx) => wakeWaitingRuns(tx, now))
}

// A conversation may last; one of which nobody has heard for hours is over.
const isSilent = (now: Date) => sql`m.in_air
        and m.sent_at < ${now}::timestamptz - make_interval(mins => ${silenceMinutes})
        and not exists (
          select from manual_calls h
          where h.customer_id = m.customer_id and h.communication_id = m.id
            and h.answered_at > ${now}::timestamptz - make_interval(hours => ${talkHoursMax}))
        and not exists (
          select from queue_calls q
          where q.customer_id = m.customer_id and q.communication_id = m.id
            and q.state in ('waiting', 'answered')
            and q.entered_at > ${now}::timestamptz - make_interval(hours => ${talkHoursMax}))`

async function endSilentCalls(tx: Transaction, now: Date): Promise<void> {
  const cases = await lockCases(
    tx,
    sql`select m.customer_id, m.case_id
      from communications m
      where ${isSilent(now)}`,
  )
  if (cases.ids.length === 0) return
  const { rows } = await sql<{ customerId: number; caseId: number; batchId: number; id: number; simulated: boolean }>`
    update communications m
    set state = 'unknown', reason = 'noNews'
    where (m.customer_id, m.case_id) in (${cases.refs}) and ${isSilent(now)}
    returning m.customer_id as "customerId", m.case_id as "caseId", m.batch_id as "batchId", m.id, m.simulated`.execute(tx)
  await darkenCases(tx, rows)
  for (const { customerId, caseId } of rows) await dropLive(tx, customerId, [caseId])
  for (const { customerId, caseId } of rows) await wakeHeldByStaff(tx, customerId, [caseId], now)
  const ended = rows.map(({ customerId, caseId, id: communicationId, simulated }) => ({
    ...({ customerId, caseId, communicationId, simulated } as const),
    ...({ event: 'callUnknown', params: { reason: 'noNews' }, at: now } as const),
  }))
  await recordTimeline(tx, ended)
  for (const { customerId, caseId, batchId } of rows) await publishCasesChanged(tx, { customerId, batchId, caseIds: [caseId] })
}

/** Their call is over; one that was only locked with them keeps its light. */
async function darkenCases(tx: Transaction, ended: readonly { customerId: number; caseId: number }[]): Promise<void> {
  await sql`
    update cases c
    set live_state = null
    from unnest(${ended.map(({ customerId }) => customerId)}::bigint[], ${ended.map(({ caseId }) => caseId)}::bigint[])
      as e(customer_id, case_id)
    where c.customer_id = e.customer_id and c.id = e.case_id and c.live_state in ('calling', 'incall')`.execute(tx)
}

// Nothing of a call of its case is queued, dialled or talked in any more.
const hasNoCall = sql`r.state = 'waiting' and r.waiting_for = 'call' and not exists (
        select from communications m
        where m.customer_id = r.customer_id and m.case_id = r.case_id and m.channel = 'call'
          and (m.state = 'queued' or m.in_air))`

async function wakeWaitingRuns(tx: Transaction, now: Date): Promise<number> {
  const cases = await lockCases(
    tx,
    sql`select r.customer_id, r.case_id
      from case_runs r
      where ${hasNoCall}`,
  )
  if (cases.ids.length === 0) return 0
  const { rows } = await sql<{ customer_id: number; case_id: number }>`
    update case_runs r
    set state = 'ready', waiting_for = null, due_at = ${now}
    where (r.customer_id, r.case_id) in (${cases.refs}) and ${hasNoCall}
    returning r.customer_id, r.case_id`.execute(tx)
  for (const woken of rows) await dropLive(tx, woken.customer_id, [woken.case_id])
  await sql`
    update cases c
    set live_state = null
    where (c.customer_id, c.id) in (${cases.refs}) and c.live_state = 'calling'`.execute(tx)
  return rows.length
}

/** Those of the cases that nobody has, in the order in which all lock them. */
async function lockCases(tx: Transaction, wanted: ReturnType<typeof sql>) {
  const { rows } = await sql<{ customer_id: number; id: number }>`
    with wanted as materialized (${wanted})
    select c.customer_id, c.id
    from cases c
    where (c.customer_id, c.id) in (select customer_id, case_id from wanted)
    order by c.id
    for no key update of c skip locked`.execute(tx)
  const ids = rows.map(({ id }) => id)
  const refs = sql`select * from unnest(${rows.map((row) => row.customer_id)}::bigint[], ${ids}::bigint[])`
  return { ids, refs }
}
