import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dutchExport } from './demo-file.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let page: Page

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  page = await newPage('beheer')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

async function newPage(username: string): Promise<Page> {
  const opened = await openPage(browser)
  await opened.page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(opened.page, product.url, username, product.password)
  return opened.page
}
const seen = (text: string | RegExp, on = page) => on.getByText(text).first().waitFor()
const button = (name: string | RegExp, on = page) => on.getByRole('button', { name, exact: typeof name === 'string' })
const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
const settings = (on = page) => on.getByRole('tab', { name: 'Instellingen' }).click()

test('a batch that waits is set up: lines within those of its script, a switch that says who turned it, and of two who save the second chooses', async () => {
  await page.goto(`${product.url}/files/upload`)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(dutchExport('L', 60)) })
  await button('Klaarzetten en later beginnen').click()
  await seen('60 dossiers geïmporteerd')
  await page.getByText('Naar de batch').click()
  await page.waitForURL('**/batches/*')
  await seen('Gepauzeerd tot iemand hervat')
  await settings()

  await page.getByLabel('Deelt de lijnen van het script').uncheck()
  await page.getByLabel('Lijnen van deze batch').fill('11')
  await page.getByLabel('Opmerkingen').fill('Eerst bellen')
  await button('Opslaan').click()
  await seen('Het script heeft maximaal 10 lijnen.')
  const colleague = await newPage('beheer')
  await colleague.goto(page.url())
  await colleague.getByLabel('Opmerkingen').fill('Eerst mailen')
  await page.getByLabel('Lijnen van deze batch').fill('3')
  await button('Opslaan').click()
  await seen('De batch is gewijzigd.')
  await button('Opslaan', colleague).click()
  const conflict = colleague.getByRole('alert').filter({ hasText: 'Een collega heeft dit intussen gewijzigd' })
  await conflict.getByText('Eerst bellen').waitFor()
  await expect.poll(() => colleague.getByLabel('Opmerkingen').inputValue()).toBe('Eerst mailen')
  await button('Opslaan', colleague).click()
  await seen('De batch is gewijzigd.', colleague)
  await colleague.close()

  const dialer = page.getByRole('switch', { name: /^Bellen/ })
  await dialer.click()
  await seen(/Niemand wordt gebeld; berichten gaan door · sinds .* door Bea Beheer/)
  await expect.poll(() => dialer.isChecked()).toBe(false)
  expect(await faultsOf(page, 'batch-settings')).toEqual([])
})

test('a lock keeps colleagues from changing the batch and tells them why', async () => {
  await button('Meer').click()
  await page.getByRole('menuitem', { name: 'Vergrendelen' }).click()
  await page.getByLabel('Reden').fill('Overleg met de klant')
  await inDialog('Vergrendelen').click()
  await seen('Vergrendeld door Bea Beheer')
  const colleague = await newPage('teamleider')
  await colleague.goto(page.url())
  await seen('Overleg met de klant', colleague)
  await button(/^Hervatten.*De batch is vergrendeld door Bea Beheer/, colleague).waitFor()
  await settings(colleague)
  await expect.poll(() => colleague.getByLabel('Opmerkingen').isDisabled()).toBe(true)
  await colleague.close()
  await button('Meer').click()
  await page.getByRole('menuitem', { name: 'Ontgrendelen' }).click()
  await inDialog('Ontgrendelen').click()
  await page.getByText('Vergrendeld door Bea Beheer').waitFor({ state: 'detached' })
})

test('all cases of a batch are closed at once with a report, and come back after a reload', async () => {
  await page.getByRole('tab', { name: 'Dossiers' }).click()
  await page.getByRole('row').filter({ hasText: 'L1059' }).getByRole('checkbox').check()
  await button('Alle 60 resultaten kiezen').click()
  expect(await faultsOf(page, 'batch-cases-chosen')).toEqual([])
  await page.getByRole('region', { name: 'Gekozen dossiers' }).getByRole('button', { name: 'Sluiten' }).click()
  await seen('60 dossiers sluiten?')
  await inDialog('Dossiers sluiten').click()
  await seen('60 dossiers gewijzigd.')
  await page.getByRole('row').filter({ hasText: 'L1059' }).getByText('Gesloten').waitFor()
  await page.reload()
  await seen(/^nog \d+ minu(ut|ten)$/)
  await button('Ongedaan maken').click()
  await seen('Ongedaan gemaakt.')
  await page.getByRole('row').filter({ hasText: 'L1059' }).getByText('Open', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Ongedaan maken/ }).waitFor({ state: 'detached' })
})

test('a trial run begins with a few cases and says how it stands, beside the batch in the list', async () => {
  await button('Meer').click()
  await page.getByRole('menuitem', { name: 'Proefrun' }).click()
  await page.getByLabel('Aantal dossiers').fill('5')
  expect(await faultsOf(page, 'batch-trial')).toEqual([])
  await button('Proefrun beginnen').click()
  await seen('Proefrun loopt')
  await seen('0 van 5 dossiers geprobeerd.')
  await page.getByRole('link', { name: 'Batches' }).first().click()
  await page.getByRole('row').filter({ hasText: 'export' }).getByText('Proefrun').waitFor()
  expect(await faultsOf(page, 'batches-trial')).toEqual([])
})

test('a list is filtered by its header and kept as a view: two presses open it, removing it can be taken back', async () => {
  await page.goto(`${product.url}/batches`)
  await button('Filteren op Status').click()
  await page.getByRole('menuitem', { name: 'Gepauzeerd' }).click()
  await page.waitForURL('**/batches?status=paused')
  await button('Filter weghalen: Status: Gepauzeerd').waitFor()
  await button('Weergave').click()
  await button('Opslaan als nieuwe weergave').click()
  await page.getByRole('textbox', { name: 'Naam' }).fill('Stilstaand')
  await inDialog('Weergave opslaan').click()
  await button('Weergave: Stilstaand').waitFor()
  expect(await faultsOf(page, 'batches-view')).toEqual([])

  await button('Filter weghalen: Status: Gepauzeerd').click()
  await button(/Weergave: Stilstaand .* gewijzigd/).click()
  await button('Standaardweergave').click()
  await page.waitForURL('**/batches')
  await button('Weergave').click()
  await button('Stilstaand').click()
  await page.waitForURL('**/batches?status=paused&view=*')
  await button('Weergave: Stilstaand').click()
  await button('Stilstaand verwijderen').click()
  await seen('Weergave Stilstaand verwijderd')
  await button(/^Ongedaan maken/).click()
  await seen('Ongedaan gemaakt.')
  await button('Weergave').click()
  await button('Stilstaand').waitFor()
  expect(await faultsOf(page, 'batches-view-list')).toEqual([])
  await page.keyboard.press('Escape')
})
