import { caseApi } from '@regie/contract/cases.ts'
import { failedMessageApi } from '@regie/contract/failed-messages.ts'
import { failureApi } from '@regie/contract/failures.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { queueMessage } from '../queue-message.ts'
import { recordDeliveryOf } from '../record-delivery.ts'

let app: TestApp
let batch: BuiltBatch
let one: BuiltCase
let staff: Staff
const rights = [Right.viewCases, Right.reportBatches, Right.viewPersonalData, Right.changeProviders, Right.sendEmail]
beforeAll(async () => {
  app = await openTestApp({ start: '2026-06-03T09:00:00Z' })
  batch = await app.build.batch()
  one = await app.build.case({ batch, email: 'oud@x.nl' })
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
})
afterAll(() => app.close())

let made = 0
async function failed(reason: string | null, simulated = false, goesFirst = false): Promise<number> {
  made += 1
  const { customerId, id: caseId, batchId } = one
  const carrier = { name: 'smtp', simulated, loopback: true, providerId: null, isOff: false, sender: '' } as never
  const text = { subject: 'Herinnering', text: 'Beste', html: null }
  const id = await app.services.db.transaction().execute((tx) =>
    queueMessage(
      tx,
      {
        ...{ ...text, customerId, caseId, batchId, channel: 'email', recipient: 'oud@x.nl', sender: 'a@b.nl', carrier },
        ...{ permission: { ok: true, reason: null, nextAt: null }, templateRevisionId: null, goesFirst, idempotencyKey: `t${made}` },
      },
      app.clock.now(),
    ),
  )
  await app.db.updateTable('communications').set({ state: 'sent' }).where('id', '=', id).execute()
  await app.db.deleteFrom('outbox').where('communication_id', '=', id).execute()
  const news = { eventKey: `e${made}`, state: 'failed', at: app.clock.now(), ...(reason !== null && { reason }) } as const
  await app.services.db.transaction().execute((tx) => recordDeliveryOf(tx, { customerId, id: id ?? 0 }, 'report', news))
  return id ?? 0
}
const view = async (communicationID: number) =>
  (await app.call(caseApi.communication, { params: { caseID: one.id, communicationID } }).as(staff)).body.failure
const codes = async (by = staff) => (await app.call(failureApi.codes, { query: { customerID: batch.customerId } }).as(by)).body

test('a code that we know has its cause, and stands on no work list', async () => {
  expect(await view(await failed('550 5.2.2 Over quota'))).toEqual({ code: '5.2.2', cause: 'mailboxFull', note: '' })
  expect(await view(await failed(null))).toBeNull()
  expect(await codes()).toEqual([])
})

test('an unknown code is counted once for each message, and what staff find out is read with it', async () => {
  await failed('550 5.9.9 Policy 42 for oud@x.nl')
  const id = await failed('550 5.9.9 Policy 43 for oud@x.nl')
  await failed('550 5.9.9 Policy 44', true)
  expect(await view(id)).toEqual({ code: '5.9.9', cause: null, note: '' })
  expect(await codes()).toMatchObject([
    { channel: 'email', provider: 'smtp', code: '5.9.9', count: 2, text: '550 5.9.9 Policy 43 for oud@x.nl', example: { caseID: one.id } },
  ])
  const masked = await app.build.staff({ rights: rights.filter((code) => code !== Right.viewPersonalData), customers: [batch.customerId] })
  expect(await codes(masked)).toMatchObject([{ code: '5.9.9', text: '' }])
  const code = { customerID: batch.customerId, channel: 'email', provider: 'smtp', code: '5.9.9' } as const
  const settle = (given: { code: string }) =>
    app.call(failureApi.settle, { body: { ...code, ...given, cause: 'looksLikeSpam', note: 'Gebeld met de beheerder' } }).as(staff)
  expect((await settle({ code: '5.8.8' })).body).toMatchObject({ error: 'error.notFound' })
  expect((await settle(code)).body).toMatchObject([{ cause: 'looksLikeSpam', settledBy: staff.username }])
  expect(await view(id)).toEqual({ code: '5.9.9', cause: 'looksLikeSpam', note: 'Gebeld met de beheerder' })
})

test('causes are counted over the days that are asked, the most frequent first', async () => {
  const { body } = await app.call(failureApi.counts, { query: { customerID: batch.customerId, days: 7 } }).as(staff)
  expect(body).toMatchObject({ sent: 5, failed: 5 })
  expect(body.rows.map(({ cause, code, count }) => `${cause} ${code} ${count}`)).toEqual([
    ...['looksLikeSpam 5.9.9 3', 'mailboxFull 5.2.2 1', 'null  1'],
  ])
})

