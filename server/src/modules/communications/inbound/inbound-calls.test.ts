import { callReportApi } from '@regie/contract/call-report.ts'
import { deskApi } from '@regie/contract/desk.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Staff } from '../../../../test/builders.ts'
import { type CallStory, openCallStory } from '../../../../test/call-story.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { signWebhook, webhookKey } from '../../../gateways/webhook-signature.ts'
import { findWallboard } from '../../wallboard/find-wallboard.ts'
import { receiveDelivery } from '../receive-delivery.ts'
import { receiveCall } from './receive-call.ts'

let app: TestApp
let story: CallStory
let anna: Staff
let callerId: string
let debtor: string
let count = 0
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
})
afterAll(() => app.close())
beforeEach(async () => {
  story = await openCallStory(app, [Right.viewCases, Right.changeCases])
  anna = story.agents[0] as Staff
  count++
  callerId = `+3120555${String(1000 + count)}`
  debtor = `+3161234${String(5000 + count)}`
  await app.db.updateTable('scripts').set({ caller_id: callerId }).where('customer_id', '=', story.customerId).execute()
})

/** A case that was called from the number of its script, so many days ago. */
async function dialled({ place = 0, daysAgo = 1, to = debtor, sender = callerId } = {}) {
  const batch = story.places[place]?.batch
  const one = await app.build.case({ ...(batch && { batch }), mobile: to })
  const at = new Date(app.clock.now().getTime() - daysAgo * 86_400_000)
  const { id } = await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id: story.customerId, case_id: one.id, batch_id: one.batchId, channel: 'call', provider, simulated: true },
      ...{ recipient: to, state: 'sent', delivery: 'unanswered', idempotency_key: `dialled:${one.id}`, queued_at: at, sent_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const text = { subject: '', text: '', sender, customer_id: story.customerId, communication_id: id, queued_at: at }
  await app.db.insertInto('communication_contents').values(text).execute()
  return one.id
}

const provider = 'simulated-voice'
async function news(events: object[]) {
  const body = Buffer.from(JSON.stringify({ events }))
  await receiveDelivery(
    app.services,
    provider,
    body,
    signWebhook(webhookKey(app.services.config.secretKey, provider), body, app.clock.now()),
  )
}
const ref = () => `simulated-voice-in-${story.customerId}`
const arrives = (from = debtor, to = callerId) => news([{ eventKey: `${ref()}:arrives`, providerRef: ref(), state: 'arrives', from, to }])
const live = (state: string) => news([{ eventKey: `${ref()}:live:${state}`, providerRef: ref(), state: 'live', live: state }])
const ends = () => news([{ eventKey: `${ref()}:answered`, providerRef: ref(), state: 'answered', answer: 'mens' }])
const calls = () =>
  app.db.selectFrom('communications').selectAll().where('customer_id', '=', story.customerId).where('inbound', '=', true).execute()
const events = async (caseId: number) =>
  (await app.db.selectFrom('timeline').select('event').where('case_id', '=', caseId).orderBy('id').execute()).map(({ event }) => event)
const deskOf = async (who: Staff) => (await app.call(deskApi.find, { query: { customerID: story.customerId } }).as(who)).body

