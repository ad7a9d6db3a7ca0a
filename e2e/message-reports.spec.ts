import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let page: Page
let complaints: string[]

beforeAll(async () => {
  product = await startProduct({ env: { DEMO_PAST: '1' } })
  browser = await openBrowser()
  ;({ page, complaints } = await openPage(browser))
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

const tile = (name: string) => page.getByRole('group', { name, exact: true })
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const address = (report: string, more = '') => `${product.url}/reports/${report}?from=${day(90)}&until=${day(1)}${more}`

test('a team leader sees how many mails arrived, and opens as many cases as failed for one cause', async () => {
  await signIn(page, product.url, 'teamleider', product.password)
  // The past of the demo is being written while one looks.
  await expect
    .poll(
      async () => {
        await page.goto(address('mail'))
        await tile('Geopend').waitFor({ timeout: 30_000 })
        return tile('Geopend').getByRole('link').count()
      },
      { timeout: 150_000, interval: 5_000 },
    )
    .toBe(1)
  await page.getByText('Komen de berichten aan?').waitFor()
  await page.getByRole('tab', { name: 'Oorzaken' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Dit e-mailadres bestaat niet' })
  const count = Number(await row.getByRole('link').innerText())
  expect(count).toBeGreaterThan(0)
  await row.getByRole('link').click()
  await page.getByRole('heading', { name: 'Dossiers met een mislukte e-mail' }).waitFor()
  // Its heading is a row too; a case may have got two such mails.
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(1)
  expect(await page.getByRole('row').count()).toBeLessThanOrEqual(count + 1)
})

test('the file has the templates that the screen has', async () => {
  await page.goto(address('mail', '&tab=templates'))
  await page.getByRole('rowheader', { name: 'Samen' }).waitFor()
  const shown = await page.getByRole('rowheader').allTextContents()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporteren' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('e-mail.csv')
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
    .slice(1)
  expect(lines.map((line) => line.split(';')[0])).toEqual(shown)
})

test('WhatsApp tells how much was read', async () => {
  await page.goto(address('whatsapp'))
  await tile('Gelezen').getByRole('link').click()
  await page.getByRole('heading', { name: 'Dossiers met een gelezen WhatsApp-bericht' }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(1)
  expect(complaints).toEqual([])
})
