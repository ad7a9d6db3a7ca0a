import { arrangementApi } from '@regie/contract/arrangements.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { notificationApi } from '@regie/contract/notifications.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { personApi } from '@regie/contract/person.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { endPauses } from '../cases/status/end-pauses.ts'
import { evaluatePromises } from './evaluate-promises.ts'
import { recordLinkPayment } from '../cases/money/record-payments.ts'

const rights = [Right.viewCases, Right.viewPersonalData, Right.changeCases]
// A Thursday afternoon, so that the two working days of a complaint have a weekend in them.
const start = '2027-02-11T14:00:00Z'

let app: TestApp
let batch: BuiltBatch
let staff: Staff
let colleague: Staff
beforeAll(async () => {
  app = await openTestApp({ start })
  batch = await app.build.batch({ script: await app.build.script({ profile: 'incasso_wki' }) })
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
  colleague = await app.build.staff({ rights, customers: [batch.customerId] })
})
afterAll(() => app.close())

const look = async ({ id }: BuiltCase) => (await app.call(caseApi.get, { params: { caseID: id }, query: {} }).as(staff)).body
const arranged = async ({ id }: BuiltCase) => (await app.call(arrangementApi.list, { params: { caseID: id } }).as(staff)).body
const callBack = (one: BuiltCase, body: object) =>
  app
    .call(arrangementApi.addCallback, {
      params: { caseID: one.id },
      body: { at: '2027-02-12T09:00:00Z', forUserID: null, note: '', ...body },
    })
    .as(staff)
const promise = (one: BuiltCase, parts: { due: string; amountCents: number }[], kind: 'promise' | 'plan' = 'promise') =>
  app.call(arrangementApi.addPromise, { params: { caseID: one.id }, body: { kind, parts } }).as(staff)
async function pass(moment: string) {
  app.clock.set(moment)
  staff = { ...staff, secret: await app.build.session(staff.userId) }
  await evaluatePromises(app.services.db, app.clock.now())
  await endPauses(app.services.db, app.clock.now())
}

test('two notes of the same moment are two lines of the timeline, each with its own text', async () => {
  const one = await app.build.case({ batch })
  const params = { caseID: one.id }
  for (const text of ['Eerste', 'Tweede']) await app.call(arrangementApi.addNote, { params, body: { text } }).as(staff)
  const { body } = await app.call(caseApi.timeline, { params, query: { part: 'notes' } }).as(staff)
  expect(body.rows.map(({ excerpt }) => excerpt)).toEqual(['Tweede', 'Eerste'])
})

test('what becomes of a missed instalment at the customer is said with what was arranged', async () => {
  const one = await app.build.case({ batch })
  expect((await arranged(one)).missedInstalment).toBe('end')
  await app.db.updateTable('customers').set({ missed_instalment: 'move' }).where('id', '=', batch.customerId).execute()
  expect((await arranged(one)).missedInstalment).toBe('move')
  await app.db.updateTable('customers').set({ missed_instalment: 'end' }).where('id', '=', batch.customerId).execute()
})

test('a note is kept as it was typed, with its writer; an empty one is refused at its field', async () => {
  const one = await app.build.case({ batch })
  const params = { caseID: one.id }
  await app.call(arrangementApi.addNote, { params, body: { text: '  <b>Belt</b> vrijdag 😀 ' } }).as(staff)
  expect((await arranged(one)).notes).toMatchObject([{ text: '<b>Belt</b> vrijdag 😀', by: staff.username, mine: true }])
  const { body: timeline } = await app.call(caseApi.timeline, { params, query: { part: 'notes' } }).as(staff)
  expect(timeline.rows).toMatchObject([{ event: 'noteAdded', excerpt: '<b>Belt</b> vrijdag 😀' }])
  expect(await app.call(arrangementApi.addNote, { params, body: { text: '   ' } }).as(staff)).toMatchObject({
    status: 422,
    body: { error: 'case.textMissing', field: 'text' },
  })
})

test('a call-back comes no earlier than the person asked for', async () => {
  const one = await app.build.case({ batch, fields: JSON.stringify({ niet_bellen_voor: '11:00' }) })
  expect(await callBack(one, {})).toMatchObject({
    status: 422,
    body: { error: 'case.callbackOutsideWindow', params: { nextAt: '2027-02-12T10:00:00.000Z' } },
  })
})

