import { usualAcceptEmail, usualMailToPay } from '@regie/contract/payment-request-providers.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openAcceptEmailPeer, openMailToPayPeer, requestKey, requestUser } from '../../../../test/request-peers.ts'
import { openAcceptEmail, testAcceptEmail } from '../acceptemail/acceptemail-requests.ts'
import { centsOfEuros } from '../acceptemail/acceptemail-words.ts'
import { openMailToPay, testMailToPay } from '../mailtopay/mailtopay-requests.ts'
import { readReply } from '../mailtopay/mailtopay-words.ts'
import type { PaymentRequestProvider, RequestOrder } from '../payment-request-provider.ts'

let acceptPeer: Awaited<ReturnType<typeof openAcceptEmailPeer>>
let mailPeer: Awaited<ReturnType<typeof openMailToPayPeer>>
beforeAll(async () => {
  acceptPeer = await openAcceptEmailPeer()
  mailPeer = await openMailToPayPeer()
})
beforeEach(() => {
  acceptPeer.set('take')
  mailPeer.set('take')
})
afterAll(async () => {
  await acceptPeer.close()
  await mailPeer.close()
})

const order = (change: Partial<RequestOrder> = {}): RequestOrder => ({
  ...{ linkId: 17, madeAt: new Date('2027-01-10T12:00:00Z'), amountCents: 1_299, reference: '5000056789012345' },
  ...{ creditor: 'Bakkerij & Zoon', caseNumber: 'D1', invoiceNumber: 'F-2026-17', description: 'Bakkerij & Zoon F-2026-17' },
  ...{ madeOn: '2027-01-10', dueOn: '2027-01-24', expiresAt: new Date('2027-01-24T23:00:00Z') },
  returnUrl: 'https://betalen.example/p/abc/return',
  ...change,
})
const account = { user: requestUser, secret: requestKey }
const hosts = (peer: { env: { ALLOW_PRIVATE_HOSTS: string } }) => ({ allowPrivateHosts: [peer.env.ALLOW_PRIVATE_HOSTS] })
const acceptAccount = () => ({ ...usualAcceptEmail, ...account, kind: 'acceptemail' as const, name: 'acceptemail-4', url: acceptPeer.url })
const mailAccount = () => ({ ...usualMailToPay, ...account, kind: 'mailtopay' as const, name: 'mailtopay-5', url: mailPeer.url })
const accept = (change: object = {}) => openAcceptEmail(hosts(acceptPeer), { ...acceptAccount(), ...change })
const mail = (change: object = {}) => openMailToPay(hosts(mailPeer), { ...mailAccount(), ...change })

test('AcceptEmail makes a bill as its documentation has it, and says where it is paid and how its picture is found', async () => {
  const made = await accept().createRequest(order())
  expect(acceptPeer.bill(made.providerRef)).toMatchObject({
    PaymentReference: '5000056789012345',
    Description: 'Bakkerij & Zoon F-2026-17',
    Amount: 1_299,
    ExpiryDate: '2027-01-24T22:59:59Z',
  })
  expect(made.pageUrl).toBe(`https://transaction.acceptemail.com/Landing?id=${made.providerRef}`)
  expect(made.imageUrls).toHaveLength(2)
  expect(await accept().fetchRequest(made.providerRef)).toEqual({ said: 'Open', state: 'created', amountCents: 1_299, linkId: null })
  acceptPeer.becomes(made.providerRef, 'Paid')
  expect(await accept().fetchRequest(made.providerRef)).toMatchObject({ said: 'Paid', state: 'paid' })
  acceptPeer.becomes(made.providerRef, 'SomethingElse')
  expect(await accept().fetchRequest(made.providerRef)).toMatchObject({ said: 'SomethingElse', state: null })
})

test('euros become cents without a fraction', () => {
  expect([12.99, 0.01, 0.29, 1.1, 4.35, 1_234.56, 50_000].map(centsOfEuros)).toEqual([1_299, 1, 29, 110, 435, 123_456, 5_000_000])
})

test('MailToPay makes a paylink as its schema has it, without the name of the person', async () => {
  const made = await mail({ modules: ['ideal', 'creditcard'] }).createRequest(order())
  expect(mailPeer.link(made.providerRef)).toMatchObject({
    firstname: '',
    lastname: '',
    debtornumber: '0D1',
    company_name: expect.stringContaining('Bakkerij') as string,
    module_ideal: '1',
    module_creditcard: '1',
    due_date: '2027-01-24',
    invoices: { invoice: { invoice_amount: '1299', invoice_date: '2027-01-10' } },
  })
  expect(made.pageUrl).toBe(`https://betaal.mailtopay.example/p/${made.providerRef}?a=1&b=2`)
  expect(await mail().fetchRequest(made.providerRef)).toEqual({ said: '101', state: null, amountCents: 1_299, linkId: 17 })
  mailPeer.becomes(made.providerRef, '900')
  expect(await mail().fetchRequest(made.providerRef)).toMatchObject({ said: '900', state: 'paid' })
  const known = mail({ states: [{ code: '300', state: 'link_clicked' }] })
  mailPeer.becomes(made.providerRef, '300')
  expect(await known.fetchRequest(made.providerRef)).toMatchObject({ state: 'link_clicked' })
})

