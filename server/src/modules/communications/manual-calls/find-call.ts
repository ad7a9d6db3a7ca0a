import type { ManualCall } from '@regie/contract/calls.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { findCustomerOfCase } from '../../cases/case-queries.ts'
import { callEndedAt, hasResult } from '../../contact-facts/staff-facts.ts'
import { resultAskedMs } from '../../contact-permission/staff-contact.ts'
import { shownState } from '../delivery-status.ts'

type Row = {
  id: number
  case_id: number
  user_id: number
  by_user: string
  asked_at: Date
  answered_at: Date | null
  state: string
  /** In the outbox; null when it is there no more. */
  waits: string | null
  in_air: boolean
  delivery: string | null
  reason: string | null
  simulated: boolean
  started_at: Date | null
  delivered_at: Date | null
  has_result: boolean
  transferred_at: Date | null
}

const callRows = sql`
  select m.id, h.case_id, h.user_id, h.by_user, h.asked_at, h.answered_at, h.transferred_at, m.state, o.state as waits,
    m.in_air, m.delivery, m.reason, m.simulated, coalesce(o.started_at, m.started_at) as started_at, m.delivered_at,
    ${sql.raw(hasResult)} as has_result
  from manual_calls h
  join communications m on m.customer_id = h.customer_id and m.id = h.communication_id
  left join outbox o on o.customer_id = m.customer_id and o.communication_id = m.id`

/** The call by hand of a case that is on, whoever makes it; else the caller's own last one, for an hour after it. */
export async function findCall({ db, pool, clock }: Services, caller: Caller, caseId: number): Promise<{ call: ManualCall | null }> {
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const since = new Date(clock.now().getTime() - resultAskedMs)
  const { rows } = await sql<Row>`
    ${callRows}
    where h.customer_id = ${customerId} and h.case_id = ${caseId}
      and (o.state is not null or m.in_air or (h.user_id = ${caller.userId} and
        coalesce(${sql.raw(callEndedAt)}, h.asked_at) > ${since}))
    order by (o.state is not null or m.in_air) desc, h.communication_id desc
    limit 1`.execute(db)
  return { call: rows[0] ? callOf(rows[0], caller) : null }
}

/** Who waits for a call at their desk, by their username. */
export async function findCallingUser(db: Db, { customerId, id }: { customerId: number; id: number }): Promise<string | null> {
  const row = await db
    .selectFrom('manual_calls')
    .select('by_user')
    .where('customer_id', '=', customerId)
    .where('communication_id', '=', id)
    .executeTakeFirst()
  return row?.by_user ?? null
}

/** A call of a case by its id. */
export async function findCallById(db: Db, caller: Caller, customerId: number, callId: number): Promise<ManualCall> {
  const { rows } = await sql<Row>`
    ${callRows}
    where h.customer_id = ${customerId} and h.communication_id = ${callId}`.execute(db)
  if (!rows[0]) throw new AppError('call.notFound')
  return callOf(rows[0], caller)
}

function callOf(row: Row, { userId }: Caller): ManualCall {
  const state = stateOf(row)
  const mine = row.user_id === userId
  const isAsked = mine && state === 'ended' && !row.has_result
  return {
    callID: row.id,
    caseID: row.case_id,
    by: row.by_user,
    mine,
    state,
    askedAt: row.asked_at.toISOString(),
    ringingAt: row.started_at?.toISOString() ?? null,
    answeredAt: row.answered_at?.toISOString() ?? null,
    endedAt: state === 'ended' ? ((row.transferred_at ?? row.delivered_at)?.toISOString() ?? null) : null,
    outcome: state !== 'ended' ? null : row.transferred_at ? 'transferred' : shownState(row.state, row.delivery),
    reason: row.reason,
    simulated: row.simulated,
    needsResult: isAsked && row.answered_at !== null,
    needsAnswer: isAsked && row.answered_at === null && row.state !== 'cancelled',
  }
}

function stateOf({ waits, in_air, answered_at, transferred_at }: Row): ManualCall['state'] {
  // It goes on without who made it.
  if (transferred_at !== null) return 'ended'
  if (waits === 'started') return 'ringing'
  if (waits !== null) return 'waiting'
  if (!in_air) return 'ended'
  return answered_at === null ? 'ringing' : 'talking'
}