test('a call-back is for one or for anyone, at a moment at which one may call, and outreach waits until then', async () => {
  const one = await app.build.case({ batch })
  expect(await callBack(one, { at: '2027-02-14T11:00:00Z' })).toMatchObject({
    status: 422,
    body: { error: 'case.callbackOutsideWindow', field: 'at' },
  })
  expect(await callBack(one, { at: '2027-02-11T13:00:00Z' })).toMatchObject({
    status: 422,
    body: { error: 'case.pauseInPast', field: 'at' },
  })
  const stranger = await app.build.staff({ rights })
  expect(await callBack(one, { forUserID: stranger.userId })).toMatchObject({
    status: 422,
    body: { error: 'callback.userUnknown', field: 'forUserID' },
  })
  expect((await callBack(one, { forUserID: colleague.userId })).body).toMatchObject({
    forUser: { userID: colleague.userId },
    state: 'open',
  })
  expect(await look(one)).toMatchObject({ status: 'paused', pausedUntil: '2027-02-12T09:00:00.000Z' })
  const list = (as: Staff) => app.call(arrangementApi.callbacks, { query: { customerID: batch.customerId } }).as(as)
  expect((await list(staff)).body).toEqual([])
  expect((await list(colleague)).body).toMatchObject([{ caseID: one.id }])
  const { body: colleagues } = await app.call(arrangementApi.colleagues, { query: { customerID: batch.customerId } }).as(staff)
  expect(new Set(colleagues.map(({ userID }) => userID))).toEqual(new Set([staff.userId, colleague.userId]))
})

test('whoever leads sees the call-backs of the whole team, and of one colleague; who gets one and who had it are notified', async () => {
  const leader = await app.build.staff({ rights, customers: [batch.customerId] })
  const one = await app.build.case({ batch })
  const { body: made } = await callBack(one, { at: '2027-02-12T10:15:00Z', forUserID: colleague.userId })
  const list = async (query: object) =>
    (await app.call(arrangementApi.callbacks, { query: { customerID: batch.customerId, ...query } }).as(leader)).body
      .filter(({ caseID }) => caseID === one.id)
      .map(({ forUser }) => forUser?.userID)
  expect(await list({})).toEqual([])
  expect(await list({ whose: 'mine' })).toEqual([])
  expect(await list({ whose: 'team' })).toEqual([colleague.userId])
  expect(await list({ whose: 'team', userID: colleague.userId })).toEqual([colleague.userId])
  expect(await list({ whose: 'team', userID: staff.userId })).toEqual([])
  const give = (version: number, forUserID: number) =>
    app.call(arrangementApi.changeCallback, { params: { callbackID: made.callbackID }, body: { version, forUserID } }).as(leader)
  expect((await give(1, staff.userId)).body).toMatchObject({ forUser: { userID: staff.userId }, at: made.at })
  expect((await give(2, leader.userId)).body).toMatchObject({ forUser: { userID: leader.userId } })
  const kindsOf = async (user: Staff) =>
    (await app.call(notificationApi.list, { query: { customerID: batch.customerId } }).as(user)).body.rows
      .filter(({ caseID }) => caseID === one.id)
      .map(({ kind, by }) => [kind, by])
  expect(await kindsOf(colleague)).toEqual([['callbackTaken', leader.username]])
  expect(await kindsOf(staff)).toEqual([
    ['callbackTaken', leader.username],
    ['callbackGiven', leader.username],
  ])
  expect(await kindsOf(leader)).toEqual([])
  await give(3, colleague.userId)
})

