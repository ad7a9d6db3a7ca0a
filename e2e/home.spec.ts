import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { customerApi } from '@regie/contract/customers.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let page: Page
let complaints: string[]
let api: ApiClient
beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  ;({ page, complaints } = await openPage(browser))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'teamleider', product.password)
  api = new ApiClient(product.url)
  await api.signIn('teamleider', product.password)
  await bookPayment()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

const tile = (name: string) => page.getByRole('region', { name: 'Cijfers van vandaag' }).getByRole('link', { name })

/** Closes a case of the demo that still runs with a payment of today; answers its number. */
async function bookPayment(): Promise<string> {
  const { body: customers } = await api.call(customerApi.list)
  const customerID = customers.find(({ name }) => name === 'Demo Incasso')?.customerID ?? 0
  const { body } = await api.call(caseApi.list, { query: { customerID, status: 'open', limit: 1 } })
  const [row] = body.rows
  if (!row?.outstandingCents) throw new Error('the demo has no open case with a claim')
  const params = { caseID: row.caseID }
  const { body: one } = await api.call(caseApi.get, { params, query: {} })
  const paidOn = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Amsterdam' })
  const payment = { amountCents: row.outstandingCents, paidOn }
  const closed = await api.call(caseActionApi.close, { params, body: { version: one.version, resultCode: 'BET', payment } })
  if (closed.status !== 200) throw new Error(`booking a payment answered ${closed.status} ${closed.text}`)
  return row.caseNumber
}

test('one lands on home, each figure leads to as many rows as it says, and money that comes in is seen without asking again', async () => {
  await page.goto(`${product.url}/`)
  await page.getByRole('heading', { name: /^Goede.* Tess$/ }).waitFor()
  const outstanding = tile('Openstaand')
  const rows = async () => /^(\d+) dossiers/m.exec(await outstanding.innerText())?.[1]
  await expect.poll(rows).toBeDefined()
  const cases = await rows()
  await outstanding.click()
  await page.getByText(`${cases} rijen`, { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Vandaag', exact: true }).first().click()

  const before = await tile('Vandaag ontvangen').textContent()
  const caseNumber = await bookPayment()
  await expect.poll(() => tile('Vandaag ontvangen').textContent(), { timeout: 10_000 }).not.toBe(before)
  await tile('Vandaag ontvangen').click()
  await page.getByRole('link', { name: caseNumber }).waitFor()
})

test('the chart is a table too, its period stands in the address, and all of it works by keys', async () => {
  await page.goto(`${product.url}/`)
  const panel = page.getByRole('region', { name: 'Ontvangen per dag' })
  await panel.getByRole('button', { name: 'Als tabel' }).press('Enter')
  await panel.getByRole('columnheader', { name: 'Bedrag' }).waitFor()
  await panel.getByLabel('Periode').selectOption('7')
  await page.waitForURL('**/?days=7')
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'CSV' }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^ontvangen-\d{4}-\d{2}-\d{2}\.csv$/)
  await page.keyboard.press('Escape')
  await page.locator('body').press('g')
  await page.keyboard.press('b')
  await page.waitForURL('**/batches')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.waitForURL(`${product.url}/`)
})

test('home serves everybody in three languages, also on a phone', async () => {
  const faults: string[] = []
  for (const [locale, title] of [
    ['nl', 'Vraagt uw aandacht'],
    ['eng', 'Needs your attention'],
    ['fr', 'Demande votre attention'],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem('regie.locale', chosen), locale)
    await page.goto(`${product.url}/`)
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByRole('group').locator('svg').first().waitFor()
    faults.push(...(await faultsOf(page, `home ${locale}`)))
  }
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})
