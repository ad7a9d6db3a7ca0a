import { randomUUID } from 'node:crypto'
import { usualAcceptEmail, usualMailToPay } from '@regie/contract/payment-request-providers.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { paymentRequestApi } from '@regie/contract/payment-requests.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltBatch, BuiltCase, Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { openAcceptEmailPeer, openMailToPayPeer, requestKey, requestUser } from '../../../../test/request-peers.ts'
import { secretPurpose } from '../../../gateways/registered-provider.ts'
import { encrypt } from '../../../platform/security/encryption.ts'
import { keepRequests } from './keep-requests.ts'

const start = '2027-01-12T10:00:00Z'
let acceptPeer: Awaited<ReturnType<typeof openAcceptEmailPeer>>
let mailPeer: Awaited<ReturnType<typeof openMailToPayPeer>>
let app: TestApp
let batch: BuiltBatch
let staff: Staff
let templateID: number
let providers: { acceptemail: number; mailtopay: number }
beforeAll(async () => {
  acceptPeer = await openAcceptEmailPeer()
  mailPeer = await openMailToPayPeer()
  const hosts = `${acceptPeer.env.ALLOW_PRIVATE_HOSTS},${mailPeer.env.ALLOW_PRIVATE_HOSTS}`
  app = await openTestApp({ start, env: { ALLOW_PRIVATE_HOSTS: hosts } })
  batch = await app.build.batch()
  const { customerId } = batch
  const texts = { nl: { subject: 'Uw betaalverzoek', text: 'Beste {{naam}}, betaal {{bedrag}}: {{betaallink}}' } }
  await app.build.template({ customerId, key: 'verzoek', kind: 'email', texts })
  templateID = await templateOf(customerId)
  providers = { acceptemail: await register('acceptemail', customerId), mailtopay: await register('mailtopay', customerId) }
})
beforeEach(async () => {
  app.clock.set(start)
  acceptPeer.set('take')
  mailPeer.set('take')
  const rights = [
    Right.viewCases,
    Right.makePaymentLinks,
    Right.changePaymentLinks,
    Right.sendEmail,
    Right.viewPersonalData,
    Right.bookPayments,
  ]
  staff = await app.build.staff({ rights, customers: [batch.customerId] })
})
afterAll(async () => {
  await app.close()
  await acceptPeer.close()
  await mailPeer.close()
})

const templateOf = async (customerId: number) =>
  (await app.db.selectFrom('templates').select('id').where('customer_id', '=', customerId).executeTakeFirstOrThrow()).id

type Kind = 'acceptemail' | 'mailtopay'
async function register(kind: Kind, customerId: number): Promise<number> {
  const settings =
    kind === 'acceptemail'
      ? { ...usualAcceptEmail, kind, url: acceptPeer.url, user: requestUser, checkMinutes: 5, cancelCall: 'DELETE /v2/Bill/{id}' }
      : { ...usualMailToPay, kind, url: mailPeer.url, user: requestUser, checkMinutes: 5 }
  const row = { customer_id: customerId, channel: kind, kind, name: kind, settings: JSON.stringify(settings), is_default: true }
  const { id } = await app.db.insertInto('providers').values(row).returning('id').executeTakeFirstOrThrow()
  const secret = encrypt(app.services.config.secretKey, requestKey, secretPurpose({ customerId, id }))
  await app.db.updateTable('providers').set({ secret }).where('id', '=', id).execute()
  return id
}
const owing = (outstanding_cents = 12_500, of = batch): Promise<BuiltCase> =>
  app.build.case({ batch: of, name: 'Ada Jansen', outstanding_cents, email: 'ada@example.nl' })
const create = (one: BuiltCase, change: object = {}, by = staff) => {
  const body = { kind: 'acceptemail' as Kind, templateID, amountCents: 12_500, dueOn: '2027-01-26', key: randomUUID(), ...change }
  return app.call(paymentRequestApi.create, { params: { caseID: one.id }, body }).as(by)
}
const tabs = async (one: BuiltCase) => (await app.call(paymentRequestApi.list, { params: { caseID: one.id } }).as(staff)).body.tabs
const requestsOf = async (one: BuiltCase, kind: Kind = 'acceptemail') => (await tabs(one)).find((tab) => tab.kind === kind)?.requests ?? []
const send = (paymentLinkID: number, key: string = randomUUID(), by = staff) =>
  app.call(paymentRequestApi.send, { params: { paymentLinkID }, body: { key } }).as(by)