test('a failed message is sent once more to the address of now, as a new message, once', async () => {
  const id = await failed('550 5.1.1 No such user')
  await app.db.updateTable('cases').set({ email: 'nieuw@x.nl' }).where('id', '=', one.id).execute()
  const retry = (communicationID: number, by = staff) => app.call(failureApi.retry, { params: { communicationID } }).as(by)
  const agent = await app.build.staff({ rights: [Right.viewCases, Right.sendSms], customers: [batch.customerId] })
  expect((await retry(id, agent)).status).toBe(403)
  const { communicationID } = (await retry(id)).body
  expect(communicationID).toBeGreaterThan(id)
  expect((await retry(id)).body).toEqual({ communicationID: null })
  const rows = await app.db
    .selectFrom('communications')
    .select(['recipient', 'provider_ref', 'state'])
    .where('id', '=', communicationID)
    .execute()
  expect(rows).toEqual([{ recipient: 'nieuw@x.nl', provider_ref: null, state: 'queued' }])
  expect((await retry(communicationID ?? 0)).body).toMatchObject({ error: 'message.notFailed' })
})

test('what was refused at once, by its provider or by us, is a failed message as any other', async () => {
  const query = { customerID: batch.customerId, days: 7 } as const
  const before = (await app.call(failureApi.counts, { query }).as(staff)).body
  const id = await failed(null)
  const gone = { state: 'refused', delivery: null, reason: 'fileGone A file of this mail is gone' }
  await app.db.updateTable('communications').set(gone).where('id', '=', id).execute()
  expect(await view(id)).toEqual({ code: 'fileGone', cause: 'fileGone', note: '' })
  const { body } = await app.call(failureApi.counts, { query }).as(staff)
  expect([body.sent, body.failed]).toEqual([before.sent + 1, before.failed + 1])
  expect(body.rows).toContainEqual(expect.objectContaining({ channel: 'email', cause: 'fileGone', count: 1 }))
  const { rows } = (
    await app.call(failedMessageApi.messages, { query: { ...query, channel: 'email', cause: 'fileGone', limit: 5 } }).as(staff)
  ).body
  expect(rows).toMatchObject([{ communicationID: id, code: 'fileGone' }])
  const { communicationID } = (await app.call(failureApi.retry, { params: { communicationID: id } }).as(staff)).body
  expect(communicationID).toBeGreaterThan(id)
})

test('a message that is sent once more has the priority that it had: 1 where staff sent it, else that of its template', async () => {
  const priorityOf = (id: number | null) =>
    app.db
      .selectFrom('communications as m')
      .leftJoin('outbox as o', 'o.communication_id', 'm.id')
      .select(['m.priority', 'o.priority as waits'])
      .where('m.id', '=', id ?? 0)
      .executeTakeFirstOrThrow()
  const retry = async (id: number) => (await app.call(failureApi.retry, { params: { communicationID: id } }).as(staff)).body.communicationID
  for (const [goesFirst, priority] of [
    [true, 1],
    [false, 3],
  ] as const) {
    const id = await failed('550 5.2.2 Over quota', false, goesFirst)
    expect(await priorityOf(id)).toEqual({ priority, waits: null })
    expect(await priorityOf(await retry(id))).toEqual({ priority, waits: priority })
  }
})

test('what was sent with a message goes with it again, and nothing goes that names an amount which holds no longer', async () => {
  const mail = { replyTo: 'antwoord@x.nl', leave: true }
  const id = await failed('451 4.3.2 Later')
  await app.db
    .updateTable('communication_contents')
    .set({ mail: JSON.stringify(mail), in_reply_to: '<een@x.nl>' })
    .where('communication_id', '=', id)
    .execute()
  const { communicationID } = (await app.call(failureApi.retry, { params: { communicationID: id } }).as(staff)).body
  const contents = (of: number | null) =>
    app.db
      .selectFrom('communication_contents')
      .select(['mail', 'in_reply_to'])
      .where('communication_id', '=', of ?? 0)
      .executeTakeFirstOrThrow()
  expect(await contents(communicationID)).toEqual({ mail, in_reply_to: '<een@x.nl>' })
  const stale = await failed('451 4.3.2 Later')
  await app.db.updateTable('communication_contents').set({ open_cents: -1 }).where('communication_id', '=', stale).execute()
  expect((await app.call(failureApi.retry, { params: { communicationID: stale } }).as(staff)).body).toMatchObject({
    error: 'message.amountChanged',
  })
})

