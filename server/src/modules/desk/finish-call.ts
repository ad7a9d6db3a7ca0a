import type { DeskCall, deskApi } from '@regie/contract/desk.ts'
import { isOfDebt } from '@regie/contract/case-action-rules.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import { sql } from 'kysely'
import { publish } from '../../live/publish.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { addNote } from '../arrangements/add-note.ts'
import { findStandingCallback } from '../arrangements/callbacks/find-standing.ts'
import { setResult } from '../arrangements/set-result.ts'
import { publishCaseChanged, selectCaseForUpdate } from '../cases/case-changes.ts'
import { setAgentStatus } from '../teams/agent-status.ts'
import { changeAgentStatus, findMyAgent } from '../teams/change-agent-status.ts'
import { sweepDeskCalls } from '../teams/desk-calls.ts'
import { recordGuide } from './guide/follow-guide.ts'
import { caseOfCall, type DeskRow, findOwnCall, showOwnCall } from './find-call.ts'

type Given = RequestOf<typeof deskApi.result>['body']

/** Gives a result that says nothing of the debt, whatever version of the case it is: with when to call back, or for how long the person is left alone. */
export async function giveResult(services: Services, caller: Caller, callId: number, given: Given): Promise<DeskCall> {
  const row = await findOwnCall(services.db, caller, callId)
  if (row.finishedAt !== null) throw new AppError('desk.callOver')
  const { resultCode, callbackFor, becomes, ...extras } = given
  if (isResultCode(resultCode) && isOfDebt(resultCode)) throw new AppError('desk.resultAsksMore', { field: 'resultCode' })
  const { customerId, userId } = row
  const caseId = caseOfCall(row)
  const replacesCallback =
    extras.callbackAt === undefined || becomes === 'both' ? null : await findStandingCallback(services.db, { customerId, caseId })
  await setResult(
    services,
    caller,
    { caseId, version: null },
    {
      ...{ ...extras, resultCode },
      ...(callbackFor !== undefined && { callbackFor: callbackFor === 'me' ? userId : null }),
      ...(replacesCallback !== null && { replacesCallback }),
    },
  )
  await services.db.transaction().execute((tx) => publish(tx, { kind: 'agent.changed', customerId, userId }))
  return showOwnCall(services, caller, callId)
}

/** Keeps what is written while they speak: of two pages the last word counts. */
export async function keepNote({ db, ...services }: Services, caller: Caller, callId: number, note: string): Promise<DeskCall> {
  const { customerId, id, userId, finishedAt } = await findOwnCall(db, caller, callId)
  if (finishedAt !== null) throw new AppError('desk.callOver')
  await db.transaction().execute(async (tx) => {
    await sql`
      update desk_calls
      set note = ${note}
      where customer_id = ${customerId} and communication_id = ${id} and user_id = ${userId}
        and finished_at is null`.execute(tx)
    await publish(tx, { kind: 'agent.changed', customerId, userId })
  })
  return showOwnCall({ db, ...services }, caller, callId)
}

/** Is done with a call that is over: its note goes to the case, and whoever was at the work after it is free again. */
export async function finishCall(services: Services, caller: Caller, callId: number): Promise<DeskCall> {
  const { db, clock } = services
  const row = await findOwnCall(db, caller, callId)
  if (row.endedAt === null) throw new AppError('desk.callOn')
  await tryThrice(() =>
    db.transaction().execute(async (tx) => {
      await finish(tx, row, clock.now())
      await endCalling(tx, row, clock.now())
    }),
  )
  const agent = await findMyAgent(db, caller, row.customerId)
  if (agent !== null && agent.loginAt !== null && (agent.status === 'cooldown' || agent.status === 'custom2'))
    await changeAgentStatus(services, caller, { customerID: row.customerId, status: agent.afterCall ?? 'available' })
  return showOwnCall(services, caller, callId)
}

/** Whoever is done before the engine has looked is after the call already. */
async function endCalling(tx: Transaction, { customerId, userId }: DeskRow, now: Date): Promise<void> {
  const { rows } = await sql`
    select from agents a
    where a.customer_id = ${customerId} and a.user_id = ${userId} and a.status = 'calling'
      and not exists (
        select from desk_calls d
        where d.customer_id = a.customer_id and d.user_id = a.user_id and d.finished_at is null and d.ended_at is null)
    for update`.execute(tx)
  if (rows.length > 0) await setAgentStatus(tx, { customerId, userId }, { to: 'cooldown', cause: 'call', at: now })
}

type Ended = { customerId: number; id: number; caseId: number | null; userId: number }

/** Once: who presses twice writes one note. */
async function finish(tx: Transaction, { customerId, id, caseId, userId }: Ended, now: Date): Promise<void> {
  const locked = caseId === null ? null : await selectCaseForUpdate(tx, caseId)
  const { rows } = await sql<{ note: string; username: string }>`
    update desk_calls d
    set finished_at = greatest(${now}::timestamptz, d.ended_at)
    from users u
    where d.customer_id = ${customerId} and d.communication_id = ${id} and d.user_id = ${userId} and u.id = d.user_id
      and d.finished_at is null and d.ended_at is not null
    returning d.note, u.username`.execute(tx)
  const [done] = rows
  if (!done) return
  // Of somebody whose case nobody found the note stays with the call.
  if (locked !== null) await recordGuide(tx, { customerId, id, caseId: locked.caseId, userId, username: done.username }, now)
  if (locked !== null && done.note.trim() !== '')
    await addNote(tx, { customerId, caseId: locked.caseId, by: { userId, username: done.username }, now }, done.note.trim())
  if (locked !== null) await publishCaseChanged(tx, locked)
  await publish(tx, { kind: 'agent.changed', customerId, userId })
}

// So long somebody may still come back to a call that is over.
const leftMinutes = 60
const atOnce = 50

/** Calls that nobody told the end of end at the desk too, and those to which nobody came back are done: what was written goes to their cases. Answers how many. */
export async function finishDeskCalls({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  const swept = await sweepDeskCalls(db, now)
  const { rows } = await sql<Ended>`
    select customer_id as "customerId", communication_id as id, case_id as "caseId", user_id as "userId"
    from desk_calls
    where finished_at is null and (ended_at <= ${now}::timestamptz - make_interval(mins => ${leftMinutes})
      -- Led to its end, nothing written beside it, and no work after it: there is nothing left to do.
      or ended_at is not null and note = '' and exists (
        select from call_guides g
        where g.customer_id = desk_calls.customer_id and g.communication_id = desk_calls.communication_id
          and g.user_id = desk_calls.user_id and g.state = 'done')
        and not exists (
          select from agents a
          where a.customer_id = desk_calls.customer_id and a.user_id = desk_calls.user_id
            and a.status in ('calling', 'cooldown', 'custom2')))
    order by ended_at
    limit ${atOnce}`.execute(db)
  for (const row of rows) await tryThrice(() => db.transaction().execute((tx) => finish(tx, row, now)))
  return swept + rows.length
}
