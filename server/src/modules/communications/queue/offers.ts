import { sql } from 'kysely'
import { CallUnknown } from '../../../gateways/gateway-errors.ts'
import { publish } from '../../../live/publish.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { tryThrice } from '../../../platform/db/try-thrice.ts'
import type { Services } from '../../../services.ts'
import { moveLive } from '../../case-runs/live-cases.ts'
import { setAgentStatus } from '../../teams/agent-status.ts'
import { beginDeskCall, missDeskCall } from '../../teams/desk-calls.ts'
import { gatewayOfCall } from '../voice/gateway-of-call.ts'

/** Whoever is unknown has no case. */
type Offered = { customerId: number; caseId: number | null; batchId: number | null; id: number }

/** The agent whose phone rang picked up: since now they talk. False: no phone rings for this call, or only since later. */
export async function answerOffer(tx: Transaction, { customerId, caseId, batchId, id }: Offered, at: Date): Promise<boolean> {
  const { rows } = await sql<{ userId: number; queueId: number }>`
    update queue_calls
    set answered_at = greatest(${at}::timestamptz, entered_at), rings_until = null
    where customer_id = ${customerId} and communication_id = ${id} and state = 'answered' and rings_until is not null
      and answered_at <= ${at}
    returning user_id as "userId", queue_id as "queueId"`.execute(tx)
  const [taken] = rows
  if (!taken) return false
  await beginDeskCall(tx, { customerId, id, userId: taken.userId }, at)
  await publish(tx, { kind: 'queue.changed', customerId, queueId: taken.queueId })
  if (caseId === null || batchId === null) return true
  await moveLive(tx, { customerId, caseId }, { state: 'transferred', at, userId: taken.userId })
  await publish(tx, { kind: 'case.changed', customerId, batchId, caseId })
  return true
}

/**
 * The agent whose phone rang did not pick up: that is counted, they are away until they say otherwise (product.md §3.8), and the person waits on in their
 * old place for the next one. News of an offer before the one that is on change nothing.
 */
export async function missOffer(tx: Transaction, { customerId, id }: { customerId: number; id: number }, at: Date): Promise<void> {
  const { rows } = await sql<{ userId: number | null; queueId: number }>`
    with offered as (
      select leg, user_id, queue_id
      from queue_calls
      where customer_id = ${customerId} and communication_id = ${id} and state = 'answered'
        and rings_until is not null and answered_at <= ${at}
      for update),
    counted as (
      insert into missed_offers (customer_id, communication_id, leg, user_id, at)
      select ${customerId}, ${id}, leg, user_id, ${at} from offered),
    back as (
      update queue_calls q
      set state = 'waiting', answered_at = null, user_id = null, rings_until = null
      from offered o
      where q.customer_id = ${customerId} and q.communication_id = ${id} and q.leg = o.leg)
    select user_id as "userId", queue_id as "queueId" from offered`.execute(tx)
  for (const { userId, queueId } of rows) {
    if (userId !== null) {
      await missDeskCall(tx, { customerId, id, userId }, at)
      await setAgentStatus(tx, { customerId, userId }, { to: 'away', cause: 'gone', at, keep: { afterCall: null } })
    }
    await publish(tx, { kind: 'queue.changed', customerId, queueId })
  }
}

// The exchange ends the ringing itself and says so: only what it never said is asked after.
const graceSeconds = 5
const atOnce = 20

/** Offers of which the exchange said nothing in time: a process that fell, news that were lost. Answers how many were asked after. */
export async function endOverdueOffers(services: Services): Promise<0> {
  const { db, clock, log } = services
  const now = clock.now()
  const { rows } = await sql<Offered>`
    select q.customer_id as "customerId", q.communication_id as id, m.case_id as "caseId", m.batch_id as "batchId"
    from queue_calls q
    join communications m on m.customer_id = q.customer_id and m.id = q.communication_id and m.in_air
    where q.rings_until <= ${now}::timestamptz - make_interval(secs => ${graceSeconds}) and q.state = 'answered'
    order by q.rings_until
    limit ${atOnce}`.execute(db)
  for (const call of rows)
    try {
      const { gateway, providerRef } = await gatewayOfCall(services, call)
      const standing = (await gateway.endRinging?.(providerRef)) ?? 'none'
      if (standing === 'talks') await tryThrice(() => db.transaction().execute((tx) => answerOffer(tx, call, now)))
      if (standing === 'none') await tryThrice(() => db.transaction().execute((tx) => missOffer(tx, call, now)))
    } catch (error) {
      // What the exchange does not have ends by itself (0047).
      if (!(error instanceof CallUnknown)) log.warn({ err: error, communicationId: call.id }, 'nobody knows whether a phone still rings')
    }
  // Asked again each turn until it is known: nothing is gained by asking at once.
  return 0
}
