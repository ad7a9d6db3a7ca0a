import { randomUUID } from 'node:crypto'
import { caseApi } from '@regie/contract/cases.ts'
import { incomingApi } from '@regie/contract/incoming-messages.ts'
import { type InboxView, inboxApi } from '@regie/contract/inbox.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { notificationApi } from '@regie/contract/notifications.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { receiveMessage } from '../incoming/receive-message.ts'
import type { ReceivedMessage } from '../incoming/received-message.ts'
import { findWindow } from './whatsapp-window.ts'
import { wakeSnoozed } from './wake-snoozed.ts'

let app: TestApp
let batch: BuiltBatch
let one: BuiltCase
let anna: Staff
let bram: Staff
let keys = 0
const rights = [Right.viewCases, Right.changeCases, Right.inbox, Right.sendEmail, Right.sendSms, Right.sendWhatsApp]

beforeAll(async () => {
  app = await openTestApp({ start: '2027-02-11T10:00:00Z' })
})
afterAll(() => app.close())
beforeEach(async () => {
  batch = await app.build.batch()
  const customers = [batch.customerId]
  one = await app.build.case({
    batch,
    name: 'Marieke Zandvoort',
    case_number: `DOS-${batch.id}`,
    email: 'm@klant.nl',
    mobile: '+31612345678',
  })
  anna = await app.build.staff({ rights: [...rights, Right.viewPersonalData], customers })
  bram = await app.build.staff({ rights, customers })
})

/** Something that came in; with a case it answers a message of ours about it. */
async function receive(given: Partial<ReceivedMessage> = {}, about: BuiltCase | null = null) {
  const saved = await app.db.transaction().execute((tx) =>
    receiveMessage(
      tx,
      {
        ...{ customerId: batch.customerId, providerId: 1, channel: 'email', key: `id:k${++keys}@klant.nl`, sender: 'm@klant.nl' },
        ...{ senderName: 'Marieke', subject: 'Vraag', text: 'Kan ik in delen betalen?', bytes: 24, cameAt: app.clock.now() },
        answered: about && { id: 1, caseId: about.id, batchId: about.batchId, recipient: 'm@klant.nl' },
        ...given,
      },
      app.clock.now(),
    ),
  )
  return { conversationID: saved?.conversationId ?? 0 }
}
const list = async (view: InboxView = 'open', who = anna, more: object = {}) =>
  (await app.call(inboxApi.list, { query: { customerID: batch.customerId, view, ...more } }).as(who)).body
const names = async (view: InboxView = 'open', who = anna) => (await list(view, who)).rows.map(({ conversationID }) => conversationID)
const get = async (params: { conversationID: number }, who = anna) => (await app.call(inboxApi.get, { params, query: {} }).as(who)).body
const change = (params: { conversationID: number }, body: Parameters<typeof app.call<typeof inboxApi.change>>[1]['body'], who = anna) =>
  app.call(inboxApi.change, { params, body }).as(who)

test('who waits longest stands first, page by page; what is answered no longer waits and stands below among all', async () => {
  const made = []
  for (const sender of ['a@x.nl', 'b@x.nl', 'c@x.nl']) {
    made.push((await receive({ sender }, one)).conversationID)
    app.clock.advance(60_000)
  }
  expect(await names()).toEqual(made)
  const first = await list('open', anna, { limit: '2' })
  expect(first.rows).toHaveLength(2)
  expect((await list('open', anna, { limit: '2', cursor: first.nextCursor })).rows.map((row) => row.conversationID)).toEqual([made[2]])
  expect((await list('open', anna, { channel: 'sms' })).rows).toEqual([])
  const other = await app.build.case({ batch, email: 'd@x.nl' })
  const answered = await receive({ sender: 'd@x.nl', cameAt: new Date('2027-02-11T09:00:00Z') }, other)
  expect((await names())[0]).toBe(answered.conversationID)
  const body = { channel: 'email', text: 'Dat kan', subject: 'Re: Vraag', key: randomUUID(), ...answered } as const
  expect((await app.call(manualMessageApi.send, { params: { caseID: other.id }, body }).as(anna)).status).toBe(200)
  expect(await names()).toEqual(made)
  expect(await names('all')).toEqual([...made, answered.conversationID])
  expect(await names('mine')).toEqual([answered.conversationID])
  const { body: counts } = await app.call(inboxApi.counts, { query: { customerID: batch.customerId } }).as(anna)
  expect(counts).toEqual({ open: 3, mine: 0, nobody: 3, unknown: 0 })
})