test('a case that closes ends its open call-backs; undoing that opens them again, reopening only those still to come', async () => {
  const one = await app.build.case({ batch })
  await callBack(one, {})
  const { body: done } = await callBack(one, { at: '2027-02-12T09:30:00Z' })
  await app.call(arrangementApi.changeCallback, { params: { callbackID: done.callbackID }, body: { version: 1, state: 'done' } }).as(staff)
  await callBack(one, { at: '2027-03-01T09:00:00Z' })
  const stand = async () => (await arranged(one)).callbacks.map(({ state, endedByClosing }) => [state, endedByClosing])
  const version = async () => (await look(one)).version
  const closer = await app.build.staff({ rights: [...rights, Right.closeCases], customers: [batch.customerId] })
  const close = async () =>
    app.call(caseActionApi.close, { params: { caseID: one.id }, body: { version: await version(), resultCode: 'RET' } }).as(closer)
  expect((await close()).status).toBe(200)
  const ended = [
    ['cancelled', true],
    ['done', false],
    ['cancelled', true],
  ]
  expect(await stand()).toEqual(ended)
  const { body: entries } = await app.call(undoApi.list, {}).as(closer)
  await app.call(undoApi.undo, { params: { token: entries[0]?.token ?? '' } }).as(closer)
  expect(await stand()).toEqual([
    ['open', false],
    ['done', false],
    ['open', false],
  ])
  await close()
  await pass('2027-02-20T10:00:00Z')
  const body = { version: await version(), restart: false }
  const later = { ...closer, secret: await app.build.session(closer.userId) }
  expect((await app.call(caseActionApi.reopen, { params: { caseID: one.id }, body }).as(later)).status).toBe(200)
  expect(await stand()).toEqual([
    ['open', false],
    ['done', false],
    ['cancelled', false],
  ])
  // Undoing that reopening, all of them ended with the case once more.
  expect((await undoAs(later)).status).toBe(200)
  expect(await stand()).toEqual(ended)
  await pass('2027-02-11T14:00:00Z')
})

const closeAs = async (by: Staff, one: BuiltCase) =>
  app.call(caseActionApi.close, { params: { caseID: one.id }, body: { version: (await look(one)).version, resultCode: 'RET' } }).as(by)
const reopenAs = async (by: Staff, one: BuiltCase) =>
  app.call(caseActionApi.reopen, { params: { caseID: one.id }, body: { version: (await look(one)).version, restart: false } }).as(by)
const promisesOf = async (one: BuiltCase) =>
  (await arranged(one)).promises.map(({ state, endedByClosing, parts }) => [state, endedByClosing, parts.map((part) => part.state).join()])
const figuresTie = async () => {
  const money = 'customer_id, batch_id, promises, promised_cents, broken'
  const { rows } = await app.pool.query(`
    select to_jsonb(m) from (select ${money} from batch_money_now except select ${money} from batch_money_recounted) m
    union all select to_jsonb(c) from (select * from batch_counters except select * from batch_counters_recounted) c`)
  expect(rows).toEqual([])
}

test('a case that closes ends the promise that runs; undoing that lets it run again, reopening only where nothing is overdue', async () => {
  const [one, plan] = [
    await app.build.case({ batch, outstanding_cents: 10_000 }),
    await app.build.case({ batch, outstanding_cents: 10_000 }),
  ]
  await promise(one, [{ due: '2027-02-15', amountCents: 10_000 }])
  await promise(
    plan,
    [
      { due: '2027-02-25', amountCents: 4_000 },
      { due: '2027-03-25', amountCents: 6_000 },
    ],
    'plan',
  )
  const closer = await app.build.staff({ rights: [...rights, Right.closeCases], customers: [batch.customerId] })
  expect((await closeAs(closer, one)).status).toBe(200)
  expect(await promisesOf(one)).toEqual([['cancelled', true, 'open']])
  expect(await look(one)).toMatchObject({ promisedOn: null })
  await figuresTie()
  const { body: entries } = await app.call(undoApi.list, {}).as(closer)
  await app.call(undoApi.undo, { params: { token: entries[0]?.token ?? '' } }).as(closer)
  expect(await promisesOf(one)).toEqual([['open', false, 'open']])
  expect(await look(one)).toMatchObject({ promisedOn: '2027-02-15', status: 'paused' })
  await figuresTie()
  for (const each of [one, plan]) await closeAs(closer, each)
  await pass('2027-02-20T10:00:00Z')
  // What ended with its case is not broken, and nobody is notified of it.
  expect(await promisesOf(one)).toEqual([['cancelled', true, 'open']])
  const later = { ...closer, secret: await app.build.session(closer.userId) }
  for (const each of [one, plan]) expect((await reopenAs(later, each)).status).toBe(200)
  expect(await promisesOf(one)).toEqual([['cancelled', false, 'open']])
  expect(await promisesOf(plan)).toEqual([['open', false, 'open,open']])
  await figuresTie()
  await pass(start)
})

