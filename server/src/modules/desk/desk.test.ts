import { arrangementApi } from '@regie/contract/arrangements.ts'
import { deskApi } from '@regie/contract/desk.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { type CallStory, openCallStory } from '../../../test/call-story.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { GatewayRefused } from '../../gateways/gateway-errors.ts'
import { signWebhook, webhookKey } from '../../gateways/webhook-signature.ts'
import { receiveDelivery } from '../communications/receive-delivery.ts'
import { backToQueue } from '../communications/queue/queue-calls.ts'
import { startCall } from '../communications/manual-calls/start-call.ts'
import { finishDeskCalls } from './finish-call.ts'
import { holdCall } from './control-call.ts'

let app: TestApp
let story: CallStory
let anna: Staff
let bram: Staff
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  story = await openCallStory(app, [Right.viewCases, Right.changeCases, Right.viewPersonalData])
  ;[anna, bram] = [story.agents[0] as Staff, story.agents[1] as Staff]
})

const provider = 'simulated-voice'
/** A call that waits for an agent, and of which the exchange will tell its end. */
async function waiting(place = 0) {
  const call = await story.enter(place)
  const providerRef = `story-${call.caseId}`
  const event = { eventKey: `${providerRef}:answered`, providerRef, state: 'answered', answer: 'mens' }
  await app.services.gateways.simulatedEvents.schedule(provider, [{ afterMs: 90_000, event }])
  await app.db
    .updateTable('cases')
    .set({ fields: JSON.stringify({ geboortedatum: '1988-03-14', postcode: '3811 AB' }), outstanding_cents: 21_577 })
    .where('id', '=', call.caseId)
    .execute()
  return { ...call, providerRef }
}
/** The same, put through to Anna. */
async function inCall() {
  await story.stand(anna, 'available')
  const call = await waiting()
  await story.turn()
  return call
}
async function ends({ providerRef }: { providerRef: string }, state = 'transferred') {
  const body = Buffer.from(JSON.stringify({ events: [{ eventKey: `${providerRef}:${state}`, providerRef, state, answer: 'mens' }] }))
  const { config } = app.services
  await receiveDelivery(app.services, provider, body, signWebhook(webhookKey(config.secretKey, provider), body, app.clock.now()))
}
const deskOf = async (who: Staff) => (await app.call(deskApi.find, { query: { customerID: story.customerId } }).as(who)).body
const callOf = async (who: Staff) => (await deskOf(who)).call
const statusOf = async (who: Staff) => (await deskOf(who)).agent?.status
const later = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString()
const at = (id: number) => ({ params: { callID: id } })
const planned = async (ref: string) => (await app.services.gateways.simulatedEvents.statesOf(provider, ref)).join()
const timeline = async (caseId: number) =>
  app.db.selectFrom('timeline').select(['event', 'params', 'by_user']).where('case_id', '=', caseId).orderBy('id').execute()

test('whoever is put through finds the call on the desk, and nothing of the debt until it is known who speaks', async () => {
  const { id, caseId } = await inCall()
  const call = await callOf(anna)
  expect(call).toMatchObject({ callID: id, caseID: caseId, state: 'talking', queue: 'Wachtrij Incasso', debt: null, identified: null })
  expect(call?.checks).toEqual(['birthDate', 'postcode', 'caseNumber'])
  expect(JSON.stringify(call)).not.toMatch(/21.?577|1988|3811/)
  expect(await callOf(bram)).toBeNull()

  const wrong = await app
    .call(deskApi.identify, { ...at(id), body: { how: 'fields', birthDate: '14-03-1989', postcode: '3811AB' } })
    .as(anna)
  expect(wrong.body).toMatchObject({ error: 'desk.notMatching' })
  expect((await callOf(anna))?.debt).toBeNull()
  const right = await app
    .call(deskApi.identify, { ...at(id), body: { how: 'fields', birthDate: '14-03-1988', postcode: '3811ab' } })
    .as(anna)
  expect(right.body).toMatchObject({ identified: { how: 'fields' }, debt: { outstandingCents: 21_577, currency: 'EUR' } })
  expect(await timeline(caseId)).toContainEqual({
    ...{ event: 'callerIdentified', params: { checks: 'birthDate,postcode' }, by_user: anna.username },
  })

  const other = await app.call(deskApi.identify, { ...at(id), body: { how: 'other' } }).as(anna)
  expect(other.body).toMatchObject({ identified: { how: 'other' }, debt: null })
  const own = { how: 'self' as const, reason: 'Stem herkend, belde gisteren ook' }
  expect((await app.call(deskApi.identify, { ...at(id), body: own }).as(anna)).body).toMatchObject({ debt: { outstandingCents: 21_577 } })
  const short = await app.call(deskApi.identify, { ...at(id), body: { how: 'self', reason: 'x' } }).as(anna)
  expect(short.status).toBe(400)
})

