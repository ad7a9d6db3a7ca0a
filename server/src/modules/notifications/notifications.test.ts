import { arrangementApi } from '@regie/contract/arrangements.ts'
import { loginApi } from '@regie/contract/login.ts'
import { notificationApi } from '@regie/contract/notifications.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { readPost } from '../../../test/run-jobs.ts'
import { notifyStaff } from '../../engine/notify-staff.ts'
import { evaluatePromises } from '../arrangements/evaluate-promises.ts'
import { createPaymentLink } from '../payment-links/create-payment-link.ts'
import { sweepNotifications } from './sweep-notifications.ts'

const rights = [Right.viewCases, Right.viewPersonalData, Right.changeCases]
const start = '2027-02-11T10:00:00Z'

let app: TestApp
let batch: BuiltBatch
let one: BuiltCase
let staff: Staff
let colleague: Staff
const closing: TestApp[] = []
beforeEach(async () => {
  app = await openTestApp({ start })
  closing.push(app)
  batch = await app.build.batch({ script: await app.build.script({ profile: 'incasso_wki' }) })
  one = await app.build.case({ batch, name: 'Marieke Zandvoort' })
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
  colleague = await app.build.staff({ rights, customers: [batch.customerId] })
})
afterAll(async () => {
  for (const opened of closing) await opened.close()
})

const listed = async (who: Staff) => (await app.call(notificationApi.list, { query: { customerID: batch.customerId } }).as(who)).body
const note = (text: string) => app.call(arrangementApi.addNote, { params: { caseID: one.id }, body: { text } }).as(staff)
const callBack = (at: string, forUserID: number | null = colleague.userId) =>
  app.call(arrangementApi.addCallback, { params: { caseID: one.id }, body: { at, forUserID, note: '' } }).as(staff)
async function pass(moment: string) {
  app.clock.set(moment)
  staff = { ...staff, secret: await app.build.session(staff.userId) }
  colleague = { ...colleague, secret: await app.build.session(colleague.userId) }
}

test('a colleague who is mentioned in a note reads it once, and marks it as read', async () => {
  await note(`@${colleague.username} kijk jij hiernaar? @${colleague.username} @${staff.username} @niemand`)
  expect(await listed(staff)).toEqual({ rows: [], hasMore: false, unread: 0 })
  const { rows, unread } = await listed(colleague)
  expect(unread).toBe(1)
  expect(rows).toMatchObject([{ kind: 'mention', caseID: one.id, about: 'Marieke Zandvoort', by: staff.username, isRead: false }])
  const read = { customerID: batch.customerId, notificationID: rows[0]?.notificationID ?? 0, andOlder: false }
  // Another's notification is not theirs to read.
  await app.call(notificationApi.read, { body: read }).as(staff)
  expect((await listed(colleague)).unread).toBe(1)
  for (let times = 0; times < 2; times++)
    expect((await app.call(notificationApi.read, { body: read }).as(colleague)).body).toEqual({ unread: 0 })
  expect((await listed(colleague)).rows).toMatchObject([{ isRead: true }])
})

test('"all read" leaves what came meanwhile', async () => {
  for (const text of ['een', 'twee', 'drie']) await note(`@${colleague.username} ${text}`)
  const [, second] = (await listed(colleague)).rows
  const body = { customerID: batch.customerId, notificationID: second?.notificationID ?? 0, andOlder: true }
  expect((await app.call(notificationApi.read, { body }).as(colleague)).body).toEqual({ unread: 1 })
  expect((await listed(colleague)).rows.map(({ isRead }) => isRead)).toEqual([false, true, true])
})

test('a call-back notifies who is to call when its moment has come, once, and again when it is moved', async () => {
  const { body: made } = await callBack('2027-02-11T11:00:00Z')
  await notifyStaff(app.services)
  expect((await listed(colleague)).rows).toEqual([])
  await pass('2027-02-11T11:00:30Z')
  for (let times = 0; times < 2; times++) await notifyStaff(app.services)
  expect((await listed(colleague)).rows).toMatchObject([{ kind: 'callbackDue', caseID: one.id, moment: '2027-02-11T11:00:00.000Z' }])
  expect((await listed(staff)).rows).toEqual([])
  const moved = { version: made.version, at: '2027-02-11T12:00:00Z' }
  await app.call(arrangementApi.changeCallback, { params: { callbackID: made.callbackID }, body: moved }).as(staff)
  await pass('2027-02-11T12:01:00Z')
  await notifyStaff(app.services)
  expect((await listed(colleague)).unread).toBe(2)
})

