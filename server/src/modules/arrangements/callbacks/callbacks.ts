import type { Callback, arrangementApi } from '@regie/contract/arrangements.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { casePauseRefusal } from '@regie/contract/case-action-rules.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { addCallback } from './add-callback.ts'
import { callbackOf, callbackRows, callbacksFor } from './callback-rows.ts'
import { colleagues, mustBeColleague } from '../colleagues.ts'
import { mustBeCallable } from './may-call-back.ts'
import { notifyHandedOver } from './notify-handed-over.ts'
import { arrangeFor, endPauseFor, pauseFor } from '../work-on.ts'

type ListQuery = RequestOf<typeof arrangementApi.callbacks>['query']
type NewCallback = RequestOf<typeof arrangementApi.addCallback>['body']
type Change = RequestOf<typeof arrangementApi.changeCallback>['body']

const shownMax = 500

/** The open call-backs of a customer, soonest first: those of the caller and those that anyone may take, unless others are asked for. */
export async function listCallbacks(
  { db, pool }: Services,
  caller: Caller,
  { customerID, whose = 'reach', userID, until }: ListQuery,
): Promise<Callback[]> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const rows = await callbackRows(db)
    .where('k.customer_id', '=', customerID)
    .where('k.state', '=', 'open')
    // Nobody is to call about a closed case.
    .where('c.status', '<>', 'closed')
    .$if(whose === 'mine', (query) => query.where('k.for_user_id', '=', caller.userId))
    .$if(whose === 'anyone', (query) => query.where('k.for_user_id', 'is', null))
    .$if(whose === 'reach', (query) =>
      query.where((eb) => eb.or([eb('k.for_user_id', '=', caller.userId), eb('k.for_user_id', 'is', null)])),
    )
    .$if(userID !== undefined, (query) => query.where('k.for_user_id', '=', userID ?? 0))
    .$if(until !== undefined, (query) => query.where('k.at', '<=', new Date(until ?? 0)))
    .orderBy('k.at')
    .orderBy('k.id')
    .limit(shownMax)
    .execute()
  return callbacksFor(pool, caller, rows.map(callbackOf))
}

/** Makes an appointment to call back at a moment at which one may call; outreach waits until then. */
export async function makeCallback(
  services: Services,
  caller: Caller,
  caseId: number,
  { at, forUserID, note }: NewCallback,
): Promise<Callback> {
  const made = await arrangeFor(services, caller, caseId, async (tx, arranging, locked) => {
    const moment = new Date(at)
    await mustSuit(services, tx, arranging, moment)
    await mustBeColleague(tx, locked.customerId, forUserID, 'forUserID')
    const id = await addCallback(tx, arranging, { at: moment, forUserId: forUserID, note: note.trim() })
    await pauseFor(tx, locked, arranging.now, 'callback', moment)
    return callbackOf(await callbackRows(tx).where('k.id', '=', id).executeTakeFirstOrThrow())
  })
  return shownTo(services, caller, made)
}

/** Moves, hands over, ends or cancels a call-back. Whoever acted on an older version is refused with the newest. */
export async function changeCallback(services: Services, caller: Caller, callbackId: number, change: Change): Promise<Callback> {
  const found = await services.db.selectFrom('callbacks').select(['customer_id', 'case_id']).where('id', '=', callbackId).executeTakeFirst()
  if (!found) throw new AppError('callback.notFound')
  mustAccessCustomer(caller, found.customer_id, 'callback.notFound')
  const changed = await arrangeFor(services, caller, found.case_id, async (tx, arranging, locked) => {
    const before = await callbackRows(tx).where('k.id', '=', callbackId).forUpdate('k').executeTakeFirstOrThrow()
    if (before.version !== change.version)
      throw new AppError('error.conflict', { current: await shownTo(services, caller, callbackOf(before)) })
    const at = change.at === undefined ? before.at : new Date(change.at)
    const state = change.state ?? before.state
    const opens = state === 'open' && before.state !== 'open'
    if (opens && locked.status === 'closed') throw new AppError('case.alreadyClosed')
    if (opens || (change.at !== undefined && state === 'open')) await mustSuit(services, tx, arranging, at)
    if (change.forUserID !== undefined) await mustBeColleague(tx, locked.customerId, change.forUserID, 'forUserID')
    await tx
      .updateTable('callbacks')
      .set((eb) => ({
        at,
        state,
        version: eb('version', '+', 1),
        // Words of another leave it as the closing did, so that undoing that opens it again.
        ended_by_closing: sql<boolean>`ended_by_closing and state = ${state} and at = ${at}`,
        ...(change.at !== undefined && { reminded_at: null }),
        ...(change.forUserID !== undefined && { for_user_id: change.forUserID }),
        ...(change.note !== undefined && { note: change.note.trim() }),
      }))
      .where('customer_id', '=', locked.customerId)
      .where('id', '=', callbackId)
      .execute()
    if (state === 'open' && change.forUserID !== undefined && change.forUserID !== before.for_user_id)
      await notifyHandedOver(tx, arranging, { callback: before, toUserId: change.forUserID, at })
    const event = state === 'done' ? 'callbackDone' : state === 'cancelled' ? 'callbackCancelled' : 'callbackChanged'
    const { customerId, caseId, by, now } = arranging
    await recordTimeline(tx, [{ customerId, caseId, event, params: { at: at.toISOString() }, byUser: by.username, at: now }])
    if (state !== 'open') await endPauseFor(tx, locked, arranging.now, ['callback'])
    else if ((opens || change.at !== undefined) && locked.status !== 'closed') await pauseFor(tx, locked, arranging.now, 'callback', at)
    return callbackOf(await callbackRows(tx).where('k.id', '=', callbackId).executeTakeFirstOrThrow())
  })
  return shownTo(services, caller, changed)
}

async function shownTo({ pool }: Services, caller: Caller, callback: Callback): Promise<Callback> {
  const [shown = callback] = await callbacksFor(pool, caller, [callback])
  return shown
}

/** Who may get a call-back of a customer or be mentioned: whoever sees its cases and can sign in. */
export async function listColleagues(
  { db }: Services,
  caller: Caller,
  customerId: number,
): Promise<ResponseOf<typeof arrangementApi.colleagues>> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const rows = await colleagues(db, customerId).orderBy('name').limit(500).execute()
  return rows.map(({ id, name, username }) => ({ userID: id, name, username }))
}

async function mustSuit({ gateways }: Services, tx: Transaction, ref: { customerId: number; caseId: number; now: Date }, at: Date) {
  const refusal = casePauseRefusal(at, ref.now)
  if (refusal) throw new AppError(refusal, { field: 'at' })
  await mustBeCallable(tx, gateways, ref, { at, now: ref.now }).catch((error: unknown) => {
    if (error instanceof AppError && error.field === 'callbackAt')
      throw new AppError(error.code, { field: 'at', params: error.params ?? {} })
    throw error
  })
}