test('a promise ends as kept where its case closes as paid, and anew when the case was not', async () => {
  const [one, whole] = [
    await app.build.case({ batch, outstanding_cents: 10_000 }),
    await app.build.case({ batch, outstanding_cents: 10_000 }),
  ]
  for (const each of [one, whole]) await promise(each, [{ due: '2027-02-15', amountCents: 5_000 }])
  const closer = await app.build.staff({ rights: [...rights, Right.closeCases, Right.bookPayments], customers: [batch.customerId] })
  const book = async (each: BuiltCase, close: boolean) => {
    const booked = { amountCents: 10_000, paidOn: '2027-02-11', method: 'bank', note: '', close } as const
    const params = { caseID: each.id }
    return app.call(paymentApi.book, { params, body: { version: (await look(each)).version, ...booked } }).as(closer)
  }
  expect(await book(one, true)).toMatchObject({ status: 200, body: { status: 'closed', result: 'BET' } })
  expect(await promisesOf(one)).toEqual([['kept', true, 'paid']])
  expect((await reopenAs(closer, one)).status).toBe(200)
  expect(await promisesOf(one)).toEqual([['kept', false, 'paid']])
  // Returned to its principal, then paid after all: kept; and when that booking is taken back, it was not.
  await closeAs(closer, whole)
  expect(await promisesOf(whole)).toEqual([['cancelled', true, 'open']])
  expect(await book(whole, false)).toMatchObject({ status: 200, body: { result: 'BET' } })
  expect(await promisesOf(whole)).toEqual([['kept', true, 'paid']])
  const { body: list } = await app.call(caseApi.payments, { params: { caseID: whole.id } }).as(closer)
  const taken = { caseID: whole.id, paymentID: list.payments[0]?.paymentID ?? 0 }
  await app.call(paymentApi.withdraw, { params: taken, body: { reason: 'Verkeerd' } }).as(closer)
  expect(await promisesOf(whole)).toEqual([['cancelled', true, 'open']])
  await figuresTie()
})

const bookAs = async (by: Staff, one: BuiltCase, amountCents: number) => {
  const booked = { amountCents, paidOn: '2027-02-11', method: 'bank', note: '', close: false } as const
  return app.call(paymentApi.book, { params: { caseID: one.id }, body: { version: (await look(one)).version, ...booked } }).as(by)
}
const withdrawAs = async (by: Staff, one: BuiltCase) => {
  const { body } = await app.call(caseApi.payments, { params: { caseID: one.id } }).as(by)
  const params = { caseID: one.id, paymentID: body.payments[0]?.paymentID ?? 0 }
  return app.call(paymentApi.withdraw, { params, body: { reason: 'Verkeerd' } }).as(by)
}
const undoAs = async (by: Staff) => {
  const { body } = await app.call(undoApi.list, {}).as(by)
  return app.call(undoApi.undo, { params: { token: body[0]?.token ?? '' } }).as(by)
}

test('a promise that ended with its case is kept once it is paid, though more is open, and no more when that money is taken back', async () => {
  const one = await app.build.case({ batch, outstanding_cents: 10_000 })
  await promise(one, [{ due: '2027-02-15', amountCents: 5_000 }])
  const closer = await app.build.staff({ rights: [...rights, Right.closeCases, Right.bookPayments], customers: [batch.customerId] })
  expect((await bookAs(closer, one, 5_000)).status).toBe(200)
  await closeAs(closer, one)
  expect(await promisesOf(one)).toEqual([['kept', true, 'paid']])
  expect((await withdrawAs(closer, one)).status).toBe(200)
  expect(await promisesOf(one)).toEqual([['cancelled', true, 'open']])
  expect((await bookAs(closer, one, 5_000)).status).toBe(200)
  expect(await promisesOf(one)).toEqual([['kept', true, 'paid']])
  expect(await look(one)).toMatchObject({ status: 'closed', result: 'RET' })
  await figuresTie()
})

test('undoing a closing takes back the payment that was booked with it, and its promise runs again', async () => {
  const one = await app.build.case({ batch, outstanding_cents: 10_000 })
  await promise(one, [{ due: '2027-02-15', amountCents: 5_000 }])
  const closer = await app.build.staff({ rights: [...rights, Right.closeCases, Right.bookPayments], customers: [batch.customerId] })
  const payment = { amountCents: 10_000, paidOn: '2027-02-11' }
  const body = { version: (await look(one)).version, resultCode: 'BET', payment } as const
  expect((await app.call(caseActionApi.close, { params: { caseID: one.id }, body }).as(closer)).status).toBe(200)
  expect(await promisesOf(one)).toEqual([['kept', true, 'paid']])
  expect((await undoAs(closer)).status).toBe(200)
  expect(await promisesOf(one)).toEqual([['open', false, 'open']])
  await figuresTie()
})

