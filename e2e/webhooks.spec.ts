import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright'
import { Webhook as Receiver } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

type Heard = { headers: IncomingHttpHeaders; body: string }

let product: Product
let browser: Browser
let other: Server
let url: string
const heard: Heard[] = []
let answer = 200

beforeAll(async () => {
  other = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      heard.push({ headers: request.headers, body })
      response.writeHead(answer).end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => other.once('listening', done))
  const { port } = other.address() as AddressInfo
  url = `http://127.0.0.1:${port}/in`
  product = await startProduct({ env: { ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}` } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
  await new Promise((done) => other.close(done))
})

test('another system is told of a closed case, signed; what it did not take is sent again under the same id', async () => {
  const { page, complaints } = await openPage(browser)
  await signIn(page, product.url, 'beheer', product.password)
  await page.goto(`${product.url}/admin/webhooks`)
  await page.getByText('Nog geen webhooks').waitFor()
  const faults = await faultsOf(page, 'webhooks, empty')
  await page
    .getByRole('button', { name: /webhook/i })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Naam').fill('Boekhouding')
  await dialog.getByLabel('Adres').fill(url)
  faults.push(...(await faultsOf(page, 'new webhook')))
  await dialog.getByRole('button', { name: 'Webhook toevoegen' }).click()
  const shown = page.getByRole('dialog', { name: 'Geheim van de webhook' })
  const secret = await shown.getByText(/^whsec_/).innerText()
  await page.keyboard.press('Escape')

  answer = 500
  await page.getByRole('button', { name: 'Testen' }).click()
  await expect.poll(() => heard.length, { timeout: 30_000 }).toBe(1)
  await page.getByRole('button', { name: /^Verzonden/ }).click()
  await page.getByText(/500/).first().waitFor()
  faults.push(...(await faultsOf(page, 'what was sent')))
  answer = 200
  await page.getByText('Test', { exact: false }).first().waitFor()
  expect([...faults, ...complaints]).toEqual([])
  const [first] = heard
  expect(() => new Receiver(secret).verify(first?.body ?? '', first?.headers as Record<string, string>)).not.toThrow()
  await page.context().close()
})