test('who calls back a number waits with the case that it dialled last, and is put through; it is no attempt and no contact of ours', async () => {
  await dialled({ daysAgo: 3 })
  const caseId = await dialled({ daysAgo: 1, place: 1 })
  await story.stand(anna, 'dnd')
  await arrives()
  await arrives()
  expect(await calls()).toMatchObject([{ case_id: caseId, recipient: debtor, state: 'sent', simulated: true, by_hand: false }])
  await live('incall')
  await live('transferring')
  await live('transferring')
  expect((await deskOf(anna)).queues.find(({ waiting }) => waiting > 0)).toMatchObject({
    ...{ queueID: story.queueIds[1], waiting: 1, callers: [{ isInbound: true, number: expect.stringContaining('•') }] },
  })
  await story.stand(anna, 'available')
  await story.turn()
  expect((await deskOf(anna)).call).toMatchObject({ caseID: caseId, isInbound: true, state: 'talking', debt: null })
  app.clock.advance(60_000)
  await ends()
  await ends()
  const one = await app.db.selectFrom('cases').select(['attempts', 'last_answer']).where('id', '=', caseId).executeTakeFirstOrThrow()
  expect(one).toEqual({ attempts: 0, last_answer: null })
  expect((await deskOf(anna)).call).toMatchObject({ state: 'ended' })
  expect((await events(caseId)).filter((event) => event.startsWith('callCame'))).toEqual(['callCame'])
  const query = { customerID: story.customerId, from: '2026-06-03', to: '2026-06-03' }
  const { body } = await app.call(callReportApi.buckets, { query }).as(await story.reader())
  expect(body.total).toMatchObject({ offered: 1, inbound: 1, handled: 1, talkSeconds: 60 })
})

test('who hangs up before anybody answers is abandoned, and the case says so once', async () => {
  const caseId = await dialled()
  await story.stand(anna, 'dnd')
  await arrives()
  await live('transferring')
  app.clock.advance(30_000)
  await ends()
  await live('transferring')
  expect((await events(caseId)).filter((event) => event.startsWith('callCame'))).toEqual(['callCame', 'callCameMissed'])
  const rows = await app.db.selectFrom('queue_calls').select(['state', 'inbound']).where('case_id', '=', caseId).execute()
  expect(rows).toEqual([{ state: 'abandoned', inbound: true }])
})

test('while nobody is at work they hear so, and are called back at a lawful hour; twice makes one call-back', async () => {
  const caseId = await dialled()
  await arrives()
  await arrives()
  const text = await app.db
    .selectFrom('communication_contents as t')
    .innerJoin('communications as m', 'm.id', 't.communication_id')
    .select('t.text')
    .where('m.case_id', '=', caseId)
    .where('m.inbound', '=', true)
    .execute()
  expect(text).toEqual([{ text: expect.stringContaining('Er is nu niemand') }])
  const callbacks = () => app.db.selectFrom('callbacks').select(['at', 'for_user_id', 'note']).where('case_id', '=', caseId).execute()
  expect(await callbacks()).toEqual([{ at: expect.any(Date), for_user_id: null, note: 'Belde toen er niemand was.' }])
  expect((await callbacks())[0]?.at.getTime()).toBeGreaterThan(app.clock.now().getTime())
  expect(await events(caseId)).toContain('callCameAway')
  await ends()
  expect(await app.db.selectFrom('queue_calls').select('state').where('case_id', '=', caseId).execute()).toEqual([])
})

test('a closed case takes the call too', async () => {
  const caseId = await dialled()
  await app.db.updateTable('cases').set({ status: 'closed', result: 'BET' }).where('id', '=', caseId).execute()
  await story.stand(anna, 'available')
  await arrives()
  await live('transferring')
  await story.turn()
  expect((await deskOf(anna)).call).toMatchObject({ caseID: caseId, isInbound: true })
})

test('a stranger, a number that is nobody’s, a call of long ago and one from another number are nobody’s', async () => {
  await dialled({ daysAgo: 31 })
  await dialled({ sender: '+31205559999', daysAgo: 2 })
  await story.stand(anna, 'available')
  await arrives()
  await arrives('+31687654321')
  await arrives(debtor, '+31205550000')
  await arrives('anoniem', '')
  expect(await calls()).toEqual([])
})

test('an exchange of one customer opens no case of another', async () => {
  await dialled()
  const other = await openCallStory(app)
  await app.db.updateTable('scripts').set({ caller_id: callerId }).where('customer_id', '=', other.customerId).execute()
  const by = { name: 'asterisk', provider: { id: 1, customerId: other.customerId }, simulated: false }
  expect(await receiveCall(app.services, by, { providerRef: '1795250293.28', from: debtor.slice(1), to: callerId })).toBeNull()
})