test('a promise that ended with its case is still known as such when a later reopening is undone', async () => {
  const one = await app.build.case({ batch, outstanding_cents: 10_000 })
  await promise(one, [{ due: '2027-02-12', amountCents: 10_000 }])
  const closer = await app.build.staff({ rights: [...rights, Right.closeCases, Right.bookPayments], customers: [batch.customerId] })
  await closeAs(closer, one)
  await pass('2027-02-16T10:00:00Z')
  const later = { ...closer, secret: await app.build.session(closer.userId) }
  expect((await reopenAs(later, one)).status).toBe(200)
  expect((await undoAs(later)).status).toBe(200)
  expect(await promisesOf(one)).toEqual([['cancelled', true, 'open']])
  expect((await bookAs(later, one, 10_000)).status).toBe(200)
  expect(await promisesOf(one)).toEqual([['kept', true, 'paid']])
  // Open again it stays as it ended, and undoing a later closing does not let it run.
  expect((await withdrawAs(later, one)).status).toBe(200)
  for (const act of [reopenAs, closeAs]) expect((await act(later, one)).status).toBe(200)
  expect((await undoAs(later)).status).toBe(200)
  expect(await promisesOf(one)).toEqual([['cancelled', false, 'open']])
  await figuresTie()
  await pass(start)
})

test('a call-back that the closing ended keeps that when its words change, and opens neither on a closed case nor in the past', async () => {
  const one = await app.build.case({ batch })
  const { body: made } = await callBack(one, {})
  const change = (body: object) =>
    app.call(arrangementApi.changeCallback, { params: { callbackID: made.callbackID }, body: body as { version: number } }).as(staff)
  const { version } = await look(one)
  const closer = await app.build.staff({ rights: [...rights, Right.closeCases], customers: [batch.customerId] })
  await app.call(caseActionApi.close, { params: { caseID: one.id }, body: { version, resultCode: 'RET' } }).as(closer)
  const [ended] = (await arranged(one)).callbacks
  const noted = await change({ version: ended?.version, note: 'Toch niet' })
  expect(noted.body).toMatchObject({ state: 'cancelled', endedByClosing: true, note: 'Toch niet' })
  const again = { version: noted.body.version, state: 'open' }
  expect(await change(again)).toMatchObject({ status: 409, body: { error: 'case.alreadyClosed' } })
  const two = await app.build.case({ batch })
  const { body: other } = await callBack(two, {})
  const changeOther = (body: object) =>
    app.call(arrangementApi.changeCallback, { params: { callbackID: other.callbackID }, body: body as { version: number } }).as(staff)
  await changeOther({ version: 1, state: 'cancelled' })
  await pass('2027-02-13T10:00:00Z')
  expect(await changeOther({ version: 2, state: 'open' })).toMatchObject({ status: 422, body: { error: 'case.pauseInPast' } })
  await pass(start)
})

test('of two who change one call-back the second sees the newest; done, the case goes on', async () => {
  const one = await app.build.case({ batch })
  const { body: made } = await callBack(one, {})
  const change = (body: object) =>
    app.call(arrangementApi.changeCallback, { params: { callbackID: made.callbackID }, body: { version: 1, ...body } }).as(staff)
  await change({ at: '2027-02-12T10:30:00Z' })
  expect(await look(one)).toMatchObject({ pausedUntil: '2027-02-12T10:30:00.000Z' })
  expect(await change({ state: 'cancelled' })).toMatchObject({
    status: 409,
    body: { error: 'error.conflict', current: { version: 2 }, lastSave: { by: staff.username } },
  })
  expect((await change({ version: 2, state: 'done' })).body).toMatchObject({ state: 'done' })
  const { body: told } = await app.call(caseApi.timeline, { params: { caseID: one.id }, query: {} }).as(staff)
  expect(told.rows.map(({ event }) => event)).toEqual(['callbackDone', 'callbackChanged', 'callbackMade'])
  expect(await look(one)).toMatchObject({ status: 'open', pausedUntil: null })
})