test('a call-back of anyone notifies who made it', async () => {
  await callBack('2027-02-11T11:00:00Z', null)
  await pass('2027-02-11T11:01:00Z')
  await notifyStaff(app.services)
  expect((await listed(staff)).rows).toMatchObject([{ kind: 'callbackDue' }])
  expect((await listed(colleague)).rows).toEqual([])
})

test('a broken promise notifies who made it', async () => {
  const body = { kind: 'promise' as const, parts: [{ due: '2027-02-12', amountCents: 1000 }] }
  await app.call(arrangementApi.addPromise, { params: { caseID: one.id }, body }).as(staff)
  await pass('2027-02-13T09:00:00Z')
  await evaluatePromises(app.services.db, app.clock.now())
  await evaluatePromises(app.services.db, app.clock.now())
  expect((await listed(staff)).rows).toMatchObject([{ kind: 'promiseBroken', caseID: one.id }])
})

test('a complaint notifies who registered it, and who leads the work, 24 hours before its clock ends', async () => {
  const leader = await app.build.staff({ rights: [...rights, Right.pauseBatches], customers: [batch.customerId] })
  const body = { kind: 'complaint' as const, text: 'Te vaak gebeld' }
  const { body: made } = await app.call(arrangementApi.addComplaint, { params: { caseID: one.id }, body }).as(staff)
  const end = Date.parse(made.confirmBefore ?? '')
  await pass(new Date(end - 25 * 3_600_000).toISOString())
  await notifyStaff(app.services)
  expect((await listed(staff)).rows).toEqual([])
  await pass(new Date(end - 23 * 3_600_000).toISOString())
  for (let times = 0; times < 2; times++) await notifyStaff(app.services)
  expect((await listed(staff)).rows).toMatchObject([{ kind: 'complaintClock', moment: made.confirmBefore }])
  expect((await listed({ ...leader, secret: await app.build.session(leader.userId) })).unread).toBe(1)
  expect((await listed(colleague)).rows).toEqual([])
})

test('a payer who objects on the payment page notifies who leads the work, and who has an appointment with them, once for the same words', async () => {
  const leader = await app.build.staff({ rights: [...rights, Right.pauseBatches], customers: [batch.customerId] })
  await callBack('2027-02-12T11:00:00Z')
  const link = { customerId: one.customerId, caseId: one.id, batchId: batch.id, amountCents: 1_000, currency: 'EUR', validDays: 14 }
  const { url } = await app.db
    .transaction()
    .execute((tx) => createPaymentLink(tx, app.services, { ...link, idempotencyKey: `objection:${one.id}` }))
  const object = (text: string) =>
    app.app.inject({
      method: 'POST',
      url: `${new URL(url).pathname}/objection`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.origin, host: new URL(app.origin).host },
      payload: new URLSearchParams({ reason: 'paid', text }).toString(),
    })
  // Who works on the case at that moment is notified too; a hold that has ended is none.
  const holding = await app.build.staff({ rights, customers: [batch.customerId] })
  const gone = await app.build.staff({ rights, customers: [batch.customerId] })
  const hold = (who: Staff, caseId: number, until: Date) =>
    app.db
      .insertInto('case_holds')
      .values({ customer_id: one.customerId, case_id: caseId, user_id: who.userId, cause: 'worth', until })
      .execute()
  const soon = new Date(app.clock.now().getTime() + 60_000)
  await hold(holding, one.id, soon)
  await hold(gone, (await app.build.case({ batch })).id, soon)
  for (let times = 0; times < 2; times++) expect((await object('Al betaald')).statusCode).toBe(200)
  expect((await listed(holding)).rows).toMatchObject([{ kind: 'payerObjected', caseID: one.id }])
  expect((await listed(gone)).rows).toEqual([])
  for (const who of [leader, colleague])
    expect((await listed(who)).rows).toMatchObject([{ kind: 'payerObjected', caseID: one.id, isRead: false }])
  expect((await listed(staff)).rows).toEqual([])
  // Who switched it off gets none.
  await sql`update users set settings = '{"notifications": {"payerObjected": "off"}}' where id = ${leader.userId}`.execute(app.db)
  await object('En nog iets')
  expect([(await listed(leader)).unread, (await listed(colleague)).unread]).toEqual([1, 2])
})