test('mute, hold and keys reach the exchange and stand on the server; seconds of hold are kept, also those of the hold in which a call ends', async () => {
  const call = await inCall()
  const { id, providerRef } = call
  expect(await planned(providerRef)).toBe('transferred')
  expect((await app.call(deskApi.mute, { ...at(id), body: { isMuted: true } }).as(anna)).body).toMatchObject({ isMuted: true })
  const held = (await app.call(deskApi.hold, { ...at(id), body: { isHeld: true } }).as(anna)).body
  app.clock.advance(4_000)
  const again = (await app.call(deskApi.hold, { ...at(id), body: { isHeld: true } }).as(anna)).body
  expect(again).toMatchObject({ heldAt: (held as { heldAt: string }).heldAt, isMuted: true })
  app.clock.advance(3_000)
  expect(await callOf(anna)).toMatchObject({ isMuted: true, heldAt: (held as { heldAt: string }).heldAt, holdSeconds: 0 })
  expect((await app.call(deskApi.hold, { ...at(id), body: { isHeld: false } }).as(anna)).body).toMatchObject({
    heldAt: null,
    holdSeconds: 7,
  })
  expect((await app.call(deskApi.hold, { ...at(id), body: { isHeld: false } }).as(anna)).body).toMatchObject({ holdSeconds: 7 })
  expect((await app.call(deskApi.press, { ...at(id), body: { digits: '12#' } }).as(anna)).status).toBe(200)
  expect((await app.call(deskApi.press, { ...at(id), body: { digits: '12a' } }).as(anna)).status).toBe(400)
  await app.call(deskApi.hold, { ...at(id), body: { isHeld: true } }).as(anna)
  app.clock.advance(5_000)
  await ends(call)
  await ends(call)
  expect(await callOf(anna)).toMatchObject({ state: 'ended', isMuted: false, heldAt: null, holdSeconds: 12 })
})

test('what the exchange will not do is said in its words, and nothing is written down', async () => {
  const { id } = await inCall()
  const { gatewayOf } = app.services.gateways
  const hold = () => Promise.reject(new GatewayRefused('500', '500 Allocation failed'))
  const gateways = {
    ...app.services.gateways,
    gatewayOf: ((channel: 'call', of: null) => ({ ...gatewayOf(channel, of), hold })) as typeof gatewayOf,
  }
  const caller = {
    userId: anna.userId,
    username: anna.username,
    rights: [],
    stage: 'full',
    sessionId: null,
    customerIds: [story.customerId],
  } as const
  await expect(holdCall({ ...app.services, gateways }, caller as never, id, true)).rejects.toMatchObject({
    ...{ code: 'desk.exchangeRefused', params: { reason: '500 Allocation failed' } },
  })
  expect(await callOf(anna)).toMatchObject({ heldAt: null })
})

test("a colleague's call, another customer's, and one that is over answer to nobody; without the right nothing does", async () => {
  const call = await inCall()
  const { id } = call
  const stranger = await app.build.staff({ rights: [Right.viewCases, Right.changeCases], customers: [(await app.build.customer()).id] })
  const rightless = await app.build.staff({ rights: [], customers: [story.customerId] })
  const tries = (who: Staff) =>
    Promise.all([
      app.call(deskApi.mute, { ...at(id), body: { isMuted: true } }).as(who),
      app.call(deskApi.hold, { ...at(id), body: { isHeld: true } }).as(who),
      app.call(deskApi.press, { ...at(id), body: { digits: '1' } }).as(who),
      app.call(deskApi.transfer, { ...at(id), body: { queueID: story.queueIds[1] ?? 0 } }).as(who),
      app.call(deskApi.hangUp, at(id)).as(who),
      app.call(deskApi.identify, { ...at(id), body: { how: 'other' } }).as(who),
      app.call(deskApi.note, { ...at(id), body: { note: 'x' } }).as(who),
      app.call(deskApi.result, { ...at(id), body: { resultCode: 'INF' } }).as(who),
      app.call(deskApi.finish, at(id)).as(who),
    ])
  for (const who of [bram, stranger]) expect(new Set((await tries(who)).map(({ status }) => status))).toEqual(new Set([404]))
  expect(new Set((await tries(rightless)).map(({ status }) => status))).toEqual(new Set([403]))
  expect((await app.call(deskApi.find, { query: { customerID: story.customerId } }).as(stranger)).status).toBe(404)
  expect(await callOf(anna)).toMatchObject({ state: 'talking', isMuted: false, heldAt: null, note: '', identified: null })

  expect((await app.call(deskApi.finish, at(id)).as(anna)).body).toMatchObject({ error: 'desk.callOn' })
  await ends(call)
  const [mute, hold, press, transfer, hangUp] = await tries(anna)
  for (const one of [mute, hold, press, transfer]) expect(one?.body).toMatchObject({ error: 'desk.callOver' })
  expect(hangUp?.body).toMatchObject({ state: 'ended' })
})