test('a promise: dates from today and in order, one at a time, and the case waits for the day after', async () => {
  const one = await app.build.case({ batch })
  expect(await promise(one, [{ due: '2027-02-10', amountCents: 100 }])).toMatchObject({
    status: 422,
    body: { error: 'promise.dateInvalid' },
  })
  const two = [
    { due: '2027-02-20', amountCents: 100 },
    { due: '2027-02-15', amountCents: 100 },
  ]
  expect(await promise(one, two, 'plan')).toMatchObject({ status: 422, body: { error: 'promise.dateInvalid' } })
  expect((await promise(one, [{ due: '2027-02-15', amountCents: 100 }])).status).toBe(200)
  expect(await promise(one, [{ due: '2027-02-16', amountCents: 100 }])).toMatchObject({
    status: 409,
    body: { error: 'promise.alreadyOpen' },
  })
  expect(await look(one)).toMatchObject({ status: 'paused', pausedUntil: '2027-02-15T23:00:00.000Z' })
  const [made] = (await arranged(one)).promises
  await app.call(arrangementApi.cancelPromise, { params: { caseID: one.id, promiseID: made?.promiseID ?? 0 } }).as(staff)
  expect(await look(one)).toMatchObject({ status: 'open' })
})

test('who resumes a case lets it wait for the promise that runs, also after a pause of staff, unless they choose otherwise', async () => {
  const one = await app.build.case({ batch })
  const { body: made } = await promise(one, [{ due: '2027-02-20', amountCents: 5_000 }])
  const pause = async (body: object) =>
    (
      await app
        .call(caseActionApi.pause, { params: { caseID: one.id }, body: { version: (await look(one)).version, until: null, ...body } })
        .as(staff)
    ).body
  const waits = { status: 'paused', pausedFor: 'promise', pausedUntil: '2027-02-20T23:00:00.000Z' }
  expect(await pause({ resume: true })).toMatchObject(waits)
  expect(await pause({})).toMatchObject({ status: 'paused', pausedFor: 'staff', pausedUntil: null })
  expect(await pause({ resume: true })).toMatchObject(waits)
  // A pause of staff that ends by itself does the same.
  await pause({ until: '2027-02-12T09:00:00Z' })
  await pass('2027-02-12T09:01:00Z')
  expect(await look(one)).toMatchObject(waits)
  expect(await pause({ resume: true, pastPromise: true })).toMatchObject({ status: 'open', pausedUntil: null })
  // The promise still runs.
  expect((await arranged(one)).promises).toMatchObject([{ promiseID: made.promiseID, state: 'open' }])
  await pass(start)
})

test('a complaint stops outreach, is to be confirmed within two working days, and resolved lets the case go on', async () => {
  const one = await app.build.case({ batch })
  const params = { caseID: one.id }
  const { body: made } = await app
    .call(arrangementApi.addComplaint, { params, body: { kind: 'complaint', text: 'Te vaak gebeld' } })
    .as(staff)
  // Friday and Monday: the end of Monday's work.
  expect(made).toMatchObject({ state: 'open', confirmBefore: '2027-02-15T17:00:00.000Z' })
  expect(await look(one)).toMatchObject({ status: 'paused', pausedForever: true })
  const change = (state: 'confirmed' | 'resolved') =>
    app
      .call(arrangementApi.changeComplaint, {
        params: { caseID: one.id, complaintID: made.complaintID },
        body: { state, outcome: 'Excuses' },
      })
      .as(staff)
  const listed = async () => (await app.call(arrangementApi.complaints, { query: { customerID: batch.customerId } }).as(staff)).body
  expect(await listed()).toMatchObject([{ caseID: one.id, state: 'open' }])
  expect((await change('confirmed')).body).toMatchObject({ state: 'confirmed', confirmedAt: new Date(start).toISOString() })
  expect(await look(one)).toMatchObject({ status: 'paused' })
  expect((await change('resolved')).body).toMatchObject({ state: 'resolved', outcome: 'Excuses' })
  expect(await look(one)).toMatchObject({ status: 'open' })
  expect(await change('resolved')).toMatchObject({ status: 409, body: { error: 'complaint.alreadyResolved' } })
  expect(await listed()).toEqual([])
})

