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

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const report = () => `${product.url}/reports/payment?from=${day(90)}&until=${day(1)}`
const status = () => page.getByRole('status').filter({ hasText: /betaal|betaling/ })

test('a number of links leads to its links, as many as it says, and one of them to its case', async () => {
  await signIn(page, product.url, 'beheer', product.password)
  const paid = page.getByRole('link', { name: /, Betaald: bekijk de rijen$/ }).first()
  // The past of the demo is being written while one looks.
  await expect
    .poll(
      async () => {
        await page.goto(report())
        return paid.waitFor({ timeout: 20_000 }).then(
          () => true,
          () => false,
        )
      },
      { timeout: 150_000, interval: 5_000 },
    )
    .toBe(true)
  const shown = await paid.textContent()
  await paid.press('Enter')
  await page.getByRole('heading', { name: 'Betaalde betaallinks' }).waitFor()
  await expect.poll(() => status().textContent()).toContain(`${shown} betaallink`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporteren' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('betalingen.csv')
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines.length - 1).toBe(Number(shown?.replaceAll('.', '')))
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.waitForURL(/\/cases\/\d+/)
})

test('an hour of the week leads to its payments; another hour is chosen there', async () => {
  await page.goto(report())
  const cell = page.getByRole('table', { name: 'Betalingen per weekdag en uur' }).getByRole('link').first()
  const shown = await cell.textContent()
  await cell.click()
  await page.getByRole('heading', { name: /^Betalingen met een betaallink op/ }).waitFor()
  await expect.poll(() => status().textContent()).toContain(`${shown} betaling`)
  await page.getByRole('combobox', { name: 'Uur', exact: true }).selectOption('')
  await page.getByRole('heading', { name: 'Betalingen met een betaallink', exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('hour') ?? '').toBe('')
  expect(complaints).toEqual([])
})
