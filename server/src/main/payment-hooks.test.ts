import { afterAll, beforeAll, expect, test } from 'vitest'
import { customerKey, openMolliePeer } from '../../test/mollie-peer.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { secretPurpose } from '../gateways/registered-provider.ts'
import { createPaymentLink } from '../modules/payment-links/create-payment-link.ts'
import { encrypt } from '../platform/security/encryption.ts'

let peer: Awaited<ReturnType<typeof openMolliePeer>>
let app: TestApp
beforeAll(async () => {
  peer = await openMolliePeer()
  app = await openTestApp({ env: { ALLOW_PRIVATE_HOSTS: peer.env.ALLOW_PRIVATE_HOSTS, PUBLIC_URL: 'https://betalen.example' } })
})
afterAll(async () => {
  await app.close()
  await peer.close()
})

const isForm = { 'content-type': 'application/x-www-form-urlencoded', host: 'betalen.example' }
const post = (url: string, payload = '') => app.app.inject({ method: 'POST', url, headers: isForm, payload })

test('over the public address: a form with an id alone is heard, a strange id is answered alike, and while Mollie is down it comes again', async () => {
  const batch = await app.build.batch()
  const one = await app.build.case({ batch, outstanding_cents: 5_000 })
  const settings = JSON.stringify({ kind: 'mollie', url: peer.url, method: 'ideal', locale: 'payer' })
  const row = { customer_id: batch.customerId, channel: 'payment', kind: 'mollie', name: 'Mollie', settings, is_default: true }
  const { id } = await app.db.insertInto('providers').values(row).returning('id').executeTakeFirstOrThrow()
  const secret = encrypt(app.services.config.secretKey, customerKey, secretPurpose({ customerId: batch.customerId, id }))
  await app.db.updateTable('providers').set({ secret }).where('id', '=', id).execute()
  const order = { customerId: batch.customerId, caseId: one.id, batchId: batch.id, amountCents: 5_000, currency: 'EUR', validDays: 14 }
  const { url } = await app.db.transaction().execute((tx) => createPaymentLink(tx, app.services, { ...order, idempotencyKey: 'hook' }))
  const page = new URL(url).pathname
  const asked = await post(`${page}/pay`)
  expect(asked).toMatchObject({ statusCode: 303, headers: { location: expect.stringContaining('mollie.com') as string } })
  expect((await app.app.inject({ method: 'GET', url: page, headers: isForm })).headers['content-security-policy']).toContain(
    "form-action 'self' https:",
  )
  const payment = peer.ids()[0] ?? ''
  peer.becomes(payment, 'paid')
  peer.set('down')
  expect((await post(`/api/hooks/mollie-${id}`, `id=${payment}`)).statusCode).toBe(503)
  peer.set('take')
  const [ours, strange] = [await post(`/api/hooks/mollie-${id}`, `id=${payment}`), await post(`/api/hooks/mollie-${id}`, 'id=tr_ZZZZZZZZ')]
  expect([ours.statusCode, ours.body]).toEqual([200, strange.body])
  expect(strange.statusCode).toBe(200)
  expect((await post(`/api/hooks/mollie-${id + 1}`, `id=${payment}`)).statusCode).toBe(404)
  const closed = await app.db.selectFrom('cases').select(['status', 'result', 'paid_cents']).where('id', '=', one.id).executeTakeFirst()
  expect(closed).toEqual({ status: 'closed', result: 'BET', paid_cents: 5_000 })
})
