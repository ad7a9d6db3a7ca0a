import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('periods are counted before they are saved, and a person gets what is kept of them', async () => {
  const { page, complaints } = await openPage(browser)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'beheer', product.password)
  await page.goto(`${product.url}/admin/retention`)
  await page.getByText('Er verdwijnt nog niets').waitFor()
  await page.getByRole('button', { name: 'Proefrun' }).click()
  await page.getByText('rijen weg').first().waitFor()
  const faults = await faultsOf(page, 'retention')
  await page.getByRole('button', { name: 'Termijnen opslaan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Termijnen opslaan' }).click()
  await page.getByText('Deze termijnen gelden').waitFor()

  await page.goto(`${product.url}/admin/privacy`)
  await page.getByRole('button', { name: 'Verzoek registreren' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByPlaceholder('Naam, telefoon').fill('D1040')
  await dialog.getByRole('button', { name: /^D1040 / }).click()
  await dialog.getByRole('checkbox').first().waitFor()
  faults.push(...(await faultsOf(page, 'a new privacy request')))
  await dialog.getByRole('button', { name: 'Registreren', exact: true }).click()
  await page.getByRole('heading', { name: 'Inzageverzoek 1' }).waitFor()
  await page.getByRole('button', { name: 'Bestand maken' }).click()
  const take = page.getByRole('button', { name: 'Downloaden' })
  await take.waitFor({ timeout: 30_000 })
  faults.push(...(await faultsOf(page, 'a privacy request')))
  const [saved] = await Promise.all([page.waitForEvent('download'), take.click()])
  const whole = path.join(product.dataDir, saved.suggestedFilename())
  await saved.saveAs(whole)
  const files = unzipSync(new Uint8Array(await readFile(whole)))
  expect(strFromU8(files['inzage.html'] ?? new Uint8Array())).toContain('D1040')
  await page.getByRole('button', { name: 'Afgehandeld' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Afgehandeld' }).click()
  await page.getByText('Verzoek afgehandeld').waitFor()
  expect([...faults, ...complaints]).toEqual([])
  await page.context().close()
})
