import type { LiveCallState } from '@regie/contract/monitor.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endStep, type EngineHarness, openEngineHarness } from '../../../../test/engine-harness.ts'
import { openQueue } from '../../../../test/open-queue.ts'
import { signWebhook, webhookKey } from '../../../gateways/webhook-signature.ts'
import { coolLive, sweepLive } from '../../case-runs/live-cases.ts'
import { wakeStalledCalls } from '../../case-runs/wake-stalled-calls.ts'
import { endAgentCalls } from '../../teams/agent-calls.ts'
import { setAgentStatus } from '../../teams/agent-status.ts'
import { findMonitorNews, listMonitor } from '../../monitor/monitor-queries.ts'
import { findWallboard } from '../../wallboard/find-wallboard.ts'
import { receiveDelivery } from '../receive-delivery.ts'
import { answerQueues } from './answer-queues.ts'
import { endRefused } from './end-refused.ts'
import { endOverdueOffers } from './offers.ts'
import { sweepQueues } from './queue-calls.ts'

let h: EngineHarness
let customerId: number
let calls: { caseId: number; ref: string }[]
let queueId: number
let agentIds: number[]
beforeAll(async () => {
  h = await openEngineHarness()
})
afterAll(() => h.close())
beforeEach(async () => {
  const call = { kind: 'call', key: 'call', next: 'end', settings: { template: 'call', attemptsMax: 1, retryMinutes: 1 } } as const
  const batch = await h.buildBatch(await h.buildScript({ steps: [call, endStep] }), 3)
  customerId = batch.customerId
  await h.runUntilIdle()
  const sent = await h.db
    .selectFrom('communications')
    .select(['case_id', 'provider_ref'])
    .where('customer_id', '=', customerId)
    .where('case_id', 'in', batch.caseIds)
    .orderBy('id')
    .execute()
  calls = sent.map(({ case_id, provider_ref }) => ({ caseId: case_id ?? 0, ref: provider_ref ?? '' }))
  ;({ queueId, agentIds } = await openQueue(h, { customerId, caseId: batch.caseIds[0] ?? 0 }))
})

const provider = 'simulated-voice'
const at = () => h.clock.now()
function hear(events: object[]) {
  const body = Buffer.from(JSON.stringify({ events }))
  return receiveDelivery(h.services, provider, body, signWebhook(webhookKey(h.services.config.secretKey, provider), body, at()))
}
const live = (call: number, ...states: LiveCallState[]) =>
  hear(states.map((state) => ({ eventKey: `${refOf(call)}:${state}`, providerRef: refOf(call), state: 'live', live: state })))
const end = (call: number, state: string, answer = 'mens') =>
  hear([{ eventKey: `${refOf(call)}:${state}`, providerRef: refOf(call), state, answer }])
const refOf = (call: number) => calls[call]?.ref ?? ''
const caseOf = (call: number) => calls[call]?.caseId ?? 0
const available = (userId: number) =>
  h.db
    .transaction()
    .execute((tx) =>
      setAgentStatus(
        tx,
        { customerId, userId },
        { to: 'available', cause: 'person', at: at(), keep: { loginAt: at(), queueIds: [queueId] } },
      ),
    )
const statusOf = async (userId: number) =>
  (await h.db.selectFrom('agents').select('status').where('user_id', '=', userId).executeTakeFirstOrThrow()).status
const rowOf = async (call: number) =>
  (await listMonitor(h.services.pool, customerId, false)).rows.find(({ caseID }) => caseID === caseOf(call))
const board = async () => {
  const wall = await findWallboard(h.db, customerId, { numbers: false, agents: true, listens: false }, at())
  return { ...wall, queue: wall.queues.find(({ queueID }) => queueID === queueId) }
}

test('a call goes through its states, never back, and leaves the monitor when somebody was spoken to', async () => {
  expect(await rowOf(0)).toMatchObject({ state: 'calling', attempts: 0 })
  await live(0, 'incall', 'human', 'script')
  await live(0, 'human', 'incall')
  expect(await rowOf(0)).toMatchObject({ state: 'script' })
  expect((await h.caseOf(caseOf(0))).status).toBe('open')
  await end(0, 'answered')
  expect(await rowOf(0)).toBeUndefined()
  await live(0, 'transferring')
  expect(await rowOf(0)).toBeUndefined()
  expect(await h.caseOf(caseOf(0))).toMatchObject({ last_answer: 'mens', last_result: 'LUI' })
})

