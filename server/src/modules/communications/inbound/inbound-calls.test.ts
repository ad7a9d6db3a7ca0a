import { callReportApi } from '@regie/contract/call-report.ts'
import { deskApi } from '@regie/contract/desk.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Staff } from '../../../../test/builders.ts'
import { type CallStory, openCallStory } from '../../../../test/call-story.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { signWebhook, webhookKey } from '../../../gateways/webhook-signature.ts'
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