test('a call that ends at the exchange while the agent acts is over, and stays as it ended', async () => {
  const { id, providerRef } = await inCall()
  await app.db.deleteFrom('simulated_events').where('provider', '=', provider).execute()
  expect((await app.call(deskApi.hold, { ...at(id), body: { isHeld: true } }).as(anna)).body).toMatchObject({ error: 'desk.callOver' })
  // Hanging up one of which the exchange knows nothing ends it here.
  await app.call(deskApi.hangUp, at(id)).as(anna)
  await ends({ providerRef })
  await ends({ providerRef })
  expect(await callOf(anna)).toMatchObject({ state: 'ended' })
})

test('a call goes on in another queue: the first agent is done with it, the next one has it with what was found out', async () => {
  await story.stand(anna, 'available')
  const call = await waiting()
  await story.turn()
  await app.call(deskApi.identify, { ...at(call.id), body: { how: 'self', reason: 'Bekende stem' } }).as(anna)
  app.clock.advance(20_000)
  const unknown = await app.call(deskApi.transfer, { ...at(call.id), body: { queueID: 999_999 } }).as(anna)
  expect(unknown.body).toMatchObject({ error: 'desk.queueNotFound' })
  const [first, second] = await Promise.all(
    [1, 2].map(() => app.call(deskApi.transfer, { ...at(call.id), body: { queueID: story.queueIds[1] ?? 0 } }).as(anna)),
  )
  expect(new Set([first?.status, second?.status])).toEqual(new Set([200, 409]))
  expect(await callOf(anna)).toMatchObject({ state: 'ended', callID: call.id })
  expect(await statusOf(anna)).toBe('cooldown')
  expect(await planned(call.providerRef)).toBe('answered')
  const legs = () =>
    app.db
      .selectFrom('queue_calls')
      .select(['leg', 'state', 'user_id', 'queue_id'])
      .where('communication_id', '=', call.id)
      .orderBy('leg')
      .execute()
  expect(await legs()).toEqual([
    { leg: 1, state: 'done', user_id: anna.userId, queue_id: story.queueIds[0] },
    { leg: 2, state: 'waiting', user_id: null, queue_id: story.queueIds[1] },
  ])
  expect((await deskOf(bram)).queues.find(({ queueID }) => queueID === story.queueIds[1])).toMatchObject({
    waiting: 1,
    callers: [{ callID: call.id, number: expect.stringContaining('•') }],
  })
  await story.stand(bram, 'available')
  await story.turn()
  expect(await callOf(bram)).toMatchObject({ callID: call.id, state: 'talking', queue: 'Wachtrij Regelingen', debt: null })
  expect((await app.call(deskApi.mute, { ...at(call.id), body: { isMuted: true } }).as(anna)).body).toMatchObject({
    error: 'desk.callOver',
  })
  await ends(call)
  expect((await legs()).map(({ state }) => state)).toEqual(['done', 'done'])
  expect((await timeline(call.caseId)).map(({ event }) => event)).toContain('callPassedOn')
})

test('a queue that nobody else answers takes no call', async () => {
  const { id } = await inCall()
  await app.db
    .deleteFrom('queue_members')
    .where('queue_id', '=', story.queueIds[1] ?? 0)
    .where('user_id', '<>', anna.userId)
    .execute()
  const answer = await app.call(deskApi.transfer, { ...at(id), body: { queueID: story.queueIds[1] ?? 0 } }).as(anna)
  expect(answer.body).toMatchObject({ error: 'desk.queueEmpty' })
  expect(await callOf(anna)).toMatchObject({ state: 'talking' })
})

test('whoever waits in the second queue and hangs up was answered by the first', async () => {
  const call = await inCall()
  await app.call(deskApi.transfer, { ...at(call.id), body: { queueID: story.queueIds[1] ?? 0 } }).as(anna)
  app.clock.advance(30_000)
  await ends(call, 'answered')
  const one = await app.db.selectFrom('cases').select('last_result').where('id', '=', call.caseId).executeTakeFirstOrThrow()
  expect(one.last_result).toBe('DOOR')
})