test('several are done at once; to which something came in meanwhile, or is of another customer, is named and stays as it is', async () => {
  const [first, second, late] = [
    await receive({ sender: 'a@x.nl' }, one),
    await receive({ sender: 'b@x.nl' }),
    await receive({ sender: 'c@x.nl' }),
  ]
  const seen = new Map((await list()).rows.map(({ conversationID, lastAt }) => [conversationID, lastAt]))
  app.clock.advance(60_000)
  await receive({ sender: 'c@x.nl' })
  const foreign = await app.build.batch()
  const both = await app.build.staff({ rights, customers: [batch.customerId, foreign.customerId] })
  const put = (state: 'open' | 'closed', ids: readonly { conversationID: number }[], customerID = batch.customerId) =>
    app
      .call(inboxApi.changeMany, {
        body: { customerID, state, conversations: ids.map(({ conversationID }) => ({ conversationID, lastAt: seen.get(conversationID) })) },
      })
      .as(both)
  const notFound = { conversationID: first.conversationID, error: 'conversation.notFound' }
  expect((await put('closed', [first], foreign.customerId)).body).toEqual({ refused: [notFound] })
  const { body } = await put('closed', [first, second, late])
  expect(body).toEqual({ refused: [{ conversationID: late.conversationID, error: 'error.conflict' }] })
  expect(await names()).toEqual([late.conversationID])
  expect((await put('open', [first, second])).body).toEqual({ refused: [] })
  expect(new Set(await names())).toEqual(new Set([first, second, late].map(({ conversationID }) => conversationID)))
  const stranger = await app.build.staff({ rights, customers: [foreign.customerId] })
  const refused = await app
    .call(inboxApi.changeMany, { body: { customerID: batch.customerId, state: 'closed', conversations: [first] } })
    .as(stranger)
  expect(refused).toMatchObject({ status: 404, body: { error: 'customer.notFound' } })
})

test('a sender who was called spam by mistake waits again as before', async () => {
  const it = await receive({}, one)
  const { waitingSince } = await get(it)
  await change(it, { state: 'spam' })
  expect(await names()).toEqual([])
  await change(it, { state: 'open' })
  expect(await names()).toEqual([it.conversationID])
  expect((await get(it)).waitingSince).toBe(waitingSince)
})

test('both sides stand in the conversation, and an answer is in the thread of its mail, once for its key', async () => {
  const it = await receive({ key: 'id:abc@klant.nl' }, one)
  const body = { channel: 'email', text: 'Dat kan, Marieke', subject: 'Re: Vraag', key: randomUUID(), ...it } as const
  const send = () => app.call(manualMessageApi.send, { params: { caseID: one.id }, body }).as(anna)
  expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([200, 200])
  await app.db.updateTable('contacts').set({ first_name: 'Anna', last_name: 'Bos' }).where('user_id', '=', anna.userId).execute()
  const found = await get(it)
  expect(found).toMatchObject({
    name: 'Marieke Zandvoort',
    waitingSince: null,
    unread: 0,
    lastIsOurs: true,
    assigned: { userID: anna.userId },
  })
  expect(found.items).toMatchObject([
    { kind: 'received', text: 'Kan ik in delen betalen?' },
    { kind: 'sent', text: 'Dat kan, Marieke', by: 'Anna Bos', state: 'waiting' },
  ])
  const [content] = await app.db
    .selectFrom('communication_contents as t')
    .innerJoin('communications as c', 'c.id', 't.communication_id')
    .select(['t.in_reply_to', 't.subject'])
    .where('c.case_id', '=', one.id)
    .execute()
  expect(content).toEqual({ in_reply_to: 'abc@klant.nl', subject: 'Re: Vraag' })
})