test('who does not answer is shown as such for some seconds, then cools down until the next attempt, and goes', async () => {
  await end(0, 'unanswered', 'niet_opgenomen')
  expect(await rowOf(0)).toMatchObject({ state: 'noanswer', lastAnswer: 'niet_opgenomen' })
  const until = new Date(at().getTime() + 60_000)
  await h.db.transaction().execute((tx) => coolLive(tx, { customerId, caseId: caseOf(0) }, until))
  h.clock.advance(9_000)
  await sweepLive(h.db, at())
  expect(await rowOf(0)).toMatchObject({ state: 'cooldown', until: until.toISOString() })
  h.clock.advance(60_000)
  await sweepLive(h.db, at())
  expect(await rowOf(0)).toBeUndefined()
  expect(await findMonitorNews(h.services.pool, customerId, [caseOf(0)], false)).toEqual({ rows: [], gone: [caseOf(0)] })
})

test('a voicemail is a voicemail, and a number is whole for whoever may see it alone', async () => {
  await live(0, 'incall', 'voicemail')
  await end(0, 'voicemail', 'voicemail')
  expect(await rowOf(0)).toMatchObject({ state: 'voicemail', lastAnswer: 'voicemail' })
  const [whole] = (await findMonitorNews(h.services.pool, customerId, [caseOf(0)], true)).rows
  const [masked] = (await findMonitorNews(h.services.pool, customerId, [caseOf(0)], false)).rows
  expect(whole?.number).toMatch(/^\+?\d+$/)
  expect(masked?.number).toContain('•')
})

test('who asks for an agent waits in order, with a place and an expected wait', async () => {
  await live(0, 'incall', 'human', 'script', 'transferring')
  h.clock.advance(5_000)
  await live(1, 'incall', 'human', 'script', 'transferring')
  await live(1, 'transferring')
  await available(agentIds[0] ?? 0)
  const { waiting, queue } = await board()
  const ours = waiting.filter(({ queueID }) => queueID === queueId)
  expect(ours.map(({ caseID, position, expectedWait }) => ({ caseID, position, expectedWait }))).toEqual([
    { caseID: caseOf(0), position: 1, expectedWait: 120 },
    { caseID: caseOf(1), position: 2, expectedWait: 240 },
  ])
  expect(queue).toMatchObject({ waiting: 2, available: 1, loggedIn: 1 })
  expect(await rowOf(0)).toMatchObject({ state: 'transferring' })
})

test('the agent who is free gets who waits longest, one call each, however many engines look', async () => {
  await live(0, 'transferring')
  h.clock.advance(4_000)
  await live(1, 'transferring')
  await available(agentIds[0] ?? 0)
  const answered = await Promise.all([answerQueues(h.services), answerQueues(h.services), answerQueues(h.services)])
  expect(answered.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await statusOf(agentIds[0] ?? 0)).toBe('calling')
  expect(await rowOf(0)).toMatchObject({ state: 'transferred', agent: 'A' })
  const { agents, queue } = await board()
  expect(agents.find(({ userID }) => userID === agentIds[0])).toMatchObject({ status: 'calling', queueID: queueId, answered: 1 })
  expect(queue).toMatchObject({ waiting: 1, answered: 1, inTime: 1 })

  h.clock.advance(60_000)
  await end(0, 'transferred')
  expect(await h.caseOf(caseOf(0))).toMatchObject({ last_answer: 'mens', last_result: 'DOOR', live_state: null })
  await endAgentCalls(h.db, at())
  expect(await statusOf(agentIds[0] ?? 0)).toBe('cooldown')
  expect(await answerQueues(h.services)).toBe(0)
})

test('who hangs up before an agent is free was abandoned, unless it was at once', async () => {
  await live(0, 'transferring')
  await live(1, 'transferring')
  h.clock.advance(3_000)
  await end(0, 'answered')
  h.clock.advance(30_000)
  await end(1, 'answered')
  expect((await board()).queue).toMatchObject({ waiting: 0, answered: 0, abandoned: 1 })
  expect(await h.caseOf(caseOf(1))).toMatchObject({ last_result: 'AFG' })
})

test('more who ask at once than the script may put through are refused, and their calls end', async () => {
  await h.db.updateTable('scripts').set({ max_transfers: 1 }).where('customer_id', '=', customerId).execute()
  await live(0, 'transferring')
  await live(1, 'transferring')
  await live(1, 'transferring')
  expect((await board()).queue).toMatchObject({ waiting: 1, abandoned: 1 })
  await endRefused(h.services)
  const plans = await h.db.selectFrom('simulated_events').select(['payload', 'due_at']).execute()
  const ends = plans.filter(({ payload }) => JSON.stringify(payload).includes(`${refOf(1)}:hungUp`))
  expect(ends.map(({ due_at }) => due_at <= at())).toEqual([true])
  await end(1, 'answered')
  expect(await h.caseOf(caseOf(1))).toMatchObject({ last_result: 'AFG' })
  expect((await board()).queue).toMatchObject({ waiting: 1, abandoned: 1 })
})

