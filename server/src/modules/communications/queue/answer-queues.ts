import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { CallUnknown, GatewayRefused } from '../../../gateways/gateway-errors.ts'
import { publish } from '../../../live/publish.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { tryUntilThere } from '../../../platform/db/try-until-there.ts'
import type { Services } from '../../../services.ts'
import { moveLive } from '../../case-runs/live-cases.ts'
import { findRegistered } from '../../providers/provider-queries.ts'
import { beginAgentCall } from '../../teams/agent-calls.ts'
import { openDeskCall } from '../../teams/desk-calls.ts'
import { missOffer } from './offers.ts'
import { backToQueue } from './queue-calls.ts'

type Pair = {
  customerId: number
  id: number
  /** Null: nobody knows who calls. */
  caseId: number | null
  batchId: number | null
  queueId: number
  userId: number
  username: string
  providerRef: string
  providerId: number | null
  ringSeconds: number
}

// Turns follow each other as long as there is somebody to put through.
const pairsMax = 20
// An exchange that does not answer keeps nobody else waiting.
const answerTimeoutMs = 1_000

/**
 * Puts whoever waits through to the agents who are free: the queue with the highest priority first, in it who talked with an agent whose page went
 * away, then who waits longest, to the agent who has been
 * free longest. Written down before the exchange is asked. Answers how many.
 */
export async function answerQueues(services: Services): Promise<number> {
  const { db, clock } = services
  if (!(await doesAnybodyWait(db))) return 0
  const connecting: Promise<void>[] = []
  while (connecting.length < pairsMax) {
    const pair = await db.transaction().execute((tx) => takeNext(tx, clock.now()))
    if (!pair) break
    connecting.push(connect(services, pair))
  }
  await Promise.race([Promise.all(connecting), sleep(answerTimeoutMs, undefined, { ref: false })])
  return connecting.length
}

/** Asked each second: planning which call goes to which agent takes much longer than this question, which mostly ends it. */
async function doesAnybodyWait(db: Db): Promise<boolean> {
  const { rows } = await sql`select from queue_calls where state = 'waiting' limit 1`.execute(db)
  return rows.length > 0
}

async function takeNext(tx: Transaction, now: Date): Promise<Pair | null> {
  // The agent's row is kept: two engines never give two calls to one agent, nor one call to two.
  const { rows } = await sql<Pair>`
    select q.customer_id as "customerId", q.communication_id as id, q.case_id as "caseId", m.batch_id as "batchId",
      q.queue_id as "queueId", a.user_id as "userId", u.username,
      m.provider_ref as "providerRef", m.provider_id as "providerId", k.ring_seconds as "ringSeconds"
    from queue_calls q
    join queues k on k.customer_id = q.customer_id and k.id = q.queue_id
    join communications m on m.customer_id = q.customer_id and m.id = q.communication_id and m.in_air
      and m.provider_ref is not null
    join queue_members w on w.customer_id = q.customer_id and w.queue_id = q.queue_id
    join agents a on a.customer_id = w.customer_id and a.user_id = w.user_id
      and a.status = 'available' and a.login_at is not null and q.queue_id = any(a.queue_ids)
    join users u on u.id = a.user_id
    where q.state = 'waiting'
    order by k.priority, q.returned desc, q.entered_at, a.status_at
    limit 1
    for update of q, a skip locked`.execute(tx)
  const [pair] = rows
  if (!pair) return null
  const { customerId, id, userId, queueId } = pair
  const rings = pair.providerId !== null
  await sql`
    update queue_calls
    set state = 'answered', answered_at = greatest(${now}, entered_at), user_id = ${userId},
      rings_until = case when ${rings} then ${now}::timestamptz + make_interval(secs => ${pair.ringSeconds}) end
    where customer_id = ${customerId} and communication_id = ${id} and state = 'waiting'`.execute(tx)
  await openDeskCall(tx, { customerId, id, caseId: pair.caseId, userId, queueId, beganAt: rings ? null : now })
  await beginAgentCall(tx, { customerId, userId }, now)
  await publish(tx, { kind: 'queue.changed', customerId, queueId })
  if (pair.caseId === null || pair.batchId === null) return pair
  if (!rings) await moveLive(tx, { customerId, caseId: pair.caseId }, { state: 'transferred', at: now, userId })
  await publish(tx, { kind: 'case.changed', customerId, batchId: pair.batchId, caseId: pair.caseId })
  return pair
}

/**
 * Asks the exchange to bring both together. One that knows nothing of the call any more reports no end: what is swept ends it here. One that cannot leaves
 * them in the queue; its agent goes on after the pause that every call has.
 */
async function connect({ db, clock, gateways, log }: Services, pair: Pair): Promise<void> {
  const { customerId, providerRef, providerId, id, username, ringSeconds } = pair
  const provider = providerId === null ? null : ((await findRegistered(db, [providerId])).get(providerId) ?? 'gone')
  if (provider === 'gone') return
  const ask = () => gateways.gatewayOf('call', provider).connect(providerRef, username, providerId === null ? 0 : ringSeconds)
  try {
    // An answer that was lost is asked for again: the same agent is not rung twice.
    await ask().catch((error: unknown) => (error instanceof CallUnknown ? Promise.reject(error) : ask()))
  } catch (error) {
    if (error instanceof CallUnknown) return
    log.warn({ err: error, communicationId: id }, 'a call could not be put through: they wait for another agent')
    // A phone that can not be rung would be tried again and again.
    const isTheirs = error instanceof GatewayRefused && providerId !== null
    await tryUntilThere(() =>
      db.transaction().execute((tx) => (isTheirs ? missOffer(tx, pair, clock.now()) : backToQueue(tx, { customerId, id }))),
    )
  }
}
