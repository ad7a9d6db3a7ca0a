import { notificationApi } from '@regie/contract/notifications.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { findQuoted } from './find-quoted.ts'
import { receiveMessage } from './receive-message.ts'
import type { ReceivedMessage } from './received-message.ts'

let app: TestApp
let batch: BuiltBatch
let one: BuiltCase
let leader: Staff
let number: string
let written = 0

beforeAll(async () => {
  app = await openTestApp({ start: '2027-02-11T10:00:00Z' })
})
afterAll(() => app.close())
beforeEach(async () => {
  batch = await app.build.batch()
  number = `+316${String(10_000_000 + batch.id)}`
  one = await app.build.case({ batch, mobile: number })
  leader = await app.build.staff({ rights: [Right.viewCases, Right.changeCases, Right.pauseBatches], customers: [batch.customerId] })
})

/** A message that we sent, so many days ago. */
async function wroteTo({ id, customerId, batchId }: BuiltCase, daysAgo = 1, channel = 'sms') {
  const at = new Date(app.clock.now().getTime() - daysAgo * 24 * 3_600_000)
  const ref = `ref-${customerId}-${++written}`
  await app.db
    .insertInto('communications')
    .values({
      ...{ customer_id: customerId, case_id: id, batch_id: batchId, channel, state: 'sent', recipient: number, provider_ref: ref },
      ...{ provider: 'bulk', simulated: false, queued_at: at, sent_at: at, idempotency_key: `sms-${customerId}-${written}` },
    })
    .execute()
  return ref
}
const receive = (given: Partial<ReceivedMessage> = {}) =>
  app.db.transaction().execute((tx) =>
    receiveMessage(
      tx,
      {
        ...{ customerId: batch.customerId, providerId: 1, channel: 'sms', key: 'k1', sender: number, text: 'Ik betaal', bytes: 9 },
        ...{ cameAt: app.clock.now(), answered: null, ...given },
      },
      app.clock.now(),
    ),
  )
const conversations = () =>
  app.db
    .selectFrom('conversations')
    .select(['id', 'address', 'case_id', 'state', 'unread', 'last_text', 'waiting_since', 'window_ends_at'])
    .where('customer_id', '=', batch.customerId)
    .orderBy('id')
    .execute()
const events = async () =>
  (await app.db.selectFrom('timeline').select(['event', 'kind']).where('case_id', '=', one.id).orderBy('id').execute()).map(
    ({ event, kind }) => `${event}/${kind}`,
  )
const notices = async () =>
  (await app.call(notificationApi.list, { query: { customerID: batch.customerId } }).as(leader)).body.rows.map(({ kind }) => kind)

test('an SMS from a number to which we wrote about one open case stands there once, also when it comes twice at the same time', async () => {
  await wroteTo(one)
  const saved = await Promise.all([receive(), receive(), receive()])
  expect(saved.filter(Boolean)).toMatchObject([{ tied: { caseId: one.id } }])
  expect(await conversations()).toMatchObject([{ address: number, case_id: one.id, state: 'open', unread: 1, last_text: 'Ik betaal' }])
  expect(await events()).toEqual(['smsReceived/sms'])
  expect(await notices()).toEqual(['messageReceived'])
})

test('several open cases, none, or what we wrote more than 30 days ago: unknown, and nobody sees it in a case', async () => {
  await wroteTo(one, 31)
  expect(await receive({ key: 'old' })).toMatchObject({ tied: null })
  const other = await app.build.case({ batch, mobile: number })
  await wroteTo(one)
  await wroteTo(other, 1, 'whatsapp')
  expect(await receive({ key: 'two' })).toMatchObject({ tied: null })
  await app.db.updateTable('cases').set({ status: 'closed' }).where('id', '=', other.id).execute()
  expect(await receive({ key: 'one' })).toMatchObject({ tied: { caseId: one.id } })
  expect(await conversations()).toMatchObject([
    { case_id: null, unread: 2 },
    { case_id: one.id, unread: 1 },
  ])
})

test('a reply that quotes a message of ours belongs to its case, and to no message of another customer', async () => {
  const other = await app.build.case({ batch, mobile: number })
  const [ref] = [await wroteTo(one), await wroteTo(other)]
  const quoting = (customerId: number) =>
    app.db.transaction().execute((tx) => findQuoted(tx, { customerId, provider: 'bulk', providerRef: ref }))
  expect(await quoting((await app.build.customer()).id)).toBeNull()
  expect(await receive({ answered: await quoting(batch.customerId) })).toMatchObject({ tied: { caseId: one.id } })
})

test('a mail is tied by its token alone, however often we wrote to its sender', async () => {
  await wroteTo(one)
  expect(await receive({ channel: 'email' })).toMatchObject({ tied: null })
})

test('who writes opens what was closed; what is spam stays spam and notifies nobody; the oldest waits longest', async () => {
  await wroteTo(one)
  const began = app.clock.now()
  await receive()
  app.clock.advance(60_000)
  await receive({ key: 'k2', windowEndsAt: new Date('2027-02-12T10:00:00Z') })
  expect(await conversations()).toMatchObject([{ waiting_since: began, unread: 2, window_ends_at: new Date('2027-02-12T10:00:00Z') }])
  await app.db.updateTable('conversations').set({ state: 'closed' }).execute()
  await receive({ key: 'k3' })
  expect(await conversations()).toMatchObject([{ state: 'open' }])
  await app.db.updateTable('conversations').set({ state: 'spam' }).execute()
  const before = (await notices()).length
  await receive({ key: 'k4' })
  expect(await conversations()).toMatchObject([{ state: 'spam' }])
  expect(await notices()).toHaveLength(before)
})

test('what is odd is kept: no text, 300,000 characters, right to left, zero characters, a clock ahead of ours', async () => {
  const ahead = new Date(app.clock.now().getTime() + 3_600_000)
  await receive({ key: 'empty', text: '' })
  await receive({ key: 'long', text: `${'x'.repeat(300_000)}` })
  await receive({ key: 'rtl', text: 'متى أدفع؟ \0 <b>x</b>', senderName: '<img src=x>', cameAt: ahead })
  const [row] = await conversations()
  expect(row).toMatchObject({ unread: 3, last_text: 'متى أدفع؟  <b>x</b>', waiting_since: app.clock.now() })
})
