import type { Caller } from '../../platform/http/caller.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endStep, type EngineHarness, openEngineHarness } from '../../../test/engine-harness.ts'
import { WebhookRefused } from '../../gateways/gateway-errors.ts'
import { signWebhook, webhookKey } from '../../gateways/webhook-signature.ts'
import { findCommunication } from './communication-queries.ts'
import { receiveDelivery } from './receive-delivery.ts'

let h: EngineHarness
beforeAll(async () => {
  h = await openEngineHarness()
})
afterAll(() => h.close())

const steps = [
  { kind: 'call', key: 'call', next: 'end', settings: { template: 'call', attemptsMax: 1, retryMinutes: 1 } } as const,
  { kind: 'send-sms', key: 'end', next: 'last', settings: { template: 'sms' } } as const,
  { ...endStep, key: 'last' } as const,
]
let story: { caseId: number; customerId: number; ref: string }
beforeEach(async () => {
  const { caseIds, customerId } = await h.buildBatch(await h.buildScript({ steps: [...steps] }), 1)
  await h.runUntilIdle()
  const caseId = caseIds[0] ?? 0
  const call = await h.db.selectFrom('communications').select('provider_ref').where('case_id', '=', caseId).executeTakeFirstOrThrow()
  story = { caseId, customerId, ref: call.provider_ref ?? '' }
})

const provider = 'simulated-voice'
function hear(events: object[], { key = webhookKey(h.services.config.secretKey, provider), at = h.clock.now() } = {}) {
  const body = Buffer.from(JSON.stringify({ events }))
  return receiveDelivery(h.services, provider, body, signWebhook(key, body, at))
}
const answered = () => ({ eventKey: `${story.ref}:a`, providerRef: story.ref, state: 'answered', answer: 'mens' })

test('an answered call is written down once however often it is told, and the case goes on', async () => {
  expect(await h.caseOf(story.caseId)).toMatchObject({ live_state: 'calling', attempts: 0 })
  await Promise.all(Array.from({ length: 20 }, () => hear([answered()])))
  expect(await h.caseOf(story.caseId)).toMatchObject({ live_state: null, attempts: 1, last_answer: 'mens', last_result: 'LUI' })
  expect((await h.events(story.caseId)).filter((event) => event === 'callAnswered')).toHaveLength(1)
  await h.runUntilIdle()
  expect(await h.events(story.caseId)).toContain('smsSent')
  expect(await h.counterFaults()).toEqual([])
})

test('a call that is put through to an agent counts as a transfer and as answered, once', async () => {
  const transferred = { eventKey: `${story.ref}:t`, providerRef: story.ref, state: 'transferred', answer: 'mens' }
  await hear([answered(), transferred])
  await hear([transferred, { ...answered(), eventKey: `${story.ref}:again` }])
  expect(await h.caseOf(story.caseId)).toMatchObject({ attempts: 1, last_answer: 'mens', live_state: null })
  expect((await h.events(story.caseId)).filter((event) => event.startsWith('call'))).toEqual([
    'callStarted',
    'callAnswered',
    'callTransferred',
  ])
  const counted = await h.db
    .selectFrom('batch_counters')
    .innerJoin('cases', 'cases.batch_id', 'batch_counters.batch_id')
    .select('transfers')
    .where('cases.id', '=', story.caseId)
    .executeTakeFirstOrThrow()
  expect(counted).toEqual({ transfers: 1 })
  await h.runUntilIdle()
  expect(await h.events(story.caseId)).toContain('smsSent')
  expect(await h.counterFaults()).toEqual([])
})

test('a call that was only reported as put through counts as answered', async () => {
  await hear([{ eventKey: `${story.ref}:t`, providerRef: story.ref, state: 'transferred' }])
  expect(await h.caseOf(story.caseId)).toMatchObject({ attempts: 1, last_answer: 'mens', last_result: 'LUI' })
  await h.runUntilIdle()
  expect(await h.events(story.caseId)).toContain('smsSent')
})

test('older news after newer changes nothing', async () => {
  await hear([answered()])
  await hear([{ eventKey: `${story.ref}:late`, providerRef: story.ref, state: 'unanswered' }])
  expect(await h.caseOf(story.caseId)).toMatchObject({ attempts: 1, last_answer: 'mens' })
})

test('a forged, an old and a garbled call of the webhook are refused', async () => {
  await expect(hear([answered()], { key: Buffer.alloc(32) })).rejects.toBeInstanceOf(WebhookRefused)
  await expect(hear([answered()], { at: new Date(h.clock.now().getTime() - 6 * 60_000) })).rejects.toBeInstanceOf(WebhookRefused)
  await expect(hear([{ nonsense: true }])).rejects.toBeInstanceOf(WebhookRefused)
  expect(await h.caseOf(story.caseId)).toMatchObject({ attempts: 0 })
})

test('news of a message that is not written down yet is put off, and heard when it comes again', async () => {
  await expect(hear([{ ...answered(), providerRef: 'not-yet' }])).rejects.toMatchObject({ code: 'error.unavailable' })
})

test('nobody else hears: an unknown provider is none of ours', async () => {
  expect(await receiveDelivery(h.services, 'twilio', Buffer.from('{}'), {})).toBe(false)
})

test('the message is shown as it was sent, to its own customer only', async () => {
  const { id } = await h.db.selectFrom('communications').select('id').where('case_id', '=', story.caseId).executeTakeFirstOrThrow()
  const caller: Caller = { userId: 1, username: 'x', rights: [], stage: 'full', sessionId: null, customerIds: [story.customerId] }
  expect(await findCommunication(h.services, caller, story.caseId, id)).toMatchObject({
    channel: 'call',
    state: 'sent',
    text: 'Beste Jan',
    simulated: true,
  })
  await expect(findCommunication(h.services, { ...caller, customerIds: [] }, story.caseId, id)).rejects.toMatchObject({
    code: 'case.notFound',
  })
  await expect(findCommunication(h.services, { ...caller, customerIds: [story.customerId + 1] }, story.caseId, id)).rejects.toMatchObject({
    code: 'case.notFound',
  })
})
