import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { caseApi } from '@regie/contract/cases.ts'
import { strFromU8, unzipSync } from 'fflate'
import type { Browser, Locator } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { demoCustomer } from './demo-cases.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsAt, faultsOf } from './screen-faults.ts'
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

/** Where a bailiff will miss something, whoever hands over says that they know. */
async function know(dialog: Locator) {
  const box = dialog.getByLabel('Ik weet wat er ontbreekt en draag toch over')
  if ((await box.count()) > 0) await box.check()
}

test('cases go to a bailiff with their evidence as one file, and one of them is taken back', async () => {
  const api = new ApiClient(product.url)
  await api.signIn('beheer', product.password)
  const { page, complaints } = await openPage(browser)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'beheer', product.password)
  const { body: found } = await api.call(caseApi.search, { query: { customerID: await demoCustomer(api), q: 'D104' } })
  const one = found.rows.find(({ status }) => status === 'open')
  if (one === undefined) throw new Error('the demo has no open case')

  // One case, from its menu.
  await page.goto(`${product.url}/cases/${one.caseID}`)
  await page.getByRole('button', { name: 'Meer', exact: true }).first().press('Enter')
  await page.getByRole('menuitem', { name: 'Overdragen' }).press('Enter')
  const dialog = page.getByRole('dialog').first()
  await dialog.getByText('1 dossier gaat over').waitFor()
  const faults = await faultsOf(page, 'handing over a case')
  await dialog.getByLabel('Naam van de ontvanger').fill('Deurwaarder Jansen')
  await dialog.getByLabel('E-mailadres van de ontvanger').fill('dossiers@jansen.example')
  await dialog.getByLabel('Kenmerk').fill('K-12')
  await know(dialog)
  await dialog.getByRole('button', { name: 'Overdragen', exact: true }).click()
  await page.getByText('1 dossier overgedragen').first().waitFor()
  await page.getByText('Overgedragen aan Deurwaarder Jansen, onder K-12').first().waitFor()
  await page
    .getByText(/beëindigd: Het dossier is overgedragen/)
    .first()
    .waitFor()
  // The case says who has it and cannot be opened here; its line leads to the hand-over.
  await page
    .getByRole('button', { name: /^Heropenen : Dit dossier is overgedragen/ })
    .first()
    .waitFor()
  faults.push(...(await faultsOf(page, 'a case that is handed over')))
  await page.getByRole('link', { name: /^Overgedragen aan Deurwaarder Jansen op / }).click()
  await dialog.getByRole('gridcell', { name: one.name }).waitFor()
  await page.keyboard.press('Escape')

  // Many, from the list of a batch; who had cases before is offered.
  await page.goto(`${product.url}/batches/${one.batchID}`)
  const boxes = page.getByRole('grid').getByRole('checkbox')
  await boxes.nth(1).waitFor()
  for (const no of [1, 2, 3, 4, 5]) await boxes.nth(no).check()
  await page.getByRole('region', { name: 'Gekozen dossiers' }).getByRole('button', { name: 'Overdragen' }).click()
  await dialog.getByLabel('Eerder gekozen').selectOption({ label: 'Deurwaarder Jansen · Deurwaarder' })
  await expect.poll(() => dialog.getByLabel('E-mailadres van de ontvanger').inputValue()).toBe('dossiers@jansen.example')
  await dialog.getByText(/(gaat|gaan) over, met/).waitFor()
  await know(dialog)
  faults.push(...(await faultsOf(page, 'handing over many cases')))
  await dialog.getByRole('button', { name: 'Overdragen', exact: true }).click()
  await page.getByRole('status').filter({ hasText: 'Klaar.' }).waitFor()

  await page.goto(`${product.url}/arrangements?tab=handOvers`)
  const rows = page.getByRole('grid', { name: 'Overdrachten' }).getByRole('row').filter({ hasText: 'Deurwaarder Jansen' })
  await rows
    .first()
    .getByText(/^overdracht-\d+\.zip$/)
    .waitFor()
  expect(await rows.count()).toBe(2)
  faults.push(...(await faultsOf(page, 'hand-overs')))
  await rows.last().getByRole('gridcell').first().focus()
  await page.keyboard.press('Enter')
  const [saved] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Bestand meenemen' }).click()])
  const file = path.join(product.dataDir, saved.suggestedFilename())
  await saved.saveAs(file)
  const files = unzipSync(new Uint8Array(await readFile(file)))
  expect(Object.keys(files)).toEqual(['LEESMIJ.txt', 'dossiers.csv', `bewijs/${one.caseNumber}.zip`])
  expect(strFromU8(files['dossiers.csv'] ?? new Uint8Array())).toContain(one.caseNumber)
  const pack = unzipSync(files[`bewijs/${one.caseNumber}.zip`] ?? new Uint8Array())
  expect(Object.keys(pack)).toEqual(expect.arrayContaining(['case.pdf', 'manifest.json']))

  await dialog.getByRole('checkbox').nth(1).check()
  faults.push(...(await faultsOf(page, 'a hand-over')))
  await dialog.getByRole('button', { name: '1 dossier terughalen' }).click()
  const question = page.getByRole('dialog').last()
  await question.getByLabel('Reden').fill('Betaalt toch bij ons')
  await question.getByRole('button', { name: '1 dossier terughalen' }).click()
  await dialog.getByText('Teruggehaald').first().waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${product.url}/arrangements?tab=handOvers`)
  await page.getByRole('list', { name: 'Overdrachten' }).getByText('Teruggehaald').waitFor()
  faults.push(...(await faultsAt(page, 'hand-overs on a phone')))
  await page.getByRole('button', { name: 'Overdracht openen' }).first().click()
  await page.getByRole('dialog').getByRole('grid').waitFor()
  faults.push(...(await faultsAt(page, 'a hand-over on a phone')))

  await page.goto(`${product.url}/cases/${one.caseID}`)
  await page.getByText('Teruggehaald bij Deurwaarder Jansen: Betaalt toch bij ons').first().waitFor()
  expect([...faults, ...complaints]).toEqual([])
  await page.context().close()
})