test('an answer within half an hour of what the person wrote may leave at night; a cap holds it only later', async () => {
  app.clock.advance(Date.parse('2027-02-12T21:00:00Z') - app.clock.now().getTime())
  await app.db.updateTable('customers').set({ compliance_profile: 'incasso_wki' }).where('id', '=', batch.customerId).execute()
  const late = await app.build.staff({ rights, customers: [batch.customerId] })
  const send = (text: string) =>
    app
      .call(manualMessageApi.send, { params: { caseID: one.id }, body: { channel: 'email', text, subject: 'Re', key: randomUUID() } })
      .as(late)
  expect((await send('Nee')).body).toMatchObject({ error: 'payment.contactRefused' })
  await receive({}, one)
  expect((await send('Ja')).status).toBe(200)
  app.clock.advance(31 * 60_000)
  expect((await send('Te laat')).body).toMatchObject({ error: 'payment.contactRefused' })
  app.clock.advance(Date.parse('2027-02-15T10:00:00Z') - app.clock.now().getTime())
})

const answer = (body: object, { id } = one) =>
  app.call(manualMessageApi.send, { params: { caseID: id }, body: { text: 'Dat kan', key: randomUUID(), ...body } as never }).as(anna)
const recipientsOf = async ({ id }: BuiltCase) =>
  (await app.db.selectFrom('communications').select('recipient').where('case_id', '=', id).orderBy('id').execute()).map(
    ({ recipient }) => recipient,
  )
const mail = { channel: 'email', subject: 'Re: Vraag' } as const

test('who waits though their case is closed is said so with the moment, and found by that alone', async () => {
  const [paid, open] = [await app.build.case({ batch }), await app.build.case({ batch })]
  const it = await receive({ sender: 'betaald@example.nl' }, paid)
  const other = await receive({ sender: 'open@example.nl' }, open)
  const closedAt = app.clock.now()
  await app.db.updateTable('cases').set({ status: 'closed', result: 'BET', status_at: closedAt }).where('id', '=', paid.id).execute()
  const inView = async (view: 'open' | 'caseClosed', by = anna) =>
    (await app.call(inboxApi.list, { query: { customerID: batch.customerId, view } }).as(by)).body.rows
  expect(await inView('caseClosed')).toMatchObject([{ ...it, caseClosedAt: closedAt.toISOString() }])
  // It still waits among the others until somebody answers it or says that it is done.
  const waiting = await inView('open')
  expect(waiting.find(({ conversationID }) => conversationID === it.conversationID)).toMatchObject({ caseClosedAt: closedAt.toISOString() })
  expect(waiting.find(({ conversationID }) => conversationID === other.conversationID)).toMatchObject({ caseClosedAt: null })
  const reader = await app.build.staff({ rights: [Right.inbox], customers: [batch.customerId] })
  expect(await inView('caseClosed', reader)).toMatchObject([{ caseClosedAt: null }])
})

test('who gets a planned answer waits until it leaves', async () => {
  const it = await receive({}, one)
  const sendAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
  expect((await answer({ ...mail, ...it, sendAt })).status).toBe(200)
  const found = await get(it)
  expect(found).toMatchObject({ unread: 1, assigned: { userID: anna.userId } })
  expect(found.waitingSince).not.toBeNull()
  expect((await list()).rows).toMatchObject([{ excerpt: 'Kan ik in delen betalen?' }])
})