test('two processes that hear of it at once write it down once', async () => {
  await dialled()
  await story.stand(anna, 'available')
  const by = { name: provider, provider: null, simulated: true }
  const arrived = { providerRef: ref(), from: debtor, to: callerId }
  const taken = await Promise.all([1, 2, 3].map(() => receiveCall(app.services, by, arrived)))
  expect(new Set(taken.map((one) => one?.id)).size).toBe(1)
  expect(taken.every((one) => one?.isServed)).toBe(true)
  expect(await calls()).toHaveLength(1)
})

/** Whoever is unknown and calls this number comes to the first queue. */
const answersUnknown = (more: object = {}) =>
  app.db
    .insertInto('queue_numbers')
    .values({ customer_id: story.customerId, number: callerId, queue_id: story.queueIds[0] ?? 0, ...more })
    .execute()
const stranger = '+31687654321'

test('an unknown caller waits in the queue of the number, and is nobody’s until the agent finds the case', async () => {
  await answersUnknown()
  const caseId = (await app.build.case({ ...(story.places[0] && { batch: story.places[0].batch }) })).id
  await story.stand(anna, 'dnd')
  await arrives(stranger)
  await arrives(stranger)
  await live('incall')
  await live('transferring')
  await live('transferring')
  expect(await calls()).toMatchObject([{ case_id: null, batch_id: null, recipient: stranger, state: 'sent' }])
  const [queue] = (await deskOf(anna)).queues.filter(({ waiting }) => waiting > 0)
  expect(queue).toMatchObject({ queueID: story.queueIds[0], waiting: 1, callers: [{ isInbound: true }] })
  const wall = await findWallboard(app.db, story.customerId, { numbers: true, agents: true, listens: true }, app.clock.now())
  expect(wall.waiting).toMatchObject([{ caseID: null, caseNumber: null, caller: stranger, isInbound: true }])
  await story.stand(anna, 'available')
  await story.turn()
  const { call } = await deskOf(anna)
  expect(call).toMatchObject({ caseID: null, name: '', checks: [], debt: null, state: 'talking', isInbound: true })
  expect(call?.number).toMatch(/^\+316.*•/)
  const at = { params: { callID: call?.callID ?? 0 } }
  const early = await app.call(deskApi.identify, { ...at, body: { how: 'self', reason: 'Stem herkend' } }).as(anna)
  expect(early.body).toMatchObject({ error: 'desk.noCase' })
  expect((await app.call(deskApi.result, { ...at, body: { resultCode: 'INF' } }).as(anna)).body).toMatchObject({ error: 'desk.noCase' })

  const elsewhere = await app.build.case()
  expect((await app.call(deskApi.tie, { ...at, body: { caseID: elsewhere.id } }).as(anna)).body).toMatchObject({ error: 'case.notFound' })
  const other = story.agents[1] as Staff
  expect((await app.call(deskApi.tie, { ...at, body: { caseID: caseId } }).as(other)).body).toMatchObject({ error: 'call.notFound' })
  const tied = await app.call(deskApi.tie, { ...at, body: { caseID: caseId } }).as(anna)
  expect(tied.body).toMatchObject({ caseID: caseId, number: null, debt: null, identified: null })
  expect((await app.call(deskApi.tie, { ...at, body: { caseID: caseId } }).as(anna)).body).toMatchObject({ error: 'desk.hasCase' })
  expect(await events(caseId)).toEqual(['callerTied'])
  expect(await calls()).toMatchObject([{ case_id: caseId }])
  const audited = await app.db.selectFrom('audit').selectAll().where('action', '=', 'desk.tie').execute()
  expect(JSON.stringify(audited)).toContain(String(caseId))

  app.clock.advance(60_000)
  await ends()
  const one = await app.db.selectFrom('cases').select(['attempts', 'last_answer']).where('id', '=', caseId).executeTakeFirstOrThrow()
  expect(one).toEqual({ attempts: 0, last_answer: null })
  const query = { customerID: story.customerId, from: '2026-06-03', to: '2026-06-03' }
  const { body } = await app.call(callReportApi.buckets, { query }).as(await story.reader())
  expect(body.total).toMatchObject({ offered: 1, inbound: 1, handled: 1 })
})

