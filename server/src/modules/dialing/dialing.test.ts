import type { DialingMode } from '@regie/contract/dialing.ts'
import type { LiveEvent } from '@regie/contract/live-events.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endStep, type EngineHarness, openEngineHarness } from '../../../test/engine-harness.ts'
import { openQueue } from '../../../test/open-queue.ts'
import { signWebhook, webhookKey } from '../../gateways/webhook-signature.ts'
import { openLiveHub } from '../../live/live-hub.ts'
import { openNotifications } from '../../platform/db/notify.ts'
import { receiveDelivery } from '../communications/receive-delivery.ts'
import { findFunnel } from '../funnel/funnel-batches.ts'
import { gatesOf } from '../funnel/gates.ts'
import { setAgentStatus } from '../teams/agent-status.ts'
import { sweepDialing } from './count-calls.ts'
import { findDialing } from './find-dialing.ts'
import { keepPaces } from './keep-paces.ts'

let h: EngineHarness
beforeAll(async () => {
  h = await openEngineHarness()
})
afterAll(() => h.close())

const at = () => h.clock.now()
const step = { kind: 'call', key: 'call', next: 'end', settings: { template: 'call', attemptsMax: 1, retryMinutes: 1 } } as const

/** A batch whose script puts through to a queue of two agents, none of them signed in. */
async function openBatch(mode: DialingMode, cases = 12) {
  const script = await h.buildScript({ steps: [step, endStep], maxLines: 50 })
  const batch = await h.buildBatch(script, cases)
  const queue = await openQueue(h, { customerId: batch.customerId, caseId: batch.caseIds[0] ?? 0 })
  await h.db.updateTable('scripts').set({ dialing: mode }).where('id', '=', queue.scriptId).execute()
  const caller = { customerIds: [batch.customerId] } as never
  const refs = async () => {
    const rows = await h.db
      .selectFrom('communications')
      .select(['provider_ref', 'in_air'])
      .where('batch_id', '=', batch.batchId)
      .where('state', '=', 'sent')
      .orderBy('id')
      .execute()
    return rows
  }
  return {
    ...batch,
    ...queue,
    refs,
    begun: async () => (await refs()).length,
    dialing: () => findDialing(h.services, caller, queue.scriptId),
    signIn: (agents = queue.agentIds) =>
      h.db.transaction().execute(async (tx) => {
        for (const userId of agents)
          await setAgentStatus(
            tx,
            { customerId: batch.customerId, userId },
            { to: 'available', cause: 'person', at: at(), keep: { loginAt: at(), queueIds: [queue.queueId] } },
          )
      }),
  }
}

const provider = 'simulated-voice'
function hear(events: object[]) {
  const body = Buffer.from(JSON.stringify({ events }))
  return receiveDelivery(h.services, provider, body, signWebhook(webhookKey(h.services.config.secretKey, provider), body, at()))
}
const live = (ref: string, state: string) => hear([{ eventKey: `${ref}:${state}`, providerRef: ref, state: 'live', live: state }])
const end = (ref: string, answer: string) =>
  hear([{ eventKey: `${ref}:end`, providerRef: ref, state: answer === 'mens' ? 'answered' : 'unanswered', answer }])

test('by its lines a script calls as ever; paced it calls nobody until an agent is free, and why says so', async () => {
  const free = await openBatch('lines')
  await h.runUntilIdle()
  expect(await free.begun()).toBe(12)
  const paced = await openBatch('progressive')
  await h.runUntilIdle()
  expect(await paced.begun()).toBe(0)
  const scope = { customerId: paced.customerId, scriptId: paced.scriptId, batchId: paced.batchId }
  const gate = async () => gatesOf(await findFunnel(h.db, scope, at()), at()).gates[0]?.calls
  expect(await gate()).toBe('noAgent')
  await paced.signIn()
  expect(await gate()).toBe(null)
})

test('progressive: one call for each free agent, the next when one ends without anybody wanting them', async () => {
  const batch = await openBatch('progressive')
  await batch.signIn()
  await h.runUntilIdle()
  expect(await batch.begun()).toBe(2)
  expect(await batch.dialing()).toMatchObject({ agents: { free: 2, busy: 0 }, dialling: 2, mayBegin: 0 })
  const [first, second] = await batch.refs()
  await end(first?.provider_ref ?? '', 'niet_opgenomen')
  await live(second?.provider_ref ?? '', 'transferring')
  await h.runUntilIdle()
  expect(await batch.begun()).toBe(3)
  expect(await batch.dialing()).toMatchObject({ waiting: 1, dialling: 1 })
})