test('who writes by WhatsApp under an id alone is answered by that id, as Meta writes it; another number of ours does not know it', async () => {
  const userId = 'NL.ABCdef1234567890'
  const person = { customer_id: batch.customerId, user_id: userId, since: app.clock.now(), seen_at: app.clock.now() }
  await app.db
    .insertInto('whatsapp_people')
    .values({ ...person, provider_id: 0 })
    .execute()
  const windowEndsAt = new Date(app.clock.now().getTime() + 24 * 3_600_000)
  const it = await receive({ channel: 'whatsapp', sender: userId, providerId: 0, windowEndsAt }, one)
  const asked = await answer({ channel: 'whatsapp', text: 'Op welk nummer kunnen wij u bereiken?', ...it })
  expect(asked.status, asked.text).toBe(200)
  expect(await recipientsOf(one)).toEqual([userId])
  expect(await get(it)).toMatchObject({ waitingSince: null, items: [{ kind: 'received' }, { kind: 'sent' }] })
  const listing = { customer_id: batch.customerId, kind: 'phone', value: userId.toLowerCase(), retention: 'forever', added_by: 'anna' }
  await app.db.insertInto('blacklist').values(listing).execute()
  expect((await answer({ channel: 'whatsapp', ...it })).body).toMatchObject({ error: 'payment.contactRefused' })
  await app.db.deleteFrom('blacklist').where('customer_id', '=', batch.customerId).execute()
  await app.db.updateTable('whatsapp_people').set({ provider_id: 7 }).where('customer_id', '=', batch.customerId).execute()
  expect((await answer({ channel: 'whatsapp', ...it })).body).toMatchObject({ error: 'message.otherSender' })
})

test('an answer goes to who wrote, whoever the case is about, and only that conversation is answered', async () => {
  const own = await receive({}, one)
  const other = await receive({ sender: 'Buur@elders.nl' }, one)
  expect((await answer({ ...mail, ...other })).status).toBe(200)
  expect(await recipientsOf(one)).toEqual(['buur@elders.nl'])
  expect((await get(other)).waitingSince).toBeNull()
  expect((await get(own)).waitingSince).not.toBeNull()
  // By another channel only the person of the case is known.
  expect((await answer({ channel: 'sms', ...other })).body).toMatchObject({ error: 'message.otherSender' })
  expect((await answer({ channel: 'sms', ...own })).status).toBe(200)
  expect((await get(own)).waitingSince).toBeNull()
  const elsewhere = await app.build.case({ batch, email: 'e@x.nl' })
  expect((await answer({ ...mail, ...other }, elsewhere)).body).toMatchObject({ error: 'conversation.notFound' })
})

test('who wrote from an address on the blacklist gets no answer there; what is begun in the case answers its person alone', async () => {
  const own = await receive({}, one)
  const other = await receive({ sender: 'stop@elders.nl' }, one)
  await app.db
    .insertInto('blacklist')
    .values({ customer_id: batch.customerId, kind: 'email', value: 'stop@elders.nl', reason: 'request', retention: '1y', added_by: 'x' })
    .execute()
  expect((await answer({ ...mail, ...other })).body).toMatchObject({ error: 'payment.contactRefused' })
  expect((await answer(mail)).status).toBe(200)
  expect(await recipientsOf(one)).toEqual(['m@klant.nl'])
  expect((await get(own)).waitingSince).toBeNull()
  expect((await get(other)).waitingSince).not.toBeNull()
})

test('what somebody else wrote, or by another channel, opens neither the hours nor the WhatsApp window to the person of the case', async () => {
  app.clock.advance(Date.parse('2027-02-16T21:00:00Z') - app.clock.now().getTime())
  await app.db.updateTable('customers').set({ compliance_profile: 'incasso_wki' }).where('id', '=', batch.customerId).execute()
  const late = await app.build.staff({ rights: [...rights, Right.viewPersonalData], customers: [batch.customerId] })
  const windowEndsAt = new Date(app.clock.now().getTime() + 86_400_000)
  const sms = async () => {
    const body = { channel: 'sms', text: 'Bel ons', key: randomUUID() } as const
    return (await app.call(manualMessageApi.send, { params: { caseID: one.id }, body }).as(late)).status
  }
  const window = () => findWindow(app.db, { customerId: batch.customerId, caseId: one.id, address: '+31612345678' }, app.clock.now())
  const tied = async (given: Partial<ReceivedMessage>) => {
    const params = await receive(given)
    expect((await app.call(inboxApi.tie, { params, body: { caseID: one.id } }).as(late)).status).toBe(200)
  }
  await tied({ channel: 'whatsapp', sender: '+31699999999', windowEndsAt })
  await tied({ channel: 'sms', sender: '+31699999999' })
  expect([await sms(), await window()]).toEqual([409, null])
  await tied({ channel: 'whatsapp', sender: '31612345678', windowEndsAt })
  expect([await sms(), await window()]).toEqual([409, windowEndsAt])
  await tied({ channel: 'sms', sender: '+31612345678' })
  expect(await sms()).toBe(200)
  app.clock.advance(Date.parse('2027-02-17T10:00:00Z') - app.clock.now().getTime())
})

