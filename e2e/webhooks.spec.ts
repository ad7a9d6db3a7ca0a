import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright'
import { Webhook as Receiver } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { ApiClient } from './api-client.ts'
import { demoCustomer } from './demo-cases.ts'
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
  await dialog.getByLabel('Alles').check()
  faults.push(...(await faultsOf(page, 'new webhook')))
  await dialog.getByRole('button', { name: 'Webhook toevoegen' }).click()
  const shown = page.getByRole('dialog', { name: 'Geheim van de webhook' })
  const secret = await shown.getByText(/^whsec_/).innerText()
  await page.keyboard.press('Escape')

  answer = 500
  await page.getByRole('button', { name: 'Testen' }).click()
  const log = page.getByRole('dialog', { name: 'Verzonden aan Boekhouding' })
  // The demo goes on meanwhile, and is told too.
  await log.getByRole('row', { name: /Testbericht.*500/ }).waitFor({ timeout: 30_000 })
  faults.push(...(await faultsOf(page, 'what was sent')))
  answer = 200
  await log
    .getByRole('row', { name: /Testbericht/ })
    .getByRole('button')
    .click()
  await log.getByRole('button', { name: 'Opnieuw verzenden' }).click()
  await log.getByRole('row', { name: /Testbericht.*Aangekomen/ }).waitFor({ timeout: 30_000 })
  const [refused, taken] = heard.filter(({ body }) => typeOf(body) === 'webhook.test')
  expect(taken?.headers['webhook-id']).toBe(refused?.headers['webhook-id'])
  expect(taken?.body).toBe(refused?.body)

  const caseID = await closeCase()
  await expect.poll(() => heard.some(({ body }) => isClosing(body, caseID)), { timeout: 30_000 }).toBe(true)
  for (const { body, headers } of heard) expect(() => new Receiver(secret).verify(body, headers as Record<string, string>)).not.toThrow()
  expect([...faults, ...complaints]).toEqual([])
  await page.context().close()
})

async function closeCase(): Promise<number> {
  const api = new ApiClient(product.url)
  await api.signIn('beheer', product.password)
  const { body } = await api.call(caseApi.list, { query: { customerID: await demoCustomer(api), status: 'open', limit: 1 } })
  const [first] = body.rows
  if (!first) throw new Error('the demo has no open case')
  const { caseID } = first
  const { body: found } = await api.call(caseApi.get, { params: { caseID }, query: {} })
  await api.call(caseActionApi.close, { params: { caseID }, body: { version: found.version, resultCode: 'RET' } })
  return caseID
}

type Message = { type: string; data: { caseID?: number } }

const typeOf = (body: string) => (JSON.parse(body) as Message).type

function isClosing(body: string, caseID: number): boolean {
  const { type, data } = JSON.parse(body) as Message
  return type === 'case.closed' && data.caseID === caseID
}