/** Puts who waits through to an agent whose phone rings, as a real exchange does. */
async function ring(call: number) {
  await answerQueues(h.services)
  const ringsUntil = new Date(at().getTime() + 20_000)
  await h.db
    .updateTable('queue_calls')
    .set({ rings_until: ringsUntil })
    .where('case_id', '=', caseOf(call))
    .where('state', '=', 'answered')
    .execute()
}
const missed = (call: number, once: string) =>
  hear([{ eventKey: `${refOf(call)}:agentMissed:${once}`, providerRef: refOf(call), state: 'agentMissed' }])
const picked = (call: number, once: string) =>
  hear([{ eventKey: `${refOf(call)}:talking:${once}`, providerRef: refOf(call), state: 'talking' }])
const offers = (call: number) =>
  h.db
    .selectFrom('missed_offers as o')
    .innerJoin('queue_calls as q', 'q.communication_id', 'o.communication_id')
    .select('o.user_id')
    .where('q.case_id', '=', caseOf(call))
    .orderBy('o.id')
    .execute()

test('an agent who does not pick up is away, and the next one is rung, whose answer counts from when they picked up', async () => {
  const [first = 0, second = 0] = agentIds
  await live(0, 'transferring')
  await available(first)
  await ring(0)
  h.clock.advance(20_000)
  await missed(0, 'a')
  expect(await statusOf(first)).toBe('away')
  expect((await board()).queue).toMatchObject({ waiting: 1, answered: 0 })
  expect(await answerQueues(h.services)).toBe(0)
  await available(second)
  await ring(0)
  // The news of the first again, and late ones of before this offer, take nothing from the second.
  await missed(0, 'a')
  h.clock.advance(7_000)
  await picked(0, 'b')
  await picked(0, 'b')
  await missed(0, 'c')
  expect(await offers(0)).toEqual([{ user_id: first }])
  const row = await h.db.selectFrom('queue_calls').selectAll().where('case_id', '=', caseOf(0)).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'answered', user_id: second, rings_until: null, answered_at: at() })
  expect(row.answered_at?.getTime()).toBe(row.entered_at.getTime() + 27_000)
  h.clock.advance(60_000)
  await end(0, 'transferred')
  expect(await h.caseOf(caseOf(0))).toMatchObject({ last_result: 'DOOR' })
})