test('a cause opens its messages, newest first, page by page; an address is masked by its right', async () => {
  const query = { customerID: batch.customerId, days: 7, channel: 'email', cause: 'mailboxFull', limit: 2 } as const
  const before = (await app.call(failedMessageApi.messages, { query }).as(staff)).body.total.value
  const ids = [await failed('552 5.2.2 Over quota'), await failed('550 5.2.2 Over quota for oud@x.nl'), await failed('552 mailbox full')]
  const first = (await app.call(failedMessageApi.messages, { query }).as(staff)).body
  expect(first.rows.map(({ communicationID }) => communicationID)).toEqual([ids[2], ids[1]])
  expect(first.rows[1]).toMatchObject({ address: 'oud@x.nl', code: '5.2.2', said: '550 5.2.2 Over quota for oud@x.nl', isRetried: false })
  expect(first.total.value).toBe(before + 3)
  const second = (await app.call(failedMessageApi.messages, { query: { ...query, cursor: first.nextCursor ?? '' } }).as(staff)).body
  expect(second.rows[0]?.communicationID).toBe(ids[0])
  const masked = await app.build.staff({ rights: rights.filter((code) => code !== Right.viewPersonalData), customers: [batch.customerId] })
  const { rows } = (await app.call(failedMessageApi.messages, { query }).as(masked)).body
  expect(rows).toMatchObject([
    { address: 'o••••@••••', said: '' },
    { address: 'o••••@••••', said: '' },
  ])
  const stranger = await app.build.staff({ rights, customers: [(await app.build.customer()).id] })
  expect((await app.call(failedMessageApi.messages, { query }).as(stranger)).status).toBe(404)
})

test('many are sent once more: asked first, nothing leaves; then each once, and the rest says why', async () => {
  const ids = [await failed('451 4.3.2 Later'), await failed('451 4.3.2 Later')]
  await app.db
    .updateTable('communication_contents')
    .set({ open_cents: -1 })
    .where('communication_id', '=', ids[1] ?? 0)
    .execute()
  const body = { customerID: batch.customerId, communicationIDs: ids }
  const waiting = async () => (await app.db.selectFrom('outbox').select('communication_id').execute()).length
  const before = await waiting()
  const answer = { done: 1, left: [{ why: 'message.amountChanged', count: 1 }] }
  expect((await app.call(failedMessageApi.askRetry, { body }).as(staff)).body).toEqual(answer)
  expect(await waiting()).toBe(before)
  expect((await app.call(failedMessageApi.retryMany, { body }).as(staff)).body).toEqual(answer)
  expect(await waiting()).toBe(before + 1)
  expect((await app.call(failedMessageApi.askRetry, { body }).as(staff)).body).toMatchObject({ done: 0 })
})

test('their addresses go on the blacklist once, asked first, and can be taken back', async () => {
  const lister = await app.build.staff({ rights: [...rights, Right.addToBlacklist, Right.viewBlacklist], customers: [batch.customerId] })
  const ids = [await failed('550 5.1.1 No such user'), await failed('550 5.1.1 No such user')]
  const body = { customerID: batch.customerId, communicationIDs: ids }
  const listed = async () =>
    (await app.db.selectFrom('blacklist').select('value').where('value', '=', 'oud@x.nl').where('removed_at', 'is', null).execute()).length
  expect((await app.call(failedMessageApi.askList, { body }).as(lister)).body).toEqual({ done: 1, left: [] })
  expect(await listed()).toBe(0)
  const list = () => app.call(failedMessageApi.listMany, { body: { ...body, retention: '1y' } }).as(lister)
  expect((await list()).body).toEqual({ done: 1, left: [] })
  expect((await list()).body).toEqual({ done: 0, left: [{ why: 'blacklist.duplicate', count: 1 }] })
  expect(await listed()).toBe(1)
  expect((await app.call(failedMessageApi.listMany, { body: { ...body, retention: '1y' } }).as(staff)).status).toBe(403)
})

test('who may not be written to now gets nothing again', async () => {
  const id = await failed('451 4.3.2 Later')
  app.clock.advance(14 * 3_600_000)
  const late = await app.build.staff({ rights, customers: [batch.customerId] })
  await app.db
    .insertInto('blacklist')
    .values({ customer_id: batch.customerId, kind: 'email', value: 'nieuw@x.nl', reason: 'AFM', retention: 'forever', added_by: '' })
    .execute()
  expect((await app.call(failureApi.retry, { params: { communicationID: id } }).as(late)).body).toMatchObject({
    error: 'payment.contactRefused',
  })
})
