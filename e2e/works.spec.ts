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

test('a team leader compares the ways of an experiment, opens as many cases as a number says, and saves it as a file', async () => {
  await signIn(page, product.url, 'teamleider', product.password)
  // The past of the demo is being written while one looks.
  await expect
    .poll(
      async () => {
        await page.goto(`${product.url}/reports/works`)
        return page
          .getByText('Cijfers per variant')
          .first()
          .waitFor({ timeout: 10_000 })
          .then(() => true)
          .catch(() => false)
      },
      { timeout: 150_000, interval: 5_000 },
    )
    .toBe(true)
  await page.getByRole('heading', { name: 'Vergeleken met Eerst een sms' }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exporteren' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('wat werkt.csv')
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/EUR;Meteen bellen;\d+;/)
  const complained = page
    .getByRole('row', { name: /^Meteen bellen/ })
    .getByRole('link')
    .last()
  const count = Number(await complained.innerText())
  await complained.click()
  await page.getByRole('heading', { name: 'Dossiers van Meteen bellen met een klacht' }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(count + 1)
  expect(complaints).toEqual([])
})