describe.each([
  { brand: 'AcceptEmail', open: accept, peer: () => acceptPeer },
  { brand: 'MailToPay', open: mail, peer: () => mailPeer },
])('$brand', ({ open, peer }) => {
  const create = (change: object = {}) => (open(change) as PaymentRequestProvider).createRequest(order())
  test('what may have left is uncertain, what did not leave is tried again, what is refused is final', async () => {
    const at = async (mode: Parameters<ReturnType<typeof peer>['set']>[0]) => {
      peer().set(mode)
      return create().catch((error: Error) => error.name)
    }
    expect(await at('hangUp')).toBe('GatewayUncertain')
    expect(await at('broken')).toBe('GatewayUncertain')
    expect(await at('nonsense')).toBe('GatewayUncertain')
    expect(await at('down')).toBe('GatewayUnavailable')
    expect(await at('refuses')).toBe('GatewayRefused')
    await expect(create({ secret: 'verkeerd' })).rejects.toMatchObject({ name: 'GatewayUnavailable', fault: 'signIn' })
    await expect(create({ url: 'http://127.0.0.1:9' })).rejects.toMatchObject({ name: 'GatewayUnavailable', fault: 'notAllowed' })
  })

  test('what was made without an answer is found again', async () => {
    const lost = order({ linkId: 99, madeAt: new Date('2027-01-11T08:00:00Z'), reference: '8020240001234567' })
    expect(await open().findRequests(lost)).toEqual([])
    peer().set('makesAndHangsUp')
    await expect(open().createRequest(lost)).rejects.toMatchObject({ name: 'GatewayUncertain' })
    peer().set('take')
    expect(await open().findRequests(lost)).toMatchObject([{ providerRef: peer().ids().at(-1) }])
  })

  test('an id that is none of theirs is not asked about', async () => {
    const before = peer().asked.length
    await expect(open().fetchRequest('../v2/Search')).rejects.toMatchObject({ name: 'GatewayRefused' })
    expect(peer().asked.length).toBe(before)
  })
})

test('a request is withdrawn only where the account says how', async () => {
  const { providerRef } = await accept().createRequest(order())
  expect(await accept().cancelRequest(providerRef)).toBe(false)
  expect(await accept({ cancelCall: 'DELETE /v2/Bill/{id}' }).cancelRequest(providerRef)).toBe(true)
  expect(acceptPeer.bill(providerRef)).toMatchObject({ status: 'Withdrawn' })
})

test('a webhook of AcceptEmail names a bill and is believed nothing else; of MailToPay none is known', () => {
  const hear = (body: string) => accept().readWebhook(Buffer.from(body), {})
  const atid = '120B6125-fdfa-4124-a08c-dbf63f38e162'
  expect(hear(JSON.stringify({ ATID: atid, ERROR: null, PaymentReference: '123456', SRRID: 'r1', STATUS: 'Paid' }))).toEqual([
    atid.toLowerCase(),
  ])
  for (const other of ['', '{', '[]', 'null', '{"ATID":"1"}', '{"ATID":["x"]}', 'x'.repeat(50_000)]) expect(hear(other)).toEqual([])
  expect(mail().readWebhook(Buffer.from('<x/>'), {})).toEqual([])
})

test('an answer that defines entities is none of theirs', () => {
  expect(readReply('<!DOCTYPE x [<!ENTITY a "b">]><response/>')).toBeNull()
  expect(readReply('geen xml')).toBeNull()
  expect(readReply('<response><meta/><results/></response>')).toEqual({ results: [] })
})

test('the test of an account says at which point it stops', async () => {
  await testAcceptEmail(hosts(acceptPeer), acceptAccount())
  await testMailToPay(hosts(mailPeer), mailAccount())
  await expect(testAcceptEmail(hosts(acceptPeer), { ...acceptAccount(), secret: 'x' })).rejects.toMatchObject({ fault: 'signIn' })
  await expect(testMailToPay(hosts(mailPeer), { ...mailAccount(), secret: 'x' })).rejects.toMatchObject({ fault: 'signIn' })
  mailPeer.set('nonsense')
  await expect(testMailToPay(hosts(mailPeer), mailAccount())).rejects.toMatchObject({ fault: 'answer' })
})
