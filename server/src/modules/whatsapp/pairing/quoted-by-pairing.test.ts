import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { receiveByPairing } from '../receive-whatsapp.ts'

let app: TestApp
beforeAll(async () => (app = await openTestApp({ start: '2027-02-11T10:00:00Z' })))
afterAll(() => app.close())

test('who quotes a message that went to somebody else writes in no case of theirs: the name of a message is made by a client and can be guessed', async () => {
  const batch = await app.build.batch()
  const { customerId } = batch
  const one = await app.build.case({ batch, mobile: '+31611111111' })
  const at = app.clock.now()
  await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id: customerId, case_id: one.id, batch_id: batch.id, channel: 'whatsapp', state: 'sent', recipient: '+31611111111' },
      ...{ provider: 'web-pairing', provider_ref: '3EB0AA', simulated: false, queued_at: at, sent_at: at, idempotency_key: 'wa-1' },
    })
    .execute()
  const quote = (ref: string, phone: string) =>
    receiveByPairing(
      app.services,
      { customerId, providerId: 1, provider: 'web-pairing' },
      {
        ...{ providerRef: ref, at, phone, userId: null, name: 'Iemand', text: 'STOP', isOwnWords: true },
        ...{ pressed: null, givenNumber: null, quotes: '3EB0AA', media: null },
      },
    )
  await quote('IN1', '+31699999999')
  await quote('IN2', '+31611111111')
  const kept = await app.db
    .selectFrom('incoming_messages')
    .select(['sender', 'case_id', 'communication_id'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  expect(kept).toEqual([
    { sender: '+31699999999', case_id: null, communication_id: null },
    { sender: '+31611111111', case_id: one.id, communication_id: expect.any(Number) as number },
  ])
})
