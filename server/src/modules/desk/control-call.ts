import type { DeskCall } from '@regie/contract/desk.ts'
import { sql } from 'kysely'
import { CallUnknown, GatewayRefused } from '../../gateways/gateway-errors.ts'
import type { CallControls } from '../../gateways/voice/voice-gateway.ts'
import { publish } from '../../live/publish.ts'
import { AppError } from '../../platform/app-error.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { endManualCall } from '../communications/manual-calls/end-manual-call.ts'
import { passOnCall } from '../communications/queue/pass-on-call.ts'
import { recordDeliveryOf } from '../communications/record-delivery.ts'
import { gatewayOfCall } from '../communications/voice/gateway-of-call.ts'
import { caseOfCall, type DeskRow, findOwnCall, showOwnCall } from './find-call.ts'

/** The agent is not heard, or is heard again. */
export function muteCall(services: Services, caller: Caller, callId: number, isMuted: boolean): Promise<DeskCall> {
  return control(services, caller, callId, {
    ask: (exchange, ref) => exchange.mute(ref, isMuted),
    keep: () => sql`muted = ${isMuted}`,
  })
}

/** The other one hears music, or is spoken to again: how long is kept. */
export function holdCall(services: Services, caller: Caller, callId: number, isHeld: boolean): Promise<DeskCall> {
  return control(services, caller, callId, {
    ask: (exchange, ref) => exchange.hold(ref, isHeld),
    keep: (now) =>
      isHeld
        ? sql`held_at = coalesce(held_at, ${now})`
        : sql`held_at = null, hold_seconds = hold_seconds
            + coalesce(greatest(0, round(extract(epoch from ${now}::timestamptz - held_at))), 0)::int`,
  })
}

/** Sends keys to the other end. */
export function pressKeys(services: Services, caller: Caller, callId: number, digits: string): Promise<DeskCall> {
  return control(services, caller, callId, { ask: (exchange, ref) => exchange.press(ref, digits) })
}

type Control = {
  ask(exchange: CallControls, providerRef: string): Promise<void>
  /** What of it stands at the desk. */
  keep?: (now: Date) => ReturnType<typeof sql>
}

/** Has the exchange do it, and only then writes down that it is so. */
async function control(services: Services, caller: Caller, callId: number, { ask, keep }: Control): Promise<DeskCall> {
  const row = await mustTalk(services, caller, callId)
  await askExchange(services, row, ask)
  const { db, clock } = services
  const { customerId, id, userId } = row
  if (keep)
    await db.transaction().execute(async (tx) => {
      // One that ended while the exchange was asked stays as it ended.
      await sql`
        update desk_calls
        set ${keep(clock.now())}
        where customer_id = ${customerId} and communication_id = ${id} and user_id = ${userId}
          and ended_at is null`.execute(tx)
      await publish(tx, { kind: 'agent.changed', customerId, userId })
    })
  return showOwnCall(services, caller, callId)
}

async function mustTalk({ db }: Services, caller: Caller, callId: number): Promise<DeskRow> {
  const row = await findOwnCall(db, caller, callId)
  if (row.endedAt !== null) throw new AppError('desk.callOver')
  if (row.beganAt === null) throw new AppError('desk.notTalking')
  return row
}

/** What the exchange will not do is said in its own words. */
export async function askExchange(services: Services, call: Pick<DeskRow, 'customerId' | 'id'>, ask: Control['ask']): Promise<void> {
  try {
    const { gateway, providerRef } = await gatewayOfCall(services, call)
    await ask(gateway, providerRef)
  } catch (error) {
    if (error instanceof CallUnknown) throw new AppError('desk.callOver')
    if (!(error instanceof GatewayRefused)) throw error
    if (error.message === 'notTalking') throw new AppError('desk.notTalking')
    throw new AppError('desk.exchangeRefused', { params: { reason: error.message } })
  }
}

/** Passes a call on to a queue that somebody answers. */
export async function transferCall(services: Services, caller: Caller, callId: number, queueId: number): Promise<DeskCall> {
  const row = await mustTalk(services, caller, callId)
  const { db, clock } = services
  const { customerId, id, caseId, userId } = row
  const queue = await db
    .selectFrom('queues as q')
    .select([
      'q.name',
      sql<boolean>`exists (
      select from queue_members m where m.customer_id = q.customer_id and m.queue_id = q.id and m.user_id <> ${userId})`.as('answered'),
    ])
    .where('q.customer_id', '=', customerId)
    .where('q.id', '=', queueId)
    .executeTakeFirst()
  if (!queue) throw new AppError('desk.queueNotFound', { field: 'queueID' })
  if (!queue.answered) throw new AppError('desk.queueEmpty', { field: 'queueID' })
  await askExchange(services, row, (exchange, ref) => exchange.release(ref))
  const passed = { customerId, id, caseId, userId, username: caller.username, queueId, queue: queue.name }
  const isPassed = await tryThrice(() => db.transaction().execute((tx) => passOnCall(tx, passed, clock.now())))
  if (!isPassed) throw new AppError('desk.callOver')
  return showOwnCall(services, caller, callId)
}

/** Ends the call. One that is over stays as it is. */
export async function hangUpCall(services: Services, caller: Caller, callId: number): Promise<DeskCall> {
  const row = await findOwnCall(services.db, caller, callId)
  if (row.endedAt === null && row.queueId === null) await endManualCall(services, caller, caseOfCall(row), callId)
  else if (row.endedAt === null) {
    // Whose phone only rings would end the call of somebody who waits.
    if (row.beganAt === null) throw new AppError('desk.notTalking')
    await endQueueCall(services, row)
  }
  return showOwnCall(services, caller, callId)
}

async function endQueueCall(services: Services, row: DeskRow): Promise<void> {
  const { db, clock } = services
  try {
    const { gateway, providerRef } = await gatewayOfCall(services, row)
    await gateway.hangUp(providerRef)
  } catch (error) {
    if (error instanceof GatewayRefused) throw new AppError('call.notHungUp', { params: { reason: error.message } })
    if (!(error instanceof CallUnknown)) throw error
    // Nobody will report its end: it is over for us.
    const news = { eventKey: `desk:${row.id}:gone`, at: clock.now(), state: 'transferred', answer: 'mens', reason: 'providerGone' } as const
    await tryThrice(() => db.transaction().execute((tx) => recordDeliveryOf(tx, row, 'desk', news)))
  }
}