test('one person over cases: by phone in any field and by e-mail, never at another customer', async () => {
  const one = await app.build.case({ batch, mobile: '+31612340001', email: 'Jan@Example.nl', outstanding_cents: 1000 })
  const byPhone = await app.build.case({ batch, phone: '+31612340001', outstanding_cents: 500 })
  const byMail = await app.build.case({ batch, email: 'jan@example.nl', status: 'closed', outstanding_cents: 700 })
  await app.build.case({ batch, mobile: '+31612340002', email: 'janine@example.nl' })
  await app.build.case({ mobile: '+31612340001', email: 'jan@example.nl' })
  const { body } = await app.call(personApi.get, { params: { caseID: one.id } }).as(staff)
  expect(body.cases.map(({ caseID, sharedBy }) => [caseID, sharedBy])).toEqual([
    [byMail.id, ['email']],
    [byPhone.id, ['phone']],
  ])
  expect(body.claims).toEqual({ count: 2, sums: [{ currency: 'EUR', outstandingCents: 1500 }] })
  await app.build.case({ batch, mobile: '+31612340001', outstanding_cents: 900, currency: 'USD' })
  const both = await app.call(personApi.get, { params: { caseID: one.id } }).as(staff)
  expect(both.body.claims.sums).toEqual([
    { currency: 'USD', outstandingCents: 900 },
    { currency: 'EUR', outstandingCents: 1500 },
  ])
  expect(body.contacts).toMatchObject({ callsThisWeek: 0, caps: { callsPerWeek: 7 } })
})

test('after its day a promise is evaluated: broken ones come back to work, plans wait for their next date, kept ones end', async () => {
  const [broken, plan, kept] = [await app.build.case({ batch }), await app.build.case({ batch }), await app.build.case({ batch })]
  await promise(broken, [{ due: '2027-02-12', amountCents: 5000 }])
  await promise(
    plan,
    [
      { due: '2027-02-12', amountCents: 2000 },
      { due: '2027-03-12', amountCents: 2000 },
    ],
    'plan',
  )
  await promise(kept, [{ due: '2027-02-12', amountCents: 2000 }])
  await pay(plan, 2000)
  await pay(kept, 2500)
  await pass('2027-02-12T22:59:00Z')
  expect((await look(broken)).status).toBe('paused')
  await pass('2027-02-12T23:01:00Z')
  expect(await look(broken)).toMatchObject({ status: 'open', result: 'TOEV', lastResult: 'TOEV' })
  expect(await look(plan)).toMatchObject({ status: 'paused', pausedUntil: '2027-03-12T23:00:00.000Z' })
  expect((await look(kept)).status).toBe('open')
  const statesOf = async (one: BuiltCase) =>
    (await arranged(one)).promises.map(({ state, parts }) => [state, ...parts.map((part) => part.state)])
  expect([await statesOf(broken), await statesOf(plan), await statesOf(kept)]).toEqual([
    [['broken', 'late']],
    [['open', 'paid', 'open']],
    [['kept', 'paid']],
  ])
})

async function pay(one: BuiltCase, cents: number) {
  const values = {
    customer_id: one.customerId,
    case_id: one.id,
    batch_id: batch.id,
    token: `t${one.id}`.padEnd(22, 'x'),
    idempotency_key: `p${one.id}`,
  }
  const paid = {
    amount_cents: cents,
    state: 'paid',
    provider: 'simulated',
    simulated: true,
    expires_at: app.clock.now(),
    paid_at: app.clock.now(),
  }
  const { id: paymentLinkId } = await app.db
    .insertInto('payment_links')
    .values({ ...values, ...paid })
    .returning('id')
    .executeTakeFirstOrThrow()
  const at = app.clock.now()
  const money = {
    customerId: one.customerId,
    caseId: one.id,
    amountCents: cents,
    currency: 'EUR',
    paidOn: at.toISOString().slice(0, 10),
    at,
  }
  await app.db.transaction().execute((tx) => recordLinkPayment(tx, { ...money, paymentLinkId }))
}

test('the moment that is proposed for a call-back is the first at which one may call', async () => {
  const one = await app.build.case({ batch, fields: JSON.stringify({ niet_bellen_voor: '11:00' }) })
  const momentFrom = async (from: string) =>
    (await app.call(arrangementApi.callbackMoment, { params: { caseID: one.id }, query: { from } }).as(staff)).body
  // 2027-02-14 is a Sunday, on which the law allows no call.
  const { at } = await momentFrom('2027-02-14T11:00:00Z')
  expect(at).toBe('2027-02-15T10:00:00.000Z')
  expect((await momentFrom(at ?? '')).at).toBe(at)
  expect((await callBack(one, { at })).status).toBe(200)
})