test('an unknown caller who does not wait is abandoned; what is written of a call without a case ends with it', async () => {
  await answersUnknown()
  await story.stand(anna, 'dnd')
  await arrives(stranger)
  await live('transferring')
  app.clock.advance(30_000)
  await ends()
  await ends()
  const rows = () => app.db.selectFrom('queue_calls').select(['state', 'case_id']).where('customer_id', '=', story.customerId).execute()
  expect(await rows()).toEqual([{ state: 'abandoned', case_id: null }])
})

test('a call without a case is passed on, and finished with its note', async () => {
  await answersUnknown()
  await story.stand(anna, 'available')
  await arrives(stranger)
  await live('transferring')
  await story.turn()
  const callID = (await deskOf(anna)).call?.callID ?? 0
  await ends()
  expect((await app.call(deskApi.note, { params: { callID }, body: { note: 'Belt later' } }).as(anna)).status).toBe(200)
  expect((await app.call(deskApi.finish, { params: { callID } }).as(anna)).status).toBe(200)
  expect((await deskOf(anna)).call).toBeNull()
  expect(await app.db.selectFrom('desk_calls').select('note').where('communication_id', '=', callID).execute()).toEqual([
    { note: 'Belt later' },
  ])
})

const spoken = async () => {
  const [call] = await calls()
  const { text } = await app.db
    .selectFrom('communication_contents')
    .select('text')
    .where('communication_id', '=', call?.id ?? 0)
    .executeTakeFirstOrThrow()
  return text
}
const settings = (values: object) => app.db.updateTable('queues').set(values).where('customer_id', '=', story.customerId).execute()

test('outside of its hours a queue takes nobody, whoever is at work; each hears the text of the queue in their language', async () => {
  const texts = { nl: { greeting: 'Welkom bij {customer}.', away: 'Wij zijn dicht.' } }
  await settings({ opening: JSON.stringify([{ weekdays: [1], start: '09:00', end: '16:59' }]), texts: JSON.stringify(texts) })
  await answersUnknown()
  await story.stand(anna, 'available')
  await arrives(stranger)
  await live('transferring')
  expect(await spoken()).toBe('Wij zijn dicht.')
  // Told again by an exchange it is still not served.
  const by = { name: provider, provider: null, simulated: true }
  expect(await receiveCall(app.services, by, { providerRef: ref(), from: stranger, to: callerId })).toMatchObject({ isServed: false })
})

test('within its hours whoever is known is greeted in the words of the queue', async () => {
  const texts = { nl: { greeting: 'Welkom bij {customer}.', away: '' } }
  await settings({ opening: JSON.stringify([{ weekdays: [3], start: '09:00', end: '16:59' }]), texts: JSON.stringify(texts) })
  await dialled()
  await story.stand(anna, 'available')
  await arrives()
  expect(await spoken()).toMatch(/^Welkom bij (?!\{)/)
})

test('a known caller outside of the hours is called back, as when nobody is at work', async () => {
  await settings({ opening: JSON.stringify([{ weekdays: [7], start: '09:00', end: '16:59' }]) })
  const caseId = await dialled()
  await story.stand(anna, 'available')
  await arrives()
  expect(await spoken()).toContain('Er is nu niemand')
  expect(await events(caseId)).toContain('callCameAway')
  expect(await app.db.selectFrom('callbacks').select('note').where('case_id', '=', caseId).execute()).toHaveLength(1)
})

test('an exchange of one customer brings nobody to the queue of another', async () => {
  await answersUnknown()
  const other = await openCallStory(app)
  const by = { name: 'asterisk', provider: { id: 1, customerId: other.customerId }, simulated: false }
  expect(await receiveCall(app.services, by, { providerRef: '1795250293.77', from: stranger, to: callerId })).toBeNull()
})
