import { setTimeout as sleep } from 'node:timers/promises'
import type { ScriptStep } from '@regie/contract/scripts.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endStep, type EngineHarness, openEngineHarness } from '../../../../test/engine-harness.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { wakeStalledCalls } from '../../case-runs/wake-stalled-calls.ts'
import { writeMarks } from '../communication-changes.ts'
import { claimMessages } from '../outbox-claim.ts'
import { endManualCall, endWaitingCalls } from './end-manual-call.ts'
import { findCall } from './find-call.ts'
import { CallUnknown, GatewayRefused } from '../../../gateways/gateway-errors.ts'
import { startCall } from './start-call.ts'

let h: EngineHarness
beforeEach(async () => void (h = await openEngineHarness()))
afterEach(() => h.close())

const waitForEver: ScriptStep = { kind: 'wait', key: 'wait', next: 'end', settings: { minutes: 99_999 } }
const callStep: ScriptStep = {
  kind: 'call',
  key: 'call',
  next: 'end',
  settings: { template: 'call', attemptsMax: 1, retryMinutes: 60 },
}

async function openStory({ cases = 1, steps = [waitForEver, endStep], maxLines = 10 } = {}) {
  const script = await h.buildScript({ steps, maxLines })
  const batch = await h.buildBatch(script, cases)
  return { ...batch, caseId: batch.caseIds[0] ?? 0, agent: await colleague(batch.customerId, 'tess') }
}

async function colleague(customerId: number, username: string): Promise<Caller> {
  const { id: userId } = await h.db.insertInto('users').values({ username, password_hash: 'x' }).returning('id').executeTakeFirstOrThrow()
  return { userId, username, rights: [Right.viewCases, Right.changeCases], stage: 'full', sessionId: null, customerIds: [customerId] }
}

const stateOf = async (agent: Caller, caseId: number) => (await findCall(h.services, agent, caseId)).call?.state
const later = (ms: number) => h.clock.set(new Date(h.clock.now().getTime() + ms))
const news = () => h.gateways.simulatedEvents.sendDue(h.post)
const dialled = async () =>
  (await h.db.selectFrom('communications').select('id').where('channel', '=', 'call').where('sent_at', 'is not', null).execute()).length

/** Calls cases until somebody picks up: who does is chance, the same in each run. */
async function callUntilTalking({ agent, caseIds }: Awaited<ReturnType<typeof openStory>>) {
  for (const caseId of caseIds) {
    const call = await startCall(h.services, agent, caseId)
    await h.sendDue()
    later(13_000)
    await news()
    if ((await stateOf(agent, caseId)) === 'talking') return { caseId, call }
  }
  throw new Error('nobody picks up')
}

test('a call is written down, rings, is talked in and ends when one hangs up; then a result is asked', async () => {
  const story = await openStory({ cases: 20 })
  const { agent } = story
  const waiting = await startCall(h.services, agent, story.caseIds[19] ?? 0)
  expect(waiting).toMatchObject({ state: 'waiting', mine: true, by: 'tess', simulated: true, outcome: null })
  expect(await dialled()).toBe(0)
  await endManualCall(h.services, agent, story.caseIds[19] ?? 0, waiting.callID)

  const { caseId, call } = await callUntilTalking(story)
  expect((await h.caseOf(caseId)).live_state).toBe('incall')
  await endManualCall(h.services, agent, caseId, call.callID)
  await news()
  const { call: ended } = await findCall(h.services, agent, caseId)
  expect(ended).toMatchObject({ callID: call.callID, state: 'ended', outcome: 'answered', needsResult: true })
  expect(await h.caseOf(caseId)).toMatchObject({ live_state: null, last_answer: 'mens', attempts: 1 })
  expect(await h.events(caseId)).toEqual(expect.arrayContaining(['callPlaced', 'callStarted', 'callAnswered']))
  // What the provider still had planned is no news.
  later(300_000)
  await news()
  expect((await h.caseOf(caseId)).attempts).toBe(1)
  expect(await h.counterFaults()).toEqual([])
})

test('who dies between forgetting and reporting the end of a call has done neither: it ends as it was to end', async () => {
  const { agent, caseId } = await openStory()
  const call = await startCall(h.services, agent, caseId)
  await h.sendDue()
  const planned = () => h.db.selectFrom('simulated_events').select('payload').orderBy('id').execute()
  const before = await planned()
  expect(before.length).toBeGreaterThan(0)
  await sql`create function die() returns trigger language plpgsql as $$ begin raise 'gone'; end $$`.execute(h.owner.db)
  await sql`create trigger die before insert on simulated_events execute function die()`.execute(h.owner.db)
  await expect(endManualCall(h.services, agent, caseId, call.callID)).rejects.toThrow('gone')
  expect(await planned()).toEqual(before)
  await sql`drop trigger die on simulated_events`.execute(h.owner.db)
  await endManualCall(h.services, agent, caseId, call.callID)
  await news()
  expect(await stateOf(agent, caseId)).toBe('ended')
})