test('two agents get two calls, and each their own', async () => {
  await story.stand(anna, 'available')
  await story.stand(bram, 'available')
  const calls = [await waiting(), await waiting()]
  await Promise.all([story.turn(), story.turn()])
  const got = await Promise.all([callOf(anna), callOf(bram)])
  expect(new Set(got.map((one) => one?.callID))).toEqual(new Set(calls.map(({ id }) => id)))
})

test('a result of one key, a note that outlives the page, and done: the note is the case’s once, and the agent is free', async () => {
  const call = await inCall()
  const { id, caseId } = call
  expect((await app.call(deskApi.result, { ...at(id), body: { resultCode: 'TOEZ' } }).as(anna)).body).toMatchObject({
    error: 'desk.resultAsksMore',
  })
  expect((await app.call(deskApi.result, { ...at(id), body: { resultCode: 'MAX' } }).as(anna)).status).toBe(422)
  expect((await app.call(deskApi.result, { ...at(id), body: { resultCode: 'INF' } }).as(anna)).body).toMatchObject({ hasResult: true })
  await app.call(deskApi.note, { ...at(id), body: { note: 'Belt vrijdag terug' } }).as(anna)
  expect(await callOf(anna)).toMatchObject({ note: 'Belt vrijdag terug', hasResult: true })
  await ends(call)
  await Promise.all([app.call(deskApi.finish, at(id)).as(anna), app.call(deskApi.finish, at(id)).as(anna)])
  expect(await statusOf(anna)).toBe('available')
  expect(await callOf(anna)).toBeNull()
  const notes = await app.db.selectFrom('case_notes').select(['text', 'by_user']).where('case_id', '=', caseId).execute()
  expect(notes).toEqual([{ text: 'Belt vrijdag terug', by_user: anna.username }])
  expect((await app.call(deskApi.note, { ...at(id), body: { note: 'te laat' } }).as(anna)).body).toMatchObject({ error: 'desk.callOver' })
  expect((await deskOf(bram)).results[0]).toBe('INF')
})

test('whoever closes the browser loses nothing: within an hour it stands there, after it the note is with the case', async () => {
  const call = await inCall()
  await app.call(deskApi.note, { ...at(call.id), body: { note: 'Wil een regeling' } }).as(anna)
  await ends(call)
  app.clock.advance(30 * 60_000)
  await finishDeskCalls(app.services)
  expect(await callOf(anna)).toMatchObject({ note: 'Wil een regeling', state: 'ended' })
  app.clock.advance(31 * 60_000)
  await finishDeskCalls(app.services)
  await finishDeskCalls(app.services)
  expect(await callOf(anna)).toBeNull()
  const notes = await app.db.selectFrom('case_notes').select('text').where('case_id', '=', call.caseId).execute()
  expect(notes).toEqual([{ text: 'Wil een regeling' }])
})

test('an agent whose phone rang out has missed it; one that the exchange could not reach never had it', async () => {
  const missed = await inCall()
  await story.hangUp(missed.id, true)
  expect(await callOf(anna)).toBeNull()
  const rows = () =>
    app.db.selectFrom('desk_calls').select(['communication_id', 'missed']).where('customer_id', '=', story.customerId).execute()
  expect(await rows()).toEqual([{ communication_id: missed.id, missed: true }])
  const back = await inCall()
  expect(await callOf(anna)).toMatchObject({ callID: back.id })
  await app.db.transaction().execute((tx) => backToQueue(tx, { customerId: story.customerId, id: back.id }))
  expect(await callOf(anna)).toBeNull()
})

test('a call that rings at the phone of an agent is shown as such, and is not theirs to end', async () => {
  const { id } = await inCall()
  await app.db.updateTable('desk_calls').set({ began_at: null }).where('communication_id', '=', id).execute()
  expect(await callOf(anna)).toMatchObject({ callID: id, state: 'ringing', queue: 'Wachtrij Incasso' })
  expect((await app.call(deskApi.hangUp, at(id)).as(anna)).body).toMatchObject({ error: 'desk.notTalking' })
})

