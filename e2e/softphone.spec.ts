import { callApi } from '@regie/contract/calls.ts'
import { providerApi } from '@regie/contract/providers.ts'
import { usualAsterisk } from '@regie/contract/voice-providers.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AsteriskPeer, openAsteriskPeer } from '../server/test/asterisk-peer.ts'
import { SipExchange } from '../server/test/sip-exchange.ts'
import { ApiClient } from './api-client.ts'
import { demoCase, demoCustomer } from './demo-cases.ts'
import { openBrowser, openPage } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let peer: AsteriskPeer
let exchange: SipExchange
let product: Product
let browser: Browser
let page: Page
let complaints: string[]
beforeAll(async () => {
  peer = await openAsteriskPeer()
  exchange = new SipExchange((name) => peer.pushed.get(`auth/${name}`)?.['password'] ?? '')
  product = await startProduct({ env: { ALLOW_PRIVATE_HOSTS: `127.0.0.1:${peer.port}` } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  exchange?.close()
  await peer?.close()
  if (product) removeData(product.dataDir)
})

test('the desk becomes a telephone: devices are checked, the browser is connected and rung, also on a page loaded before sign-in', async () => {
  const manager = new ApiClient(product.url)
  await manager.signIn('beheer', product.password)
  const customerID = await demoCustomer(manager)
  const webPhoneUrl = `ws://127.0.0.1:${await exchange.port()}/ws`
  const { status } = await manager.call(providerApi.create, {
    body: {
      ...{ customerID, channel: 'call', name: 'Centrale', isOff: false, isDefault: true, isBackup: false },
      ...{
        settings: { kind: 'asterisk', ...usualAsterisk, url: peer.url, detectsAnswer: false, user: peer.account.user, webPhoneUrl },
        secret: peer.account.secret,
      },
    },
  })
  expect(status).toBe(200)

  ;({ page, complaints } = await openPage(browser))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${product.url}/login?redirect=${encodeURIComponent('/desk')}`)
  await page.getByLabel('Gebruikersnaam').fill('teamleider')
  await page.getByLabel('Wachtwoord', { exact: true }).fill(product.password)
  await page.getByRole('button', { name: 'Inloggen' }).click()
  const phone = page.getByRole('region', { name: 'Telefoon' })
  await phone.getByText('Niet gecontroleerd').waitFor()
  const faults = await faultsOf(page, 'softphone-unchecked')
  await phone.getByRole('button', { name: 'Microfoon en koptelefoon controleren' }).click()
  await expect.poll(() => page.evaluate<number>("document.querySelector('meter').value"), { timeout: 15_000 }).toBeGreaterThan(0)
  faults.push(...(await faultsOf(page, 'softphone-check')))
  await phone.getByRole('button', { name: 'Dit werkt' }).click()
  await phone.getByText('Verbonden', { exact: true }).waitFor()
  expect(exchange.seen).toContain('registered')
  faults.push(...(await faultsOf(page, 'softphone-connected')))
  // The policy of the first page: it was loaded again for it, and the second one says nothing.
  expect(complaints.every((line) => line.includes('connect-src') || line.includes(webPhoneUrl))).toBe(true)

  const [name = ''] = [...peer.pushed.keys()].filter((key) => key.startsWith('endpoint/')).map((key) => key.slice('endpoint/'.length))
  peer.connected.add(name)
  const supervisor = new ApiClient(product.url)
  await supervisor.signIn('teamleider', product.password)
  expect((await supervisor.call(callApi.start, { params: { caseID: await demoCase(supervisor, 'D1030') } })).status).toBe(200)
  // The debtor is called first; who picks up is given to the browser.
  await expect.poll(() => [...peer.channels.values()].map(({ state }) => state), { timeout: 15_000 }).toEqual(['Down'])
  peer.pickUp([...peer.channels.keys()][0] ?? '')
  await expect.poll(() => peer.dialled, { timeout: 15_000 }).toContain(`PJSIP/${name}`)
  expect(faults).toEqual([])
})
