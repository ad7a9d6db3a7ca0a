import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { encrypt } from '../../platform/security/encryption.ts'
import { secretPurpose } from '../../gateways/registered-provider.ts'
import { refuseSimulatedLink } from './simulated-link.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ env: { PUBLIC_URL: 'https://regie.example' } })
})
afterAll(() => app.close())

const real = { simulated: false, loopback: false }
const message = { text: 'Betaal op https://regie.example/p/abc', html: null }
const html = { text: 'Betaal', html: '<a href="https://regie.example/p/abc">hier</a>' }
const refusal = expect.objectContaining({ code: 'simulatedLink' }) as unknown

async function customerWith(key: string | null): Promise<number> {
  const { id: customerId } = await app.build.customer()
  if (key === null) return customerId
  const settings = JSON.stringify({ kind: 'mollie', url: 'https://api.mollie.com', method: 'ideal', locale: 'payer' })
  const row = { customer_id: customerId, channel: 'payment', kind: 'mollie', name: 'Mollie', settings, is_default: true }
  const { id } = await app.db.insertInto('providers').values(row).returning('id').executeTakeFirstOrThrow()
  const secret = encrypt(app.services.config.secretKey, key, secretPurpose({ customerId, id }))
  await app.db.updateTable('providers').set({ secret }).where('id', '=', id).execute()
  return customerId
}

test('a link of the simulated bank leaves by no real channel, neither in the text nor in the HTML', async () => {
  const customerId = await customerWith(null)
  await expect(refuseSimulatedLink(app.services, real, { customerId, ...message })).rejects.toEqual(refusal)
  await expect(refuseSimulatedLink(app.services, real, { customerId, ...html })).rejects.toEqual(refusal)
})

test('a simulated channel, one on this machine and a text without a link are not refused', async () => {
  const customerId = await customerWith(null)
  await refuseSimulatedLink(app.services, { simulated: true, loopback: false }, { customerId, ...message })
  await refuseSimulatedLink(app.services, { simulated: false, loopback: true }, { customerId, ...message })
  await refuseSimulatedLink(app.services, real, { customerId, text: 'Bel ons', html: null })
})

test('links of a customer with an account of its own leave, also while it is off; with a test key they do not', async () => {
  const customerId = await customerWith(`live_${'a'.repeat(30)}`)
  await refuseSimulatedLink(app.services, real, { customerId, ...message })
  await app.db.updateTable('providers').set({ state: 'off' }).where('customer_id', '=', customerId).execute()
  await refuseSimulatedLink(app.services, real, { customerId, ...message })
  const tries = await customerWith(`test_${'a'.repeat(30)}`)
  await expect(refuseSimulatedLink(app.services, real, { customerId: tries, ...message })).rejects.toEqual(refusal)
})