test('over a simulated number of the customer the phone of an agent rings, and is picked up', async () => {
  const [first = 0] = agentIds
  const { id } = await h.db
    .insertInto('providers')
    .values({ customer_id: customerId, channel: 'call', kind: 'simulated', name: 'Lijn', settings: JSON.stringify({ kind: 'simulated' }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await h.db.updateTable('communications').set({ provider_id: id }).where('case_id', '=', caseOf(0)).execute()
  const gateway = h.gateways.gatewayOf('call', null)
  await live(0, 'transferring')
  await available(first)
  await answerQueues(h.services)
  const row = () => h.db.selectFrom('queue_calls').selectAll().where('case_id', '=', caseOf(0)).executeTakeFirstOrThrow()
  expect((await row()).rings_until).not.toBeNull()
  expect(await gateway.endRinging?.(refOf(0))).toBe('ended')
  h.clock.advance(7_000)
  await h.gateways.simulatedEvents.sendDue(h.post)
  expect(await row()).toMatchObject({ state: 'answered', user_id: first, rings_until: null, answered_at: at() })
  expect(await gateway.endRinging?.(refOf(0))).toBe('talks')
  h.clock.advance(200_000)
  await h.gateways.simulatedEvents.sendDue(h.post)
  expect(await h.caseOf(caseOf(0))).toMatchObject({ last_result: 'DOOR' })
  await expect(gateway.endRinging?.(refOf(0))).rejects.toMatchObject({ name: 'CallUnknown' })
  expect(await offers(0)).toEqual([])
})

test('who hangs up while a phone rings was answered by nobody, and nobody missed it', async () => {
  await live(0, 'transferring')
  await available(agentIds[0] ?? 0)
  await ring(0)
  h.clock.advance(9_000)
  await end(0, 'answered')
  expect(await h.caseOf(caseOf(0))).toMatchObject({ last_result: 'AFG' })
  expect(await offers(0)).toEqual([])
  expect((await board()).queue).toMatchObject({ answered: 0, abandoned: 1, waiting: 0 })
  expect(await h.db.selectFrom('desk_calls').select('user_id').where('customer_id', '=', customerId).execute()).toEqual([])
})

test('who waits while a phone rings still takes one of the places of the script', async () => {
  await h.db.updateTable('scripts').set({ max_transfers: 1 }).where('customer_id', '=', customerId).execute()
  await live(0, 'transferring')
  await available(agentIds[0] ?? 0)
  await ring(0)
  await live(1, 'transferring')
  expect(await h.db.selectFrom('queue_calls').select('refused').where('case_id', '=', caseOf(1)).execute()).toEqual([{ refused: true }])
})

test('an offer of which the exchange never said anything is asked after, and ends by what it says', async () => {
  const [first = 0, second = 0] = agentIds
  const { gatewayOf } = h.services.gateways
  let standing: 'talks' | 'ended' | 'none' = 'ended'
  const gateways = {
    ...h.services.gateways,
    gatewayOf: ((channel: 'call', of: null) => ({ ...gatewayOf(channel, of), endRinging: async () => standing })) as typeof gatewayOf,
  }
  const look = () => endOverdueOffers({ ...h.services, gateways })
  await live(0, 'transferring')
  await available(first)
  await ring(0)
  h.clock.advance(24_000)
  standing = 'none'
  await look()
  expect(await offers(0)).toEqual([])
  h.clock.advance(1_000)
  standing = 'ended'
  await look()
  expect(await offers(0)).toEqual([])
  standing = 'none'
  await look()
  await look()
  expect(await offers(0)).toEqual([{ user_id: first }])
  await available(second)
  await ring(0)
  h.clock.advance(30_000)
  standing = 'talks'
  await look()
  expect((await board()).queue).toMatchObject({ answered: 1, waiting: 0 })
  expect(await rowOf(0)).toMatchObject({ state: 'transferred' })
})

test('a call that the exchange cannot put through waits on for another agent', async () => {
  await live(0, 'transferring')
  await available(agentIds[0] ?? 0)
  const { gatewayOf } = h.services.gateways
  const broken = {
    ...h.services.gateways,
    gatewayOf: ((channel: 'call', provider: null) => ({
      ...gatewayOf(channel, provider),
      connect: () => Promise.reject(new Error('no answer')),
    })) as typeof gatewayOf,
  }
  expect(await answerQueues({ ...h.services, gateways: broken })).toBe(1)
  expect((await board()).queue).toMatchObject({ waiting: 1 })
  await available(agentIds[1] ?? 0)
  expect(await answerQueues(h.services)).toBe(1)
})

test('who asks for an agent when the script has lost its queue is not left with the music', async () => {
  await h.db.deleteFrom('queue_scripts').where('customer_id', '=', customerId).execute()
  await live(0, 'transferring')
  await endRefused(h.services)
  const plans = await h.db.selectFrom('simulated_events').select('payload').execute()
  expect(plans.filter(({ payload }) => JSON.stringify(payload).includes(`${refOf(0)}:hungUp`))).toHaveLength(1)
})

test('a call of which nobody hears any more leaves its queue', async () => {
  await live(0, 'transferring')
  await h.db.updateTable('communications').set({ state: 'unknown' }).where('case_id', '=', caseOf(0)).execute()
  expect(await sweepQueues(h.db, at())).toBeGreaterThanOrEqual(1)
  expect((await board()).queue).toMatchObject({ waiting: 0 })
})

test('who waits for an agent or talks with one for longer than a quarter of an hour is not taken for silent; for hours is', async () => {
  await live(0, 'transferring')
  const isOn = async () =>
    (await h.db.selectFrom('communications').select('in_air').where('case_id', '=', caseOf(0)).executeTakeFirstOrThrow()).in_air
  h.clock.advance(60 * 60_000)
  await wakeStalledCalls(h.db, at())
  expect(await isOn()).toBe(true)
  h.clock.advance(4 * 60 * 60_000)
  await wakeStalledCalls(h.db, at())
  expect(await isOn()).toBe(false)
})

test('numbers of single agents are not there for whoever may not see them', async () => {
  await available(agentIds[0] ?? 0)
  const { agents } = await findWallboard(h.db, customerId, { numbers: false, agents: false, listens: false }, at())
  expect(agents.find(({ userID }) => userID === agentIds[0])).toMatchObject({ answered: null, status: 'available' })
})
