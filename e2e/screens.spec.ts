import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dutchExport } from './demo-file.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

test('the sign-in screen serves everybody in three languages', async () => {
  const { page } = await openPage(browser)
  await page.goto(`${product.url}/login`)
  const faults: string[] = []
  for (const [language, title] of [
    ['Nederlands', 'Inloggen'],
    ['English', 'Sign in'],
    ['Français', 'Connexion'],
  ] as const) {
    await page.getByRole('button', { name: language }).click()
    await page.getByRole('heading', { name: title }).waitFor()
    faults.push(...(await faultsOf(page, `login ${language}`)))
  }
  expect(faults).toEqual([])
  await page.context().close()
})

test('every main screen serves everybody', async () => {
  const { page, complaints } = await openPage(browser)
  // What is on its way in is half transparent, and would be measured so.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const faults: string[] = []
  const look = async (screen: string) => {
    faults.push(...(await faultsOf(page, screen)))
  }
  await signIn(page, product.url, 'teamleider', product.password)
  const batch = page.getByRole('link', { name: 'Demo: herinneringen' })
  await batch.waitFor()
  await look('batches')

  await batch.click()
  await page.getByRole('link', { name: 'D1040' }).waitFor()
  await look('batch')
  await page.getByRole('button', { name: 'Pauzeren' }).click()
  await page.getByRole('dialog').waitFor()
  await look('pause')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Resultaten' }).click()
  await page.getByRole('button', { name: 'CSV downloaden' }).waitFor()
  await page.getByRole('table', { name: 'Dossiers per resultaat' }).waitFor()
  await look('results')

  await page.goto(`${product.url}/search?q=D1040`)
  const found = page.getByRole('link', { name: 'D1040' })
  await found.waitFor()
  await look('search')
  await found.click()
  await page.getByText('Dossier geïmporteerd').waitFor()
  await look('case')

  await page.goto(`${product.url}/files/upload`)
  await page.getByRole('button', { name: 'Bestand kiezen' }).waitFor()
  await look('upload')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(dutchExport('P', 30)) })
  await page.getByRole('button', { name: /^Direct beginnen met 30/ }).waitFor()
  await look('preview')
  await page.getByRole('button', { name: 'Kolommen wijzigen' }).click()
  await page.getByLabel('Kolom openstaand wordt').waitFor()
  await look('mapping')

  expect(faults).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})
