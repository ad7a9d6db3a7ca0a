import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct({})
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

test('the file is set up, a VOG is kept, and what is missing stands on the first screen until it is there', async () => {
  const { page, complaints } = await openPage(browser)
  await signIn(page, product.url, 'beheer', product.password)
  await page.goto(`${product.url}/admin/compliance-file`)
  await page.getByText('Het dossier is nog niet ingericht').waitFor()
  const faults = await faultsOf(page, 'compliance file, not set up')
  await page.getByRole('button', { name: 'Wijzigen', exact: true }).click()
  const terms = page.getByRole('dialog')
  await terms.getByLabel('Wki-nummer').fill('WKI-0042')
  faults.push(...(await faultsOf(page, 'terms of the file')))
  await terms.getByRole('button', { name: 'Opslaan' }).click()
  await page.getByText('WKI-0042').waitFor()
  const edit = page.getByRole('button', { name: /^Wijzigen: / }).first()
  await edit.click()
  const person = page.getByRole('dialog')
  await person.getByRole('textbox', { name: 'Datum van de VOG' }).fill('01-03-2026')
  await person.getByLabel('Opgeleid als').selectOption('employee')
  faults.push(...(await faultsOf(page, 'staff record')))
  // A training without its day is refused at its field, and the rest stays typed.
  await person.getByRole('button', { name: 'Opslaan' }).click()
  await person.getByText('Vul de dag van de opleiding in.').waitFor()
  await person.getByRole('textbox', { name: 'Datum van de opleiding' }).fill('01-02-2026')
  await person.getByRole('button', { name: 'Opslaan' }).click()
  await page.getByText('opgeleid als incassomedewerker', { exact: false }).first().waitFor()
  if (process.env['SIGHTS']) await page.screenshot({ path: `${process.env['SIGHTS']}/file-desktop.png` })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Medewerkers (CSV)' }).click()
  expect((await saved).suggestedFilename()).toBe('wki-dossier-medewerkers.csv')
  await page.goto(product.url)
  await page.getByText('punten ontbreken of zijn te laat').first().waitFor()
  if (process.env['SIGHTS']) await page.screenshot({ path: `${process.env['SIGHTS']}/home-desktop.png` })
  await page.getByRole('link', { name: /^Bekijken: .*(ontbreekt|ontbreken)/ }).click()
  await page.getByRole('heading', { name: 'Wki-dossier', level: 1 }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByText('WKI-0042').waitFor()
  faults.push(...(await faultsOf(page, 'compliance file on a phone')))
  if (process.env['SIGHTS']) await page.screenshot({ path: `${process.env['SIGHTS']}/file-phone.png`, fullPage: true })
  expect(faults).toEqual([])
  // The browser writes the refused training down as well.
  expect(complaints.filter((line) => !/422.*compliance-file.staff/.test(line))).toEqual([])
})