test('what is written is refused with a line end in its subject, five parts of an SMS, both a text and a template, or a right too little', async () => {
  const send = (body: object, who = anna) =>
    app.call(manualMessageApi.send, { params: { caseID: one.id }, body: { key: randomUUID(), ...body } as never }).as(who)
  expect((await send({ channel: 'email', text: 'x', subject: 'a\r\nBcc: b@c.nl' })).status).toBe(400)
  expect((await send({ channel: 'email', text: 'x' })).status).toBe(400)
  expect((await send({ channel: 'email', text: 'x', subject: 'a', template: 'b' })).status).toBe(400)
  expect((await send({ channel: 'email', text: 'x'.repeat(20_001), subject: 'a' })).status).toBe(400)
  expect((await send({ channel: 'sms', text: 'é'.repeat(700) })).body).toMatchObject({ error: 'message.tooManyParts' })
  expect((await send({ channel: 'sms', text: 'Bel ons', passCap: true })).body).toMatchObject({ error: 'error.rightMissing' })
  expect((await send({ channel: 'sms', text: 'Bel ons <b>nu</b> 👍' })).status).toBe(200)
})

test('what nobody can tie waits as unknown with a proposal, and is tied by a person alone; what its person wrote about that case is one', async () => {
  const known = await receive({}, one)
  const it = await receive({ text: `Gaat over dos-x, DOS-${batch.id}.` })
  expect(await names('unknown')).toEqual([it.conversationID])
  const found = await get(it)
  expect(found.proposals).toMatchObject([{ caseID: one.id, why: 'caseNumber' }])
  expect(found.caseID).toBeNull()
  const foreign = await app.build.case({ batch: await app.build.batch() })
  const tie = (caseID: number, who = anna) => app.call(inboxApi.tie, { params: it, body: { caseID } }).as(who)
  expect((await tie(foreign.id)).status).toBe(404)
  expect((await tie(one.id)).body).toMatchObject(known)
  expect((await get(known)).items).toHaveLength(2)
  expect((await app.call(inboxApi.get, { params: it, query: {} }).as(anna)).status).toBe(404)
  const lines = await app.db.selectFrom('timeline').select('event').where('case_id', '=', one.id).execute()
  expect(lines.map(({ event }) => event)).toEqual(['emailReceived', 'emailReceived'])
})

test('put off until a moment, done, spam and open again', async () => {
  const it = await receive({}, one)
  const until = new Date(app.clock.now().getTime() + 1_200_000).toISOString()
  expect((await change(it, { state: 'snoozed', until: '2020-01-01T00:00:00Z' })).status).toBe(400)
  expect((await change(it, { state: 'snoozed', until })).status).toBe(204)
  expect([await names(), await names('snoozed')]).toEqual([[], [it.conversationID]])
  await wakeSnoozed(app.db, app.clock.now())
  expect(await names()).toEqual([])
  app.clock.advance(1_300_000)
  await wakeSnoozed(app.db, app.clock.now())
  expect(await names()).toEqual([it.conversationID])
  await change(it, { state: 'closed' })
  expect([await names(), await names('closed')]).toEqual([[], [it.conversationID]])
  const spam = await receive({ sender: 'Spam@x.nl' })
  await change(spam, { state: 'spam' })
  await receive({ sender: 'spam@X.nl' })
  expect([await names(), await names('spam')]).toEqual([[], [spam.conversationID]])
})

test('what is put off once it was done waits again when its moment has come', async () => {
  const it = await receive({}, one)
  await change(it, { state: 'closed' })
  await change(it, { state: 'snoozed', until: new Date(app.clock.now().getTime() + 1_200_000).toISOString() })
  app.clock.advance(1_300_000)
  await wakeSnoozed(app.db, app.clock.now())
  expect(await names()).toEqual([it.conversationID])
})

