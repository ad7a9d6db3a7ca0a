import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { receiveMessage } from './receive-message.ts'
import { sweepUnknown } from './sweep-unknown.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ start: '2027-02-11T10:00:00Z' })
})
afterAll(() => app.close())

const after = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000)

test('mail that nobody could tie is gone after ninety days, with its attachments and its empty conversation; mail of a case stays', async () => {
  const one = await app.build.case({ email: 'jan@klant.nl' })
  const { customerId } = one
  const receive = (key: string, sender: string, answered: Parameters<typeof receiveMessage>[1]['answered']) =>
    app.db.transaction().execute((tx) =>
      receiveMessage(
        tx,
        {
          ...{ customerId, providerId: 1, channel: 'email', key, bytes: 10, cameAt: app.clock.now(), sender, text: 'Hallo', answered },
          attachments: [{ fileName: 'a.txt', mediaType: 'text/plain', bytes: 1, content: new Uint8Array([1]) }],
        },
        app.clock.now(),
      ),
    )
  const count = async () => {
    const of = (table: 'incoming_messages' | 'incoming_attachments' | 'conversations') =>
      app.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('customer_id', '=', customerId)
        .executeTakeFirstOrThrow()
    return [Number((await of('incoming_messages')).n), Number((await of('incoming_attachments')).n), Number((await of('conversations')).n)]
  }
  await receive('id:1', 'vreemd@elders.nl', null)
  await receive('id:2', 'jan@klant.nl', { id: 1, caseId: one.id, batchId: one.batchId, recipient: 'jan@klant.nl' })
  expect(await count()).toEqual([2, 2, 2])
  await sweepUnknown(app.db, after(89))
  expect(await count()).toEqual([2, 2, 2])
  await sweepUnknown(app.db, after(91))
  expect(await count()).toEqual([1, 1, 1])
})

test('the number of a caller who is tied to no case goes after ninety days, and the call stays counted', async () => {
  const { customerId } = await app.build.batch()
  const { id } = await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id: customerId, channel: 'call', inbound: true, recipient: '+31612345678', provider: 'simulated', simulated: true },
      ...{ idempotency_key: `unknown:${customerId}`, state: 'sent', delivery: 'unanswered', queued_at: after(0) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const numberOf = () => app.db.selectFrom('communications').select('recipient').where('id', '=', id).executeTakeFirst()
  await sweepUnknown(app.db, after(89))
  expect(await numberOf()).toEqual({ recipient: '+31612345678' })
  await sweepUnknown(app.db, after(91))
  expect(await numberOf()).toEqual({ recipient: '' })
})