test('a batch whose script is switched off notifies who may start it again, once a day', async () => {
  const leader = await app.build.staff({ rights: [Right.viewBatches, Right.pauseBatches], customers: [batch.customerId] })
  await app.db.updateTable('scripts').set({ active: false }).where('id', '=', batch.script.id).execute()
  for (let times = 0; times < 2; times++) await notifyStaff(app.services)
  expect((await listed(leader)).rows).toMatchObject([{ kind: 'batchStalled', batchID: batch.id, about: expect.stringContaining('Batch') }])
  expect((await listed(staff)).rows).toEqual([])
})

test('who loses the right sees neither the notification nor its count, and sees them again with it', async () => {
  await note(`@${colleague.username} kijk`)
  const withRights = async (held: number[]) => {
    const other = await app.build.staff({ rights: held, customers: [batch.customerId] })
    await sql`delete from right_group_members where user_id = ${colleague.userId}`.execute(app.db)
    await sql`update right_group_members set user_id = ${colleague.userId} where user_id = ${other.userId}`.execute(app.db)
    return listed({ ...colleague, secret: await app.build.session(colleague.userId) })
  }
  expect(await withRights([Right.viewBatches])).toEqual({ rows: [], hasMore: false, unread: 0 })
  expect(await withRights([Right.viewCases])).toMatchObject({ unread: 1, rows: [{ kind: 'mention' }] })
})

test('a kind that is switched off comes no more; by mail comes one digest in a quarter of an hour, without names of debtors', async () => {
  const way = (mention: 'off' | 'app' | 'mail') =>
    app.call(loginApi.changeSettings, { body: { settings: { notifications: { mention } } } }).as(colleague)
  await way('off')
  await note(`@${colleague.username} een`)
  expect((await listed(colleague)).rows).toEqual([])
  await app.db.updateTable('contacts').set({ email: 'collega@voorbeeld.example' }).where('user_id', '=', colleague.userId).execute()
  await way('mail')
  const digests = async () => (await readPost(app.services)).filter((mail) => mail.includes('collega@voorbeeld.example'))
  await note(`@${colleague.username} twee`)
  await note(`@${colleague.username} drie`)
  for (let times = 0; times < 2; times++) await notifyStaff(app.services)
  const [first, ...more] = await digests()
  expect(more).toEqual([])
  expect(first).not.toContain('Marieke')
  await note(`@${colleague.username} vier`)
  await pass('2027-02-11T10:10:00Z')
  await notifyStaff(app.services)
  expect(await digests()).toHaveLength(1)
  await pass('2027-02-11T10:16:00Z')
  await notifyStaff(app.services)
  expect(await digests()).toHaveLength(2)
})

test('the kept count is what stands there unread, after everything that changes it; after 90 days all is gone', async () => {
  for (const text of ['een', 'twee', 'drie']) await note(`@${colleague.username} ${text}`)
  const [newest] = (await listed(colleague)).rows
  const body = { customerID: batch.customerId, notificationID: newest?.notificationID ?? 0, andOlder: false }
  await app.call(notificationApi.read, { body }).as(colleague)
  const tied = async () => {
    const { rows } = await sql<{ kept: number; counted: number }>`
      select (select coalesce(sum(unread), 0)::int from notification_counts) as kept,
        (select count(*)::int from notifications where read_at is null) as counted`.execute(app.db)
    return rows[0]
  }
  expect(await tied()).toEqual({ kept: 2, counted: 2 })
  await sweepNotifications(app.services.db, new Date('2027-05-01T10:00:00Z'))
  expect(await tied()).toEqual({ kept: 2, counted: 2 })
  await sweepNotifications(app.services.db, new Date('2027-05-13T10:00:00Z'))
  expect(await tied()).toEqual({ kept: 0, counted: 0 })
})