test('predictive: an hour of calls teaches how many more are needed, within the lines', async () => {
  const batch = await openBatch('predictive', 40)
  await batch.signIn()
  const teach = (calls: number, answered: number) =>
    h.db
      .insertInto('dialing_minutes')
      .values({ customer_id: batch.customerId, script_id: batch.scriptId, minute: at(), calls, answered })
      .execute()
  await teach(19, 10)
  await keepPaces(h.db, at())
  expect(await batch.dialing()).toMatchObject({ mayBegin: 2, factor: 0.8, hour: { calls: 19, answered: 10, wanted: 0, dropped: 0 } })
  h.clock.advance(61_000)
  await h.db.updateTable('dialing_minutes').set({ calls: 40, answered: 25 }).where('script_id', '=', batch.scriptId).execute()
  await keepPaces(h.db, at())
  // Nobody of 40 wanted an agent: by the least share of 15 %, two agents need thirteen calls, at a pace of 0.82.
  expect(await batch.dialing()).toMatchObject({ mayBegin: 10, factor: 0.82 })
  await h.runUntilIdle()
  expect(await batch.begun()).toBe(10)
  await h.db.updateTable('scripts').set({ max_lines: 6 }).where('id', '=', batch.scriptId).execute()
  expect(await batch.dialing()).toMatchObject({ mayBegin: 0 })
})

test('a wall that shows the drop rate hears of each change of it, and of nothing else', async () => {
  const heard: LiveEvent[] = []
  const log = { warn: () => undefined, error: () => undefined }
  const notifications = await openNotifications(h.url, { log })
  const hub = await openLiveHub(notifications, log)
  const batch = await openBatch('predictive')
  const isOwn = (event: LiveEvent) => event.kind === 'queue.changed' && event.queueId === batch.queueId
  hub.subscribe({ mayFollow: () => true, onEvent: (event) => isOwn(event) && heard.push(event), onGap: () => undefined })
  const minute = (calls: number) => ({ customer_id: batch.customerId, script_id: batch.scriptId, minute: at(), calls, answered: 1 })
  await h.db.insertInto('dialing_minutes').values(minute(4)).execute()
  await keepPaces(h.db, at())
  await expect.poll(() => heard.length).toBe(1)
  h.clock.advance(11_000)
  await keepPaces(h.db, at())
  h.clock.advance(11_000)
  await h.db.insertInto('dialing_minutes').values(minute(5)).execute()
  await keepPaces(h.db, at())
  await expect.poll(() => heard.length).toBe(2)
  hub.close()
  await notifications.close()
})

test('calls that end are counted once, drops hold the script back, and after a day nothing is left of it', async () => {
  const batch = await openBatch('predictive')
  await batch.signIn()
  await h.runUntilIdle()
  const [first, second] = await batch.refs()
  await live(first?.provider_ref ?? '', 'transferring')
  h.clock.advance(20_000)
  await end(first?.provider_ref ?? '', 'mens')
  await end(first?.provider_ref ?? '', 'mens')
  await end(second?.provider_ref ?? '', 'niet_opgenomen')
  await keepPaces(h.db, at())
  h.clock.advance(61_000)
  await keepPaces(h.db, at())
  expect(await batch.dialing()).toMatchObject({
    heldBack: true,
    factor: 0.64,
    dropRate: 1,
    hour: { calls: 2, answered: 1, wanted: 1, dropped: 1 },
  })
  h.clock.advance(25 * 60 * 60_000)
  await sweepDialing(h.db, at())
  await keepPaces(h.db, at())
  expect(await batch.dialing()).toMatchObject({ hour: { calls: 0 }, dropRate: 0 })
})

test('two engines that look at once pace a script once', async () => {
  const batch = await openBatch('progressive')
  await batch.signIn()
  expect((await Promise.all([keepPaces(h.db, at()), keepPaces(h.db, at())])).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(1)
  const rows = await h.db.selectFrom('dialing_paces').selectAll().where('script_id', '=', batch.scriptId).execute()
  expect(rows.map(({ factor }) => Number(factor))).toEqual([0.8])
})