test('what came in after the screen was read is not put away with it', async () => {
  const it = await receive({}, one)
  const { lastAt } = await get(it)
  app.clock.advance(1000)
  await receive({ text: 'En nog iets' }, one)
  const until = new Date(app.clock.now().getTime() + 1_200_000).toISOString()
  expect((await change(it, { state: 'closed', lastAt })).body).toMatchObject({ error: 'error.conflict' })
  expect((await change(it, { state: 'snoozed', until, lastAt })).body).toMatchObject({ error: 'error.conflict' })
  expect(await get(it)).toMatchObject({ state: 'open', unread: 2 })
  expect((await change(it, { state: 'closed', lastAt: (await get(it)).lastAt })).status).toBe(204)
})

test('more than a thousand wait: what is mine and what is unknown is counted all the same', async () => {
  await app.pool.query(
    `insert into conversations (customer_id, channel, address, provider_id, case_id, waiting_since, last_at)
    select $1, 'email', 'veel' || n || '@x.nl', 1, $2, now(), now() from generate_series(1, 1001) n`,
    [batch.customerId, one.id],
  )
  const it = await receive({ sender: 'laatste@x.nl' })
  await app.call(inboxApi.assign, { params: it, body: { userID: anna.userId } }).as(anna)
  const { body } = await app.call(inboxApi.counts, { query: { customerID: batch.customerId } }).as(anna)
  expect(body).toEqual({ open: 1000, mine: 1, nobody: 1000, unknown: 1 })
})

test('of a tied case as much is masked as in the case; of a sender that it does not know, all', async () => {
  const own = await receive({ text: 'Groet van m@klant.nl' }, one)
  expect(await get(own, bram)).toMatchObject({ address: 'm@klant.nl', items: [{ text: 'Groet van m@klant.nl' }] })
  const other = await receive({ sender: 'buur@elders.nl', text: 'Groet van buur@elders.nl' }, one)
  expect(JSON.stringify(await get(other, bram))).not.toContain('buur@elders.nl')
})

test('who may not see cases reads what came in, and nothing of the case', async () => {
  const it = await receive({}, one)
  await answer({ ...mail, ...it, text: 'Uw saldo is 12 euro' })
  const reader = await app.build.staff({ rights: [Right.inbox, Right.viewPersonalData], customers: [batch.customerId] })
  const found = await get(it, reader)
  expect(found.items.map(({ kind }) => kind)).toEqual(['received'])
  expect(found).toMatchObject({ name: 'Marieke', excerpt: '' })
  expect(JSON.stringify(await list('open', reader))).not.toMatch(/saldo|Zandvoort/)
})

test('a conversation that is spam stays so when it is tied', async () => {
  const known = await receive({}, one)
  const it = await receive()
  await change(it, { state: 'spam' })
  await app.call(inboxApi.tie, { params: it, body: { caseID: one.id } }).as(anna)
  expect(await get(known)).toMatchObject({ state: 'spam', unread: 0, waitingSince: null })
})

test('a colleague who is given a conversation is notified; a stranger can be given none', async () => {
  const it = await receive({}, one)
  const assign = (userID: number | null) => app.call(inboxApi.assign, { params: it, body: { userID } }).as(anna)
  expect((await assign(bram.userId)).status).toBe(204)
  expect(await names('mine', bram)).toEqual([it.conversationID])
  const { body } = await app.call(notificationApi.list, { query: { customerID: batch.customerId } }).as(bram)
  expect(body.rows).toMatchObject([{ kind: 'conversationGiven', by: anna.username, caseID: one.id }])
  const stranger = await app.build.staff({ rights, customers: [(await app.build.customer()).id] })
  expect((await assign(stranger.userId)).status).toBe(400)
  const { body: colleagues } = await app.call(inboxApi.colleagues, { query: { customerID: batch.customerId } }).as(anna)
  expect(new Set(colleagues.map(({ userID }) => userID))).toEqual(new Set([anna.userId, bram.userId]))
})

