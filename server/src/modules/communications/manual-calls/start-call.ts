import { randomUUID } from 'node:crypto'
import type { ManualCall } from '@regie/contract/calls.ts'
import { addressOf } from '@regie/contract/channels.ts'
import { sql } from 'kysely'
import { channelProviders } from '../../../gateways/gateways.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { mustNotBeLocked } from '../../cases/batch-lock.ts'
import { type LockedCase, publishCaseChanged, selectCaseForUpdate } from '../../cases/case-changes.ts'
import { isCallOn } from '../../cases/status/close-question.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { findContactFacts } from '../../contact-facts/contact-facts.ts'
import { staffPermission } from '../../contact-permission/contact-permission.ts'
import { findCallManner } from '../../scripts/find-call-manner.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { openDeskCall } from '../../teams/desk-calls.ts'
import { isPersonCalled, lockPerson } from '../one-call/one-call-a-person.ts'
import { queueMessage } from '../queue-message.ts'
import { findCallById } from './find-call.ts'

// A number of our own among the advisory locks; the second is the user.
const lockNumber = 4300011

/**
 * Calls the person of a case for a member of staff: written down first, then dialled by the sender of all calls. A person calls one number at a time,
 * and nobody has two calls at a time, whoever makes them and for whichever case.
 */
export async function startCall(services: Services, caller: Caller, caseId: number): Promise<ManualCall> {
  const { customerId, callId } = await tryThrice(() =>
    services.db.transaction().execute(async (tx) => {
      const locked = await selectCaseForUpdate(tx, caseId)
      mustAccessCustomer(caller, locked.customerId, 'case.notFound')
      mustNotBeLocked(locked, caller)
      await mustBeFree(tx, caller, locked)
      return { customerId: locked.customerId, callId: await placeCall(tx, services, caller, locked) }
    }),
  )
  return findCallById(services.db, caller, customerId, callId)
}

async function mustBeFree(tx: Transaction, { userId }: Caller, { customerId, caseId }: LockedCase): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNumber}, ${userId}::int)`.execute(tx)
  const { rows } = await sql<{ mine: boolean; same: boolean }>`
    select h.user_id = ${userId} and h.transferred_at is null as mine, h.case_id = ${caseId} as same
    from manual_calls h
    join communications m on m.customer_id = h.customer_id and m.id = h.communication_id
    where (m.state = 'queued' or m.in_air)
      and h.communication_id in (
        (select communication_id from manual_calls where user_id = ${userId} order by communication_id desc limit 1)
        union all
        (select communication_id
          from manual_calls
          where customer_id = ${customerId} and case_id = ${caseId}
          order by communication_id desc
          limit 1))`.execute(tx)
  if (rows.some(({ mine }) => mine)) throw new AppError('call.alreadyCalling')
  if (rows.some(({ same }) => same) || (await isCallOn(tx, customerId, caseId)) || (await isBeingDialled(tx, customerId, caseId)))
    throw new AppError('call.personInCall')
}

/** A sender has a call of the script in its hands. */
async function isBeingDialled(tx: Transaction, customerId: number, caseId: number): Promise<boolean> {
  const { rows } = await sql`
    select
    from communications m
    join outbox o on o.customer_id = m.customer_id and o.communication_id = m.id
    where m.customer_id = ${customerId} and m.case_id = ${caseId} and m.channel = 'call' and m.state = 'queued'
      and o.state <> 'queued'`.execute(tx)
  return rows.length > 0
}

async function placeCall(tx: Transaction, { gateways, clock }: Services, caller: Caller, locked: LockedCase): Promise<number> {
  const { customerId, caseId, batchId } = locked
  const now = clock.now()
  const facts = (await findContactFacts(tx, channelProviders(gateways), [{ customerId, caseId }], now)).get(caseId)
  if (!facts) throw new AppError('case.notFound')
  const permission = staffPermission(facts, 'call', now)
  const carrier = facts.providers.call
  const recipient = addressOf(facts, 'call')
  if (!permission.ok || !carrier || recipient === null)
    throw new AppError('call.notAllowed', { params: { reason: permission.reason ?? 'noPhone' } })
  await lockPerson(tx, { customerId, recipient })
  if (await isPersonCalled(tx, { customerId, recipient })) throw new AppError('call.personInCall')
  const { callerId, voice, language } = await findCallManner(tx, customerId, batchId)
  const call = {
    ...({ customerId, caseId, batchId, channel: 'call', recipient, sender: callerId, voice, language, carrier, permission } as const),
    ...{ subject: '', text: '', html: null, templateRevisionId: null, isManual: true, isByHand: true },
    ...{ idempotencyKey: `manual:${randomUUID()}` },
  }
  const id = await queueMessage(tx, call, now)
  if (id === null) throw new Error('a new key was known')
  const { userId, username } = caller
  await tx
    .insertInto('manual_calls')
    .values({ customer_id: customerId, communication_id: id, case_id: caseId, user_id: userId, by_user: username, asked_at: now })
    .execute()
  await openDeskCall(tx, { customerId, id, caseId, userId, queueId: null, beganAt: null })
  const line = { customerId, caseId, event: 'callPlaced', communicationId: id, simulated: carrier.simulated } as const
  await recordTimeline(tx, [{ ...line, byUser: username, at: now }])
  await publishCaseChanged(tx, locked)
  await notifyEngine(tx)
  return id
}