test('whoever hangs up while it rings has reached nobody', async () => {
  const { agent, caseId } = await openStory()
  const call = await startCall(h.services, agent, caseId)
  await h.sendDue()
  expect(await stateOf(agent, caseId)).toBe('ringing')
  await endManualCall(h.services, agent, caseId, call.callID)
  await news()
  expect((await findCall(h.services, agent, caseId)).call).toMatchObject({
    state: 'ended',
    outcome: 'unanswered',
    needsResult: false,
    needsAnswer: true,
  })
  later(300_000)
  await news()
  expect(await stateOf(agent, caseId)).toBe('ended')
})

test('twenty presses at once make one call; a case has one call, and a person calls one number', async () => {
  const { agent, caseId, caseIds, customerId } = await openStory({ cases: 2 })
  const other = await colleague(customerId, 'mees')
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => startCall(h.services, agent, caseId)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(startCall(h.services, other, caseId)).rejects.toMatchObject({ code: 'call.personInCall' })
  await expect(startCall(h.services, agent, caseIds[1] ?? 0)).rejects.toMatchObject({ code: 'call.alreadyCalling' })
  await h.sendDue()
  expect(await dialled()).toBe(1)
})

test('who may not be called now is not, also when that came between asking and dialling', async () => {
  const { agent, caseIds, customerId } = await openStory({ cases: 2 })
  const [first = 0, second = 0] = caseIds
  const pause = (id: number) => h.db.updateTable('cases').set({ status: 'paused' }).where('id', '=', id).execute()
  await pause(first)
  await expect(startCall(h.services, agent, first)).rejects.toMatchObject({ code: 'call.notAllowed', params: { reason: 'casePaused' } })
  await startCall(h.services, agent, second)
  await pause(second)
  await h.sendDue()
  expect((await findCall(h.services, agent, second)).call).toMatchObject({ state: 'ended', outcome: 'cancelled', reason: 'casePaused' })
  // Not hours later either, when they may be called again.
  await h.db.updateTable('cases').set({ status: 'open' }).where('customer_id', '=', customerId).execute()
  later(3_600_000)
  await h.sendDue()
  expect(await dialled()).toBe(0)
})

test('an agreed call-back is called while its case waits for it', async () => {
  const { agent, caseId } = await openStory()
  const agreed = { status: 'paused', paused_for: 'callback', paused_until: new Date(h.clock.now().getTime() + 86_400_000) } as const
  await h.db.updateTable('cases').set(agreed).where('id', '=', caseId).execute()
  await startCall(h.services, agent, caseId)
  await h.sendDue()
  expect(await stateOf(agent, caseId)).toBe('ringing')
  expect(await dialled()).toBe(1)
})

test('a call waits a minute for a free line, and is not made later', async () => {
  const { agent, caseIds, customerId } = await openStory({ cases: 2, maxLines: 1 })
  const [first = 0, second = 0] = caseIds
  await startCall(h.services, await colleague(customerId, 'mees'), first)
  await h.sendDue()
  await startCall(h.services, agent, second)
  await h.sendDue()
  expect(await stateOf(agent, second)).toBe('waiting')
  later(61_000)
  await endWaitingCalls(h.db, h.clock.now())
  expect((await findCall(h.services, agent, second)).call).toMatchObject({ state: 'ended', outcome: 'cancelled', reason: 'noLine' })
  for (let turn = 0; turn < 5; turn++) {
    later(60_000)
    await news()
    await h.sendDue()
  }
  expect(await dialled()).toBe(1)
})

test('an engine that dies while it dials leaves a call that is ended and named, and it is not made again', async () => {
  const { agent, caseId } = await openStory()
  const call = await startCall(h.services, agent, caseId)
  const dead = await h.newEngine()
  const [claimed] = await claimMessages(h.services, 'call', dead, 10)
  const mark = { customerId: claimed?.customerId ?? 0, id: claimed?.id ?? 0, state: 'started' as const }
  await writeMarks(h.pool, dead, [mark], h.clock.now())
  await h.killEngine(dead)
  await h.recover()
  expect((await findCall(h.services, agent, caseId)).call).toMatchObject({
    ...{ callID: call.callID, state: 'ended', outcome: 'unknown', reason: 'engineGone' },
  })
  await h.sendDue()
  expect(await dialled()).toBe(0)
  expect(await h.events(caseId)).toContain('callUnknown')
})