const hear = (body: object | string, provider = `acceptemail-${providers.acceptemail}`) =>
  app.app.inject({
    method: 'POST',
    url: `/api/hooks/${provider}`,
    payload: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
const paidNews = (id: string) => ({ ATID: id, ERROR: null, PaymentReference: '1', SRRID: 'r1', STATUS: 'Paid' })
const round = () => keepRequests(app.services, new AbortController().signal)
const visit = (method: 'GET' | 'POST', url: string) => app.app.inject({ method, url: new URL(url).pathname })
const pay = (url: string) =>
  app.app.inject({ method: 'POST', url: `${new URL(url).pathname}/pay`, headers: { origin: app.origin, host: new URL(app.origin).host } })
const caseOf = ({ id }: BuiltCase) =>
  app.db.selectFrom('cases').select(['status', 'result', 'paid_cents']).where('id', '=', id).executeTakeFirstOrThrow()
const one = async <Row>(rows: Promise<Row[]>): Promise<Row> => {
  const [row] = await rows
  if (row === undefined) throw new Error('no request')
  return row
}

test('a request is made at its provider, sent in its own text, followed to the bank, and paid closes the case', async () => {
  const theCase = await owing()
  expect(await create(theCase)).toMatchObject({ status: 200 })
  const request = await one(requestsOf(theCase))
  expect(request).toMatchObject({ made: 'made', state: 'created', simulated: false, template: expect.any(String), sending: { ok: true } })
  const atid = acceptPeer.ids().at(-1) ?? ''
  expect(acceptPeer.bill(atid)).toMatchObject({ Amount: 12_500, ExpiryDate: '2027-01-26T22:59:59Z' })
  expect((await send(request.paymentLinkID)).status).toBe(200)
  const mail = await app.db
    .selectFrom('communications as m')
    .innerJoin('communication_contents as c', 'c.communication_id', 'm.id')
    .select(['m.recipient', 'c.subject', 'c.text'])
    .where('m.case_id', '=', theCase.id)
    .executeTakeFirstOrThrow()
  expect(mail).toMatchObject({ recipient: 'ada@example.nl', subject: 'Uw betaalverzoek', text: expect.stringContaining(request.url) })
  expect((await visit('GET', request.url)).body).toContain('AcceptEmail')
  expect((await pay(request.url)).headers.location).toBe(`https://transaction.acceptemail.com/Landing?id=${atid}`)
  expect(await one(requestsOf(theCase))).toMatchObject({ state: 'bank_opened', sentAt: expect.any(String) })
  acceptPeer.becomes(atid, 'Paid')
  expect((await hear(paidNews(atid))).statusCode).toBe(200)
  expect(await caseOf(theCase)).toEqual({ status: 'closed', result: 'BET', paid_cents: 12_500 })
  const { events } = await one(requestsOf(theCase))
  expect(events.map(({ state }) => state)).toEqual(['created', 'link_clicked', 'bank_opened', 'paid'])
  const waiting = await app.db.selectFrom('outbox').select('communication_id').where('case_id', '=', theCase.id).execute()
  expect(waiting).toEqual([])
  // In the timeline each line of it says that it is no link of ours.
  const { rows } = await app.pool.query(
    `select event, params ->> 'via' as via
    from timeline
    where case_id = $1 and params ? 'amountCents' and event <> 'paymentBooked'
    order by id`,
    [theCase.id],
  )
  const ofRequest = ['paymentLinkCreated', 'paymentLinkSent', 'link_clicked', 'bank_opened', 'paid']
  expect(rows).toEqual(ofRequest.map((event) => ({ event, via: 'acceptemail' })))
})

test('MailToPay is asked, and a status that nobody explained is shown and changes nothing', async () => {
  const theCase = await owing()
  await create(theCase, { kind: 'mailtopay' })
  const mpid = mailPeer.ids().at(-1) ?? ''
  mailPeer.becomes(mpid, '703')
  app.clock.advance(21 * 60_000)
  await round()
  expect(await one(requestsOf(theCase, 'mailtopay'))).toMatchObject({ state: 'created', status: '703', isStatusKnown: false })
  mailPeer.becomes(mpid, '900')
  app.clock.advance(21 * 60_000)
  await round()
  expect(await one(requestsOf(theCase, 'mailtopay'))).toMatchObject({ state: 'paid', status: '900', isStatusKnown: true })
  expect(await caseOf(theCase)).toMatchObject({ status: 'closed', paid_cents: 12_500 })
})

test('the same key makes one request, and the same sending one mail', async () => {
  const theCase = await owing()
  const key = randomUUID()
  const before = acceptPeer.ids().length
  await Promise.all(Array.from({ length: 5 }, () => create(theCase, { key })))
  expect(acceptPeer.ids().length - before).toBe(1)
  const { paymentLinkID } = await one(requestsOf(theCase))
  const sending = randomUUID()
  await Promise.all(Array.from({ length: 5 }, () => send(paymentLinkID, sending)))
  expect(await app.db.selectFrom('communications').select('id').where('case_id', '=', theCase.id).execute()).toHaveLength(1)
})

test('what was made without an answer is found again, and never made twice', async () => {
  const theCase = await owing(4_321)
  acceptPeer.set('makesAndHangsUp')
  const before = acceptPeer.ids().length
  expect((await create(theCase, { amountCents: 4_321 })).status).toBe(200)
  const waiting = await one(requestsOf(theCase))
  expect(waiting).toMatchObject({ made: 'waiting' })
  expect((await send(waiting.paymentLinkID)).body).toMatchObject({ error: 'paymentRequest.notMade' })
  acceptPeer.set('take')
  await round()
  expect(await one(requestsOf(theCase))).toMatchObject({ made: 'waiting' })
  app.clock.advance(61_000)
  await round()
  expect(await one(requestsOf(theCase))).toMatchObject({ made: 'made' })
  expect(acceptPeer.ids().length - before).toBe(1)
})

test('a payer who comes before the provider answered is asked to come back, and the next time goes on', async () => {
  const theCase = await owing()
  acceptPeer.set('down')
  await create(theCase)
  const { url } = await one(requestsOf(theCase))
  expect(await pay(url)).toMatchObject({ statusCode: 503, body: expect.stringContaining('Betalen lukt nu even niet') })
  acceptPeer.set('take')
  app.clock.advance(61_000)
  expect((await pay(url)).headers.location).toContain('transaction.acceptemail.com')
})

test('what the provider refuses is over, in its own words', async () => {
  const theCase = await owing()
  acceptPeer.set('refuses')
  await create(theCase)
  const request = await one(requestsOf(theCase))
  expect(request).toMatchObject({ made: 'refused', state: 'canceled', endedFor: 'provider', status: expect.stringContaining('APP0224') })
  expect((await send(request.paymentLinkID)).body).toMatchObject({ error: 'paymentLink.over' })
})

test('a hundred webhooks at once, of what is ours and what is not, in any order, book once', async () => {
  const theCase = await owing()
  await create(theCase)
  const atid = acceptPeer.ids().at(-1) ?? ''
  const asked = acceptPeer.asked.length
  const stranger = '99999999-9999-4999-8999-999999999999'
  for (const body of [paidNews(stranger), '{', 'null', '[]', '<xml/>', { ATID: 5 }, {}]) expect((await hear(body)).statusCode).toBe(200)
  expect(acceptPeer.asked.length).toBe(asked)
  // It says so, and its provider does not.
  await hear(paidNews(atid))
  expect(await caseOf(theCase)).toMatchObject({ status: 'open', paid_cents: 0 })
  acceptPeer.becomes(atid, 'Paid')
  const answers = await Promise.all(Array.from({ length: 100 }, () => hear(paidNews(atid))))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  acceptPeer.becomes(atid, 'Open')
  await hear({ ...paidNews(atid), STATUS: 'CreationSucceeded' })
  expect(await one(requestsOf(theCase))).toMatchObject({ state: 'paid' })
  const booked = app.db.selectFrom('payments').select('amount_cents').where('case_id', '=', theCase.id)
  expect(await booked.execute()).toEqual([{ amount_cents: 12_500 }])
  expect((await hear(paidNews(atid), `mailtopay-${providers.acceptemail}`)).statusCode).toBe(404)
})

test.each(['acceptemail', 'mailtopay'] as const)('a request of %s that is paid for another amount books nothing', async (kind) => {
  const theCase = await owing()
  await create(theCase, { kind })
  const peer = kind === 'acceptemail' ? acceptPeer : mailPeer
  peer.becomes(peer.ids().at(-1) ?? '', kind === 'acceptemail' ? 'Paid' : '900')
  peer.set('otherAmount')
  app.clock.advance(21 * 60_000)
  await round()
  expect(await caseOf(theCase)).toMatchObject({ status: 'open', paid_cents: 0 })
  expect(await one(requestsOf(theCase, kind))).toMatchObject({ state: 'created', isStatusKnown: false })
})

test('a deleted request is withdrawn where its provider can be told, and a restored one is made anew; money for the first still counts', async () => {
  const theCase = await owing()
  await create(theCase)
  const { paymentLinkID } = await one(requestsOf(theCase))
  const first = acceptPeer.ids().at(-1) ?? ''
  expect((await app.call(paymentApi.deleteLink, { params: { paymentLinkID } }).as(staff)).status).toBe(200)
  await round()
  expect(acceptPeer.bill(first)).toMatchObject({ status: 'Withdrawn' })
  expect((await app.call(paymentApi.restoreLink, { params: { paymentLinkID } }).as(staff)).status).toBe(200)
  await round()
  expect(await one(requestsOf(theCase))).toMatchObject({ made: 'made', endedFor: null })
  expect(acceptPeer.ids().at(-1)).not.toBe(first)
  acceptPeer.becomes(first, 'Paid')
  await hear(paidNews(first))
  expect(await caseOf(theCase)).toMatchObject({ status: 'closed', paid_cents: 12_500 })
})

test.each(['acceptemail', 'mailtopay'] as const)(
  'a request of %s whose mark as paid is taken back can be paid, and who pays it is heard of',
  async (kind) => {
    const peer = kind === 'acceptemail' ? acceptPeer : mailPeer
    const theCase = await owing()
    await create(theCase, { kind })
    const { paymentLinkID } = await one(requestsOf(theCase, kind))
    const byHand = { params: { paymentLinkID }, body: { reason: 'Contant' } }
    expect((await app.call(paymentApi.markLink, byHand).as(staff)).status).toBe(200)
    app.clock.advance(21 * 60_000)
    await round()
    expect((await app.call(paymentApi.unmarkLink, byHand).as(staff)).body).toMatchObject({ status: 'open', paidCents: 0 })
    app.clock.advance(21 * 60_000)
    await round()
    expect(await one(requestsOf(theCase, kind))).toMatchObject({ made: 'made', endedFor: null })
    peer.becomes(peer.ids().at(-1) ?? '', kind === 'acceptemail' ? 'Paid' : '900')
    app.clock.advance(21 * 60_000)
    await round()
    expect(await caseOf(theCase)).toMatchObject({ status: 'closed', paid_cents: 12_500 })
  },
)

test('a part may be asked for, and paying it leaves the rest open', async () => {
  const theCase = await owing()
  await create(theCase, { amountCents: 2_500 })
  const atid = acceptPeer.ids().at(-1) ?? ''
  acceptPeer.becomes(atid, 'Paid')
  await hear(paidNews(atid))
  expect(await caseOf(theCase)).toMatchObject({ status: 'open', paid_cents: 2_500 })
})

test('who left the bank without paying is found again as somebody who opened the link', async () => {
  const theCase = await owing()
  await create(theCase)
  const { url } = await one(requestsOf(theCase))
  await pay(url)
  app.clock.advance(21 * 60_000)
  await round()
  expect(await one(requestsOf(theCase))).toMatchObject({ state: 'link_clicked' })
})

test('bad input leaves nothing half done', async () => {
  const theCase = await owing()
  const refused = async (change: object) => (await create(theCase, change)).body as unknown
  expect(await refused({ amountCents: 12_501 })).toMatchObject({ error: 'payment.aboveOpen', field: 'amountCents' })
  expect(await refused({ amountCents: 0 })).toMatchObject({ field: 'amountCents' })
  expect(await refused({ amountCents: -1 })).toMatchObject({ field: 'amountCents' })
  expect(await refused({ dueOn: '2027-01-11' })).toMatchObject({ error: 'payment.dayInvalid', field: 'dueOn' })
  expect(await refused({ dueOn: '2028-01-13' })).toMatchObject({ error: 'payment.dayInvalid' })
  expect(await refused({ templateID: 999_999 })).toMatchObject({ error: 'paymentRequest.templateGone', field: 'templateID' })
  await app.db.updateTable('cases').set({ currency: 'USD' }).where('id', '=', theCase.id).execute()
  expect(await refused({})).toMatchObject({ error: 'paymentRequest.eurosOnly' })
  expect(await requestsOf(theCase)).toEqual([])
})

test('without a provider there is no tab, and another customer’s request is not there', async () => {
  const other = await app.build.batch()
  const theirs = await owing(5_000, other)
  const stranger = await app.build.staff({
    rights: [Right.viewCases, Right.makePaymentLinks, Right.sendEmail],
    customers: [other.customerId],
  })
  const listed = await app.call(paymentRequestApi.list, { params: { caseID: theirs.id } }).as(stranger)
  expect(listed.body).toEqual({ tabs: [] })
  expect((await create(theirs, {}, stranger)).body).toMatchObject({ error: 'paymentRequest.noProvider' })
  const ours = await owing()
  await create(ours)
  const { paymentLinkID } = await one(requestsOf(ours))
  expect((await send(paymentLinkID, randomUUID(), stranger)).body).toMatchObject({ error: 'paymentLink.notFound' })
})

test('the picture in a mail says how things stand each time it is opened, to nobody but who has its token', async () => {
  const theCase = await owing()
  await create(theCase, { kind: 'mailtopay' })
  const { paymentLinkID, url } = await one(requestsOf(theCase, 'mailtopay'))
  const { image_token: token } = await app.db
    .selectFrom('payment_requests')
    .select('image_token')
    .where('payment_link_id', '=', paymentLinkID)
    .executeTakeFirstOrThrow()
  expect(url).not.toContain(token)
  const look = () => app.app.inject({ method: 'GET', url: `/i/${token}` })
  const before = await look()
  // Without this a reader of mail in a browser draws nothing.
  expect(before.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
  })
  mailPeer.becomes(mailPeer.ids().at(-1) ?? '', '900')
  app.clock.advance(21 * 60_000)
  await round()
  expect((await look()).rawPayload.equals(before.rawPayload)).toBe(false)
  for (const guess of ['x', 'A'.repeat(22), new URL(url).pathname.split('/').at(-1) ?? ''])
    expect((await app.app.inject({ method: 'GET', url: `/i/${guess}` })).statusCode).toBe(404)
})

test('simulated ones walk the same way: AcceptEmail reports it, MailToPay is asked', async () => {
  const own = await app.build.batch()
  const texts = { nl: { subject: 'Betaal', text: '{{betaallink}}' } }
  await app.build.template({ customerId: own.customerId, key: 'verzoek', kind: 'email', texts })
  const id = await templateOf(own.customerId)
  for (const kind of ['acceptemail', 'mailtopay'] as const)
    await app.db
      .insertInto('providers')
      .values({
        customer_id: own.customerId,
        channel: kind,
        kind: 'simulated',
        name: kind,
        settings: '{"kind":"simulated"}',
        is_default: true,
      })
      .execute()
  staff = await app.build.staff({ rights: [Right.viewCases, Right.makePaymentLinks], customers: [own.customerId] })
  for (const kind of ['acceptemail', 'mailtopay'] as const) {
    const theCase = await owing(9_900, own)
    await create(theCase, { kind, templateID: id, amountCents: 9_900 })
    const { url, simulated } = await one(requestsOf(theCase, kind))
    expect(simulated).toBe(true)
    const bank = (await pay(url)).headers.location ?? ''
    const decision = { method: 'POST' as const, url: new URL(bank).pathname, payload: 'decision=paid' }
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: app.origin, host: new URL(app.origin).host }
    await app.app.inject({ ...decision, headers })
    app.clock.advance(61_000)
    const heard: string[] = []
    await app.services.gateways.simulatedEvents.sendDue(async (provider, rawBody, signed) => {
      heard.push(provider)
      const call = { method: 'POST' as const, url: `/api/hooks/${provider}`, payload: rawBody }
      return (await app.app.inject({ ...call, headers: { ...signed, 'content-type': 'application/json' } })).statusCode === 200
    })
    expect(heard).toEqual(kind === 'acceptemail' ? ['simulated-acceptemail'] : [])
    if (kind === 'mailtopay') await round()
    expect(await caseOf(theCase)).toMatchObject({ status: 'closed', paid_cents: 9_900 })
  }
  expect((await hear('{"events":[{"id":"sae_x"}]}', 'simulated-acceptemail')).statusCode).toBeGreaterThanOrEqual(400)
})
