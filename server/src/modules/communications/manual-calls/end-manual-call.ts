import type { ManualCall } from '@regie/contract/calls.ts'
import { sql } from 'kysely'
import { CallUnknown, GatewayRefused } from '../../../gateways/gateway-errors.ts'
import type { VoiceGateway } from '../../../gateways/voice/voice-gateway.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { findCustomerOfCase } from '../../cases/case-queries.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { findRegistered } from '../../providers/provider-queries.ts'
import { putBack } from '../communication-changes.ts'
import { recordDelivery } from '../record-delivery.ts'
import { waitSecondsMax } from './claim-manual-calls.ts'
import { findCallById } from './find-call.ts'

/** Hangs up the caller's own call, or takes it out of the queue. One that is over stays as it is. */
export async function endManualCall(services: Services, caller: Caller, caseId: number, callId: number): Promise<ManualCall> {
  const { db, pool } = services
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const call = await findCallById(db, caller, customerId, callId)
  if (call.caseID !== caseId || !call.mine) throw new AppError('call.notFound')
  if (call.state === 'waiting') await stopWaiting(services, customerId, callId)
  else if (call.state !== 'ended') await hangUp(services, customerId, callId)
  return findCallById(db, caller, customerId, callId)
}

function stopWaiting({ db, clock }: Services, customerId: number, callId: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select communication_id as id
      from outbox
      where customer_id = ${customerId} and communication_id = ${callId} and state <> 'started'
      for update`.execute(tx)
    if (rows.length > 0) await cancel(tx, [{ customerId, id: callId, reason: 'hungUp' }], clock.now())
  })
}

async function hangUp({ db, clock, gateways }: Services, customerId: number, callId: number): Promise<void> {
  const sent = await db
    .selectFrom('communications')
    .select(['provider', 'provider_ref', 'provider_id'])
    .where('customer_id', '=', customerId)
    .where('id', '=', callId)
    .executeTakeFirstOrThrow()
  const { provider: name, provider_ref: providerRef, provider_id: providerId } = sent
  // Its sender waits for the answer of the provider: a moment later there is something to hang up.
  if (providerRef === null) throw new AppError('call.beingDialled')
  const provider = providerId === null ? null : ((await findRegistered(db, [providerId])).get(providerId) ?? 'gone')
  const isHungUp = provider !== 'gone' && (await tryToHangUp(gateways.gatewayOf('call', provider), providerRef))
  if (!isHungUp) await db.transaction().execute((tx) => endWithoutProvider(tx, { customerId, callId, name, providerRef }, clock.now()))
  await notifyEngine(db)
}

/** False: the provider knows nothing of it any more. */
async function tryToHangUp(gateway: VoiceGateway, providerRef: string): Promise<boolean> {
  try {
    await gateway.hangUp(providerRef)
    return true
  } catch (error) {
    if (error instanceof CallUnknown) return false
    // It goes on: whoever talks is told why, and may try again.
    if (error instanceof GatewayRefused) throw new AppError('call.notHungUp', { params: { reason: error.message } })
    throw error
  }
}

type GoneCall = { customerId: number; callId: number; name: string; providerRef: string }

/** Nobody will report its end: that it is over for us is written down as if it had been reported, with the reason. */
async function endWithoutProvider(tx: Transaction, { customerId, callId, name, providerRef }: GoneCall, at: Date): Promise<void> {
  const { answered_at: answeredAt } = await tx
    .selectFrom('manual_calls')
    .select('answered_at')
    .where('customer_id', '=', customerId)
    .where('communication_id', '=', callId)
    .executeTakeFirstOrThrow()
  const end = answeredAt === null ? ({ state: 'failed', answer: 'technisch' } as const) : ({ state: 'answered', answer: 'mens' } as const)
  await recordDelivery(tx, name, { eventKey: `${providerRef}:providerGone`, providerRef, ...end, reason: 'providerGone', at })
}

/** Calls for which no line was free in time are not made any more: who asked for them has gone on. Answers how many. */
export function endWaitingCalls(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ customerId: number; id: number }>`
      select o.customer_id as "customerId", o.communication_id as id
      from outbox o
      join manual_calls h on h.customer_id = o.customer_id and h.communication_id = o.communication_id
      where o.manual and o.state = 'queued'
        and h.asked_at <= ${now}::timestamptz - make_interval(secs => ${waitSecondsMax})
      for update of o skip locked`.execute(tx)
    if (rows.length > 0)
      await cancel(
        tx,
        rows.map((row) => ({ ...row, reason: 'noLine' })),
        now,
      )
    return rows.length
  })
}

function cancel(tx: Transaction, calls: readonly { customerId: number; id: number; reason: string }[], now: Date): Promise<void> {
  return putBack(
    tx,
    calls.map((call) => ({ ...call, nextAt: null, lookAt: now, isFinal: true, isNew: true })),
    now,
  )
}
