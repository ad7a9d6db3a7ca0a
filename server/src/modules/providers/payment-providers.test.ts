import { providerApi } from '@regie/contract/providers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { scriptSettingsApi } from '@regie/contract/script-settings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { customerKey, openMolliePeer } from '../../../test/mollie-peer.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

let peer: Awaited<ReturnType<typeof openMolliePeer>>
let app: TestApp
let customerID: number
let staff: Staff
beforeAll(async () => {
  peer = await openMolliePeer()
  app = await openTestApp({ env: { ALLOW_PRIVATE_HOSTS: peer.env.ALLOW_PRIVATE_HOSTS, PUBLIC_URL: 'https://betalen.example' } })
  customerID = (await app.build.customer()).id
  staff = await app.build.staff({ rights: [Right.changeProviders, Right.viewScripts, Right.changeScripts], customers: [customerID] })
})
afterAll(async () => {
  await app.close()
  await peer.close()
})

const mollie = (change: object = {}) => ({
  kind: 'mollie' as const,
  url: peer.url,
  method: 'ideal' as const,
  locale: 'payer' as const,
  ...change,
})
const create = (body: object) =>
  app
    .call(providerApi.create, {
      body: {
        customerID,
        channel: 'payment',
        name: 'Mollie',
        settings: mollie(),
        isOff: false,
        isDefault: false,
        secret: customerKey,
        ...body,
      },
    })
    .as(staff)
const runTest = async (providerID: number) => (await app.call(providerApi.test, { params: { providerID } }).as(staff)).body
const remove = (providerID: number) => app.call(providerApi.remove, { params: { providerID } }).as(staff)

test('the test asks Mollie whether it takes the key and offers the method; the key is never answered', async () => {
  const made = await create({ name: 'Goed' })
  expect(made).toMatchObject({ status: 200, body: { channel: 'payment', hasSecret: true, webhookUrl: '' } })
  expect(made.text).not.toContain(customerKey)
  expect(await runTest(made.body.providerID)).toMatchObject({ state: 'active', testFault: null, testText: '' })
  expect(peer.asked.at(-1)).toBe('GET /v2/methods')
  const { body: wrongKey } = await create({ name: 'Verkeerde sleutel', secret: `live_${'x'.repeat(30)}` })
  expect(await runTest(wrongKey.providerID)).toMatchObject({ state: 'failing', testFault: 'signIn' })
  const { body: wrongMethod } = await create({ name: 'Niet aan', settings: mollie({ method: 'bancontact' }) })
  expect(await runTest(wrongMethod.providerID)).toMatchObject({ testFault: 'answer', testText: 'bancontact is not activated' })
  peer.set('hangUp')
  expect(await runTest(made.body.providerID)).toMatchObject({ testFault: 'unreachable' })
  peer.set('take')
})

test('without a key, with something else for one, for another channel or in our own network there is no account', async () => {
  expect((await create({ name: 'A', secret: undefined })).body).toMatchObject({ error: 'provider.secretMissing', field: 'secret' })
  expect((await create({ name: 'A', secret: 'geheim' })).body).toMatchObject({ error: 'provider.mollieKeyInvalid', field: 'secret' })
  expect((await create({ name: 'A', channel: 'sms' })).body).toMatchObject({ error: 'provider.kindInvalid' })
  const inside = await create({ name: 'A', settings: mollie({ url: 'http://127.0.0.1:9' }) })
  expect(inside.body).toMatchObject({ error: 'provider.hostInvalid', field: 'settings.url' })
})

test('a kept key never goes to another address', async () => {
  const { body } = await create({ name: 'Verhuist' })
  const change = {
    name: 'Verhuist',
    settings: mollie({ url: 'https://elders.example' }),
    isOff: false,
    isDefault: false,
    version: body.version,
  }
  const moved = await app.call(providerApi.change, { params: { providerID: body.providerID }, body: change }).as(staff)
  expect(moved.body).toMatchObject({ error: 'provider.secretMissing' })
})

test('an account is nothing that a script chooses, and it carries no message', async () => {
  const script = await app.build.script({ customerId: customerID })
  const { body: made } = await create({ name: 'Geen kanaal', isDefault: true })
  const { body: info } = await app.call(scriptSettingsApi.info, { params: { scriptID: script.id } }).as(staff)
  expect(info.choices.providers.map(({ providerID }) => providerID)).not.toContain(made.providerID)
  expect(made.scriptsByDefault).toEqual([])
})

test('an account at which somebody is paying is deleted when that is over', async () => {
  const { body: made } = await create({ name: 'Bezig' })
  const batch = await app.build.batch({ customerId: customerID })
  const one = await app.build.case({ batch })
  await app.db
    .insertInto('payment_links')
    .values({
      ...{ customer_id: customerID, case_id: one.id, batch_id: batch.id, amount_cents: 100, simulated: false, state: 'bank_opened' },
      ...{ token: 'b'.repeat(22), idempotency_key: 'busy', provider: `mollie-${made.providerID}`, provider_ref: 'tr_1234567' },
      expires_at: new Date(app.clock.now().getTime() + 86_400_000),
    })
    .execute()
  expect((await remove(made.providerID)).body).toMatchObject({ error: 'provider.paymentsUnderWay' })
  await app.db.updateTable('payment_links').set({ provider_ref: null, state: 'link_clicked' }).execute()
  expect((await remove(made.providerID)).status).toBeLessThan(300)
})
