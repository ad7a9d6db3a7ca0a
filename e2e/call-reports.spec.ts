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
const address = (more = '') => `${product.url}/reports/call?from=${day(90)}&until=${day(1)}${more}`

test('a team leader sees how the queues did, and opens the cases of who hung up', async () => {
  await signIn(page, product.url, 'teamleider', product.password)
  // The past of the demo is being written while one looks.
  await expect
    .poll(
      async () => {
        await page.goto(address())
        await tile('Gesprekken').waitFor({ timeout: 30_000 })
        return tile('Gesprekken').getByRole('link').count()
      },
      { timeout: 150_000, interval: 5_000 },
    )
    .toBe(1)
  await page.getByText('Wanneer halen we het doel niet?').waitFor()
  await tile('Opgehangen').getByRole('link').click()
  await page.getByRole('heading', { name: 'Dossiers die ophingen zonder medewerker' }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(1)
})

test('each agent has figures of their own, and the file has the same rows', async () => {
  await page.goto(address('&tab=agents'))
  await page.getByRole('rowheader', { name: 'Noor Bakker' }).waitFor()
  const shown = await page.getByRole('rowheader').allTextContents()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporteren' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('gesprekken per medewerker.csv')
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
    .slice(1)
  const names = lines.map((line) => line.split(';')[0])
  for (const name of shown) expect(names).toContain(name)
})

test('what was chosen is still chosen when one comes back', async () => {
  await page.goto(address())
  await page.getByRole('combobox', { name: 'Stappen' }).selectOption('week')
  await page.getByText('Cijfers per week').waitFor()
  // Kept a second after the choice.
  await page.waitForResponse((response) => response.url().endsWith('/api/login/settings') && response.ok())
  await page.goto(address())
  await page.getByText('Cijfers per week').waitFor()
  expect(complaints).toEqual([])
})
