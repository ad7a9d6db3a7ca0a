import { readFileSync } from 'node:fs'
import { customerApi } from '@regie/contract/customers.ts'
import { savedViewApi } from '@regie/contract/saved-views.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsAt } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let page: Page
let complaints: string[]
beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  ;({ page, complaints } = await openPage(browser))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'beheer', product.password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

test('a report is built in three steps, kept for colleagues, shared by its address and downloaded', async () => {
  const faults: string[] = []
  await page.goto(`${product.url}/reports/batches`)
  await page
    .getByRole('row', { name: /Demo: herinneringen/ })
    .getByRole('checkbox')
    .click()
  faults.push(...(await faultsAt(page, 'step of the batches')))
  await page.getByRole('button', { name: 'Kolommen kiezen' }).click()

  // Columns: one more, one of another name, and one that is dragged to the top.
  await page.getByRole('checkbox', { name: /^Vordering/ }).click()
  await page.getByLabel('Naam in het rapport van Naam', { exact: true }).fill('Debiteur')
  const handle = page.getByRole('button', { name: /^Vordering verplaatsen/ })
  const [from, to] = [await handle.boundingBox(), await page.getByRole('button', { name: /^Dossiernummer verplaatsen/ }).boundingBox()]
  if (from === null || to === null) throw new Error('the columns have no handles')
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(to.x + 8, to.y + 8, { steps: 5 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Vordering verplaatsen, plaats 1 van 8' }).waitFor()
  // And by keyboard.
  await page.getByRole('button', { name: /^Dossiernummer verplaatsen/ }).focus()
  await page.keyboard.press('ArrowUp')
  const preview = page.getByRole('region', { name: 'Voorbeeld: de eerste dossiers' }).getByRole('columnheader')
  await preview.filter({ hasText: 'Debiteur' }).waitFor()
  expect((await preview.allTextContents()).slice(0, 3)).toEqual(['Dossiernummer', 'Vordering', 'Debiteur'])
  faults.push(...(await faultsAt(page, 'step of the columns')))

  // Kept by name, for colleagues too.
  await page.getByRole('button', { name: 'Definitie' }).click()
  await page.getByRole('button', { name: 'Opslaan als nieuwe definitie' }).click()
  await page.getByRole('dialog').getByLabel('Naam').fill('Maandrapport')
  await page.getByRole('dialog').getByRole('checkbox').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Weergave opslaan' }).click()
  await page.getByRole('button', { name: 'Definitie: Maandrapport' }).waitFor()

  await page.getByRole('button', { name: 'Naar de uitvoer' }).click()
  await page.getByRole('gridcell', { name: /^D1001$/ }).waitFor()
  expect((await page.getByRole('columnheader').allTextContents()).slice(0, 3)).toEqual(['Dossiernummer', 'Vordering', 'Debiteur'])
  faults.push(...(await faultsAt(page, 'step of the output')))

  // The same address is the same report.
  const colleague = await openPage(browser)
  await signIn(colleague.page, product.url, 'teamleider', product.password)
  await colleague.page.goto(page.url())
  await colleague.page.getByRole('columnheader', { name: 'Debiteur' }).waitFor()
  await colleague.page.context().close()

  await page.getByRole('radio', { name: /^CSV/ }).check()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Rapport downloaden' }).click()])
  const [heads, first] = readFileSync(await download.path(), 'utf8')
    .replace('\uFEFF', '')
    .split('\n')
  expect(heads).toMatch(/^Dossiernummer;Vordering;Debiteur;Status;/)
  expect(first).toMatch(/^D1001;\d+,\d\d;/)
  expect([faults, complaints]).toEqual([[], []])
})

test('whoever saves a definition after a colleague is told so, and nothing of the colleague is lost', async () => {
  const [beheer, leader] = [new ApiClient(product.url), new ApiClient(product.url)]
  await beheer.signIn('beheer', product.password)
  await leader.signIn('teamleider', product.password)
  const { body: customers } = await beheer.call(customerApi.list)
  const customerID = customers.find(({ name }) => name === 'Demo Incasso')?.customerID ?? 0
  const parts = { shared: true, filters: { columns: 'name~Naam' }, columns: [] }
  const { body: kept } = await beheer.call(savedViewApi.add, { body: { customerID, list: 'reports', name: 'Samen', ...parts } })
  const change = (columns: string) => ({
    params: { viewID: kept.viewID },
    body: { ...parts, name: 'Samen', filters: { columns }, version: kept.version },
  })
  expect((await beheer.call(savedViewApi.change, change('name~Eerst'))).status).toBe(200)
  const late = await beheer.call(savedViewApi.change, change('name~Later'))
  expect([late.status, late.body]).toMatchObject([409, { error: 'error.conflict', current: { filters: { columns: 'name~Eerst' } } }])
  const seen = await leader.call(savedViewApi.list, { query: { customerID, list: 'reports' } })
  expect(seen.body.find(({ name }) => name === 'Samen')?.filters).toEqual({ columns: 'name~Eerst' })
})
