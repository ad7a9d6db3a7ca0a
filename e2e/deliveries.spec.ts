import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTempFolder } from '../server/test/make-temp-folder.ts'
import { ApiClient } from './api-client.ts'
import { demoCustomer } from './demo-cases.ts'
import { dutchExport } from './demo-file.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

const root = makeTempFolder('deliveries')
let product: Product
let browser: Browser
let dir: string

beforeAll(async () => {
  product = await startProduct({ env: { DELIVERIES_DIR: root } })
  browser = await openBrowser()
  const api = new ApiClient(product.url)
  await api.signIn('beheer', product.password)
  dir = path.join(root, String(await demoCustomer(api)), 'nacht')
  mkdirSync(dir, { recursive: true })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

test('a file in a folder is fetched, asked about once and a batch; the next comes in by itself, and a bad one is refused by name', async () => {
  const { page, complaints } = await openPage(browser)
  await signIn(page, product.url, 'beheer', product.password)
  await page.goto(`${product.url}/admin/deliveries`)
  await page.getByText('Nog geen aanleveringen').waitFor()
  const faults = await faultsOf(page, 'deliveries, empty')
  await page.getByRole('button', { name: 'Nieuwe aanlevering' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Naam', { exact: false }).first().fill('Nachtelijk')
  await dialog.getByLabel('Map', { exact: true }).fill('nacht')
  await dialog.getByLabel('Minuten tussen twee keer kijken').fill('1')
  await dialog.getByLabel('Naam van de batch').fill('{bestand}')
  faults.push(...(await faultsOf(page, 'deliveries, new')))
  writeFileSync(path.join(dir, 'maandag.csv'), dutchExport('LA', 3))
  writeFileSync(path.join(dir, 'foto.csv'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]))
  await dialog.getByRole('button', { name: 'Aanlevering toevoegen' }).click()

  await page.getByRole('button', { name: 'Testen' }).click()
  await page.getByText('2 bestanden gevonden').waitFor()
  faults.push(...(await faultsOf(page, 'deliveries, test')))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Opgehaald' }).click()
  const log = page.getByRole('dialog', { name: 'Opgehaald door Nachtelijk' })
  const rowOf = (text: RegExp) => log.getByRole('listitem').filter({ hasText: text })
  await rowOf(/foto\.csv.*Geweigerd/).waitFor({ timeout: 90_000 })
  await rowOf(/maandag\.csv.*Wacht op u/).waitFor({ timeout: 90_000 })
  faults.push(...(await faultsOf(page, 'deliveries, log')))
  expect(readdirSync(path.join(dir, 'geweigerd'))).toEqual(['foto.csv'])

  // Somebody says once what its columns are; after that it goes by itself.
  await rowOf(/maandag\.csv/)
    .getByRole('link', { name: 'Import bekijken' })
    .click()
  await page.getByRole('button', { name: /^Direct beginnen met 3/ }).click()
  await page.getByText('3 dossiers geïmporteerd').first().waitFor({ timeout: 60_000 })
  writeFileSync(path.join(dir, 'dinsdag.csv'), dutchExport('LB', 4))
  await page.goto(`${product.url}/admin/deliveries`)
  await page.getByRole('button', { name: 'Opgehaald' }).click()
  await rowOf(/maandag\.csv.*Geïmporteerd/).waitFor({ timeout: 120_000 })
  const loaded = rowOf(/dinsdag\.csv.*Geïmporteerd.*4 rijen, 4 dossiers, 0 niet geïmporteerd/)
  await loaded.waitFor({ timeout: 180_000 })
  faults.push(...(await faultsOf(page, 'deliveries, loaded')))
  await loaded.getByRole('link', { name: 'dinsdag' }).click()
  await page.getByRole('heading', { name: 'dinsdag' }).waitFor()
  await expect.poll(() => readdirSync(path.join(dir, 'verwerkt')).toSorted(), { timeout: 90_000 }).toEqual(['dinsdag.csv', 'maandag.csv'])

  await page.goto(`${product.url}/admin/deliveries`)
  await page.getByText('Staat aan').waitFor()
  faults.push(...(await faultsOf(page, 'deliveries, list')))
  expect([...faults, ...complaints]).toEqual([])
  await page.context().close()
}, 480_000)