test('a call by hand rings at the desk, and ends there however it ends', async () => {
  const one = await app.build.case({ batch: story.places[0]?.batch as never, mobile: '+31612345699' })
  const caller = {
    userId: anna.userId,
    username: anna.username,
    rights: [Right.viewCases, Right.changeCases],
    stage: 'full',
    sessionId: null,
    customerIds: [story.customerId],
  } as const
  const call = await startCall(app.services, caller as never, one.id)
  expect(await callOf(anna)).toMatchObject({ callID: call.callID, state: 'ringing', queue: null })
  expect((await app.call(deskApi.hold, { ...at(call.callID), body: { isHeld: true } }).as(anna)).body).toMatchObject({
    error: 'desk.notTalking',
  })
  expect((await app.call(deskApi.hangUp, at(call.callID)).as(anna)).status).toBe(200)
  await finishDeskCalls(app.services)
  expect(await callOf(anna)).toMatchObject({ state: 'ended', beganAt: null })
})

test('a wrong number and a call-back are given before it is known who speaks, and give nothing of the debt away', async () => {
  const { id, caseId } = await inCall()
  const give = (body: Record<string, unknown>) => app.call(deskApi.result, { ...at(id), body: body as { resultCode: string } }).as(anna)
  expect((await give({ resultCode: 'TERUG' })).body).toMatchObject({ error: 'case.callbackMissing' })
  expect((await give({ resultCode: 'VERK' })).body).toMatchObject({ error: 'case.retentionMissing' })
  expect((await give({ resultCode: 'TERUG', callbackAt: 'morgen' })).status).toBe(400)
  expect((await give({ resultCode: 'DISP', note: 'Klopt niet' })).body).toMatchObject({ error: 'desk.resultAsksMore' })
  const first = (await app.call(arrangementApi.callbackMoment, { params: { caseID: caseId }, query: { from: later(1) } }).as(anna)).body
  const next = (await app.call(arrangementApi.callbackMoment, { params: { caseID: caseId }, query: { from: later(3) } }).as(anna)).body
  const callbacks = () =>
    app.db.selectFrom('callbacks').select(['at', 'for_user_id', 'state']).where('case_id', '=', caseId).orderBy('at').execute()
  const made = await give({ resultCode: 'TERUG', callbackAt: first.at, callbackFor: 'me', note: 'Belt van het werk' })
  expect(made.body).toMatchObject({ hasResult: true, debt: null, identified: null })
  expect(await callbacks()).toEqual([{ at: new Date(first.at ?? ''), for_user_id: anna.userId, state: 'open' }])
  // The same key once more, for anybody: it takes the place of the first.
  await give({ resultCode: 'TERUG', callbackAt: next.at, callbackFor: 'anyone', becomes: 'replace' })
  expect(await callbacks()).toEqual([{ at: new Date(next.at ?? ''), for_user_id: null, state: 'open' }])
  await give({ resultCode: 'TERUG', callbackAt: first.at, callbackFor: 'anyone', becomes: 'both' })
  expect(await callbacks()).toHaveLength(2)
  const wrong = await give({ resultCode: 'VERK', retention: '6m' })
  expect(wrong.body).toMatchObject({ hasResult: true, debt: null })
  const answers = JSON.stringify([made.body, wrong.body, first, next, await deskOf(anna)])
  expect(answers).not.toMatch(/21.?577|1988|3811/)
  const other = await app.call(deskApi.result, { ...at(id), body: { resultCode: 'VERK', retention: '6m' } }).as(bram)
  expect(other.body).toMatchObject({ error: 'call.notFound' })
})

test('a name that a script masks stays so at the desk of who may not see it', async () => {
  const { id } = await inCall()
  const [place] = story.places
  const field = { key: 'achternaam', label: { nl: 'n', eng: 'n', fr: 'n' }, type: 'text', required: false, mask: 'all' }
  const fields = [{ ...field, maxLength: 50, aliases: [] }]
  await app.db
    .updateTable('scripts')
    .set({ fields: JSON.stringify(fields) })
    .where('id', '=', place?.batch.script.id ?? 0)
    .execute()
  await app.db.updateTable('cases').set({ name: 'De Vries' }).where('customer_id', '=', story.customerId).execute()
  expect(await callOf(anna)).toMatchObject({ callID: id, name: 'De Vries' })
  const masked = await openCallStory(app)
  ;[story, anna] = [masked, masked.agents[0] as Staff]
  const hidden = await inCall()
  await app.db
    .updateTable('scripts')
    .set({ fields: JSON.stringify(fields) })
    .where('customer_id', '=', story.customerId)
    .execute()
  await app.db.updateTable('cases').set({ name: 'De Vries' }).where('id', '=', hidden.caseId).execute()
  expect((await callOf(anna))?.name).toMatch(/^•+$/)
})