test('who may not see the person sees no name, address or number in it; another customer sees nothing', async () => {
  const it = await receive({ text: 'Groet, Marieke Zandvoort, bel +31612345678', sender: 'marieke@zandvoort.nl', senderName: 'Marieke Z' })
  const shown = JSON.stringify([await get(it, bram), await list('open', bram)])
  expect(shown).not.toMatch(/zandvoort\.nl|Marieke Z"/)
  const stranger = await app.build.staff({ rights, customers: [(await app.build.customer()).id] })
  for (const call of [
    app.call(inboxApi.get, { params: it, query: {} }),
    app.call(inboxApi.read, { params: it }),
    app.call(inboxApi.list, { query: { customerID: batch.customerId } }),
  ])
    expect((await call.as(stranger)).status).toBe(404)
})

test('why a message did not leave or arrive is masked as its text is', async () => {
  const it = await receive({}, one)
  const body = { channel: 'email', text: 'Dat kan', subject: 'Re', key: randomUUID() } as const
  await app.call(manualMessageApi.send, { params: { caseID: one.id }, body }).as(anna)
  const sendAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
  await app.call(manualMessageApi.send, { params: { caseID: one.id }, body: { ...body, key: randomUUID(), sendAt } }).as(anna)
  const reason = '131026 +31612345678 is not on WhatsApp'
  await app.db.updateTable('communications').set({ reason }).where('case_id', '=', one.id).execute()
  const rows = await app.db.selectFrom('communications').select('id').where('case_id', '=', one.id).execute()
  const seenBy = async (who: Staff) => {
    const params = { caseID: one.id, communicationID: rows[0]?.id ?? 0 }
    const { body: found } = await app.call(caseApi.communication, { params }).as(who)
    const { body: planned } = await app.call(manualMessageApi.planned, { params: { caseID: one.id } }).as(who)
    const sent = (await get(it, who)).items.flatMap((item) => (item.kind === 'sent' ? [item.reason] : []))
    return [...sent, found.reason, ...planned.map((message) => message.reason)]
  }
  expect(await seenBy(anna)).toEqual([reason, reason, reason, reason])
  const hidden = await seenBy(bram)
  expect(hidden).toHaveLength(4)
  expect(hidden.join(' ')).not.toContain('+31612345678')
})

test('a tie is taken back: what it moved is unknown again and leaves the case, what the person wrote there before stays', async () => {
  const before = await receive({ text: 'Al eerder gevraagd' }, one)
  await app
    .call(manualMessageApi.send, {
      params: { caseID: one.id },
      body: { channel: 'email', text: 'Dat kan', subject: 'Re', key: randomUUID(), ...before },
    })
    .as(anna)
  app.clock.advance(60_000)
  const unknown = await receive({ text: 'Iets heel anders' })
  const { body: tied } = await app.call(inboxApi.tie, { params: unknown, body: { caseID: one.id } }).as(anna)
  expect(tied).toMatchObject(before)
  expect(tied.messageIDs).toHaveLength(1)
  expect(await get(before)).toMatchObject({ unread: 1, lastIsOurs: false, mayUntie: true })
  const { messageIDs } = tied
  const { status, body } = await app.call(inboxApi.untie, { params: before, body: { messageIDs } }).as(anna)
  expect(status).toBe(200)
  expect(await get(body)).toMatchObject({ caseID: null, excerpt: 'Iets heel anders', unread: 1 })
  expect(await get(before)).toMatchObject({ caseID: one.id, excerpt: 'Al eerder gevraagd', lastIsOurs: true, waitingSince: null })
  const { rows } = (await app.call(caseApi.timeline, { params: { caseID: one.id }, query: {} }).as(anna)).body
  expect(rows.filter(({ event }) => event === 'emailReceived').map(({ params }) => params['text'])).toEqual(['Al eerder gevraagd'])
  // It answers a message of ours: that it is about the case is proven.
  expect(await get(before)).toMatchObject({ mayUntie: false })
  expect((await app.call(inboxApi.untie, { params: before, body: {} }).as(anna)).body).toMatchObject({ error: 'conversation.tieProven' })
  expect((await app.call(inboxApi.untie, { params: body, body: {} }).as(anna)).body).toMatchObject({ error: 'conversation.notTied' })
  const stranger = await app.build.staff({ rights, customers: [(await app.build.customer()).id] })
  expect((await app.call(inboxApi.untie, { params: before, body: {} }).as(stranger)).status).toBe(404)
})

test('the composer knows who wrote: it shows their address, and by another channel than theirs nobody', async () => {
  const it = await receive({ sender: 'zus@elders.nl' }, one)
  const texts = async (channel: 'email' | 'sms', who = anna) =>
    (await app.call(manualMessageApi.texts, { params: { caseID: one.id }, query: { channel, ...it } }).as(who)).body
  expect(await texts('email')).toMatchObject({ to: 'zus@elders.nl', ok: true })
  expect((await texts('email', bram)).to).not.toContain('zus@elders.nl')
  expect(await texts('sms')).toMatchObject({ to: null, ok: false, reason: 'noMobile' })
  const own = await receive({}, one)
  const answered = await app.call(manualMessageApi.texts, { params: { caseID: one.id }, query: { channel: 'sms', ...own } }).as(anna)
  expect(answered.body).toMatchObject({ to: '+31612345678', ok: true })
  const elsewhere = await app.build.case({ batch })
  expect(
    (await app.call(manualMessageApi.texts, { params: { caseID: elsewhere.id }, query: { channel: 'email', ...it } }).as(anna)).status,
  ).toBe(404)
})

test('that a picture was looked at is another line of the log than that it was saved; of another file nothing is looked at', async () => {
  const content = Buffer.from('89504e470d0a1a0a00', 'hex')
  const it = await receive(
    {
      attachments: [
        { fileName: 'bon.png', mediaType: 'image/png', bytes: content.length, content },
        { fileName: 'bon.pdf', mediaType: 'application/pdf', bytes: 4, content: Buffer.from('%PDF') },
      ],
    },
    one,
  )
  const [item] = (await get(it)).items
  if (item?.kind !== 'received') throw new Error('nothing came in')
  const of = { ...it, incomingID: item.id }
  expect((await app.call(inboxApi.picture, { params: { ...of, no: 1 } }).as(anna)).bytes).toEqual(content)
  expect((await app.call(inboxApi.picture, { params: { ...of, no: 2 } }).as(anna)).status).toBe(404)
  expect((await app.call(inboxApi.attachment, { params: { ...of, no: 1 } }).as(anna)).bytes).toEqual(content)
  const lines = await app.db
    .selectFrom('audit')
    .select('action')
    .where('entity', '=', 'conversation')
    .where('entity_id', '=', String(it.conversationID))
    .where('action', 'in', ['inbox.picture', 'inbox.attachment'])
    .orderBy('id')
    .execute()
  expect(lines.map(({ action }) => action)).toEqual(['inbox.picture', 'inbox.attachment'])
})

test('a file is saved under its name and never shown, also one that says that it is a page; what was too large is not there', async () => {
  const page = { fileName: 'factuur "<b>".html', mediaType: 'text/html', bytes: 9, content: Buffer.from('<script/>') }
  const it = await receive(
    { attachments: [page, { fileName: 'groot.pdf', mediaType: 'application/pdf', bytes: 30e6, content: null }] },
    one,
  )
  const [item] = (await get(it)).items
  if (item?.kind !== 'received') throw new Error('nothing came in')
  const fetch = (no: number) => app.call(inboxApi.attachment, { params: { ...it, incomingID: item.id, no } }).as(anna)
  const { headers, text } = await fetch(1)
  expect(text).toBe('<script/>')
  expect(headers['content-type']).toContain('application/octet-stream')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="factuur __b__.html"/)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect((await fetch(2)).status).toBe(404)
  // No mask knows what stands in a file.
  const masked = app.call(inboxApi.attachment, { params: { ...it, incomingID: item.id, no: 1 } }).as(bram)
  expect((await masked).body).toMatchObject({ error: 'error.rightMissing' })
  expect((await app.call(incomingApi.find, { params: { caseID: one.id, incomingID: item.id } }).as(anna)).body.attachments).toHaveLength(2)
})