test('with the dialer off staff call all the same, and the script does not', async () => {
  const { agent, caseIds, batchId } = await openStory({ cases: 2, steps: [callStep, endStep] })
  await h.db.updateTable('batches').set({ dialer_on: false }).where('id', '=', batchId).execute()
  await h.turn()
  await startCall(h.services, agent, caseIds[0] ?? 0)
  await h.sendDue()
  expect(await dialled()).toBe(1)
})

test('the script calls nobody who is on the phone with staff', async () => {
  const { agent, caseId } = await openStory({ steps: [callStep, endStep] })
  await startCall(h.services, agent, caseId)
  await h.sendDue()
  await h.turn()
  await h.sendDue()
  expect(await dialled()).toBe(1)
  const run = await h.db.selectFrom('case_runs').select(['state', 'waiting_for']).where('case_id', '=', caseId).executeTakeFirst()
  expect(run).toEqual({ state: 'waiting', waiting_for: 'call' })
})

test('the end of a silent call waits for nobody who has the case: news and the clean-up never wait for each other', async () => {
  const { agent, caseId, customerId } = await openStory()
  const call = await startCall(h.services, agent, caseId)
  await h.sendDue()
  later(16 * 60_000)
  let cleaning: Promise<unknown> | undefined
  // As the news of the end of a call does: the case first, then its message.
  await h.db.transaction().execute(async (tx) => {
    await sql`select from cases where customer_id = ${customerId} and id = ${caseId} for no key update`.execute(tx)
    cleaning = wakeStalledCalls(h.db, h.clock.now())
    cleaning.catch(() => undefined)
    await sleep(300)
    await sql`select from communications where customer_id = ${customerId} and id = ${call.callID} for update`.execute(tx)
  })
  await cleaning
  await wakeStalledCalls(h.db, h.clock.now())
  expect((await findCall(h.services, agent, caseId)).call).toMatchObject({ state: 'ended', outcome: 'unknown', reason: 'noNews' })
  expect((await h.caseOf(caseId)).live_state).toBeNull()
})

test('a call whose provider is deleted or switched off ends when one hangs up, and its timeline says so', async () => {
  const story = await openStory({ cases: 20 })
  const { customerId } = story
  for (const state of ['off', 'gone', 'ringing'] as const) {
    const { id } = await h.db
      .insertInto('providers')
      .values({
        customer_id: customerId,
        channel: 'call',
        kind: 'simulated',
        name: `Lijn ${state}`,
        settings: JSON.stringify({ kind: 'simulated' }),
        is_default: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const place = async () => {
      if (state !== 'ringing') return callUntilTalking(story)
      const caseId = story.caseIds.pop() ?? 0
      const call = await startCall(h.services, story.agent, caseId)
      await h.sendDue()
      return { caseId, call }
    }
    const { caseId, call } = await place()
    if (state === 'off') await h.db.updateTable('providers').set({ state, is_default: false }).where('id', '=', id).execute()
    else await h.db.deleteFrom('providers').where('id', '=', id).execute()
    await endManualCall(h.services, story.agent, caseId, call.callID)
    await news()
    expect((await findCall(h.services, story.agent, caseId)).call).toMatchObject({
      state: 'ended',
      outcome: state === 'ringing' ? 'failed' : 'answered',
      reason: state === 'off' ? null : 'providerGone',
      needsResult: state !== 'ringing',
    })
    expect((await h.caseOf(caseId)).live_state).toBeNull()
    expect(await h.events(caseId)).toContain(state === 'ringing' ? 'callFailed' : 'callAnswered')
    // What the provider that is gone says later changes nothing.
    later(300_000)
    await news()
    expect((await h.caseOf(caseId)).attempts).toBe(state === 'ringing' ? 0 : 1)
    story.caseIds.splice(0, story.caseIds.indexOf(caseId) + 1)
  }
})

test('a provider that will not hang up leaves the call as it is and says why; one that knows nothing of it ends it', async () => {
  const { agent, caseId } = await openStory()
  const call = await startCall(h.services, agent, caseId)
  await h.sendDue()
  const refusing = (error: Error) => {
    const gatewayOf = () => ({ ...h.gateways.voice, hangUp: () => Promise.reject(error) }) as never
    return { ...h.services, gateways: { ...h.gateways, gatewayOf } }
  }
  const hangUp = (error: Error) => endManualCall(refusing(error), agent, caseId, call.callID)
  await expect(hangUp(new GatewayRefused('429', 'too many requests'))).rejects.toMatchObject({
    ...{ code: 'call.notHungUp', params: { reason: 'too many requests' } },
  })
  expect(await stateOf(agent, caseId)).toBe('ringing')
  expect((await h.caseOf(caseId)).live_state).toBe('calling')
  expect(await hangUp(new CallUnknown('no such call'))).toMatchObject({ state: 'ended', reason: 'providerGone' })
})
