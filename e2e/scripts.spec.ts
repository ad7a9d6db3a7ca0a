import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWorkbook } from '../server/src/platform/documents/xlsx.ts'
import { choose, openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let page: Page

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  page = await newPage()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

async function newPage(): Promise<Page> {
  const opened = await openPage(browser)
  await opened.page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(opened.page, product.url, 'beheer', product.password)
  return opened.page
}
const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const saved = (on = page) => on.getByText('De wijzigingen zijn opgeslagen').first().waitFor()

test('a new script: off at first, told at once that its transfers are too many, and of two who save the second chooses', async () => {
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Scripts' }).click()
  await page.getByRole('link', { name: 'Herinnering met betaallink' }).waitFor()
  const faults = await faultsOf(page, 'scripts')
  await button('Nieuw script').click()
  await page.getByLabel('Naam').fill('Nazorg & <b>vragen</b>')
  await button('Script maken').click()
  await page.getByRole('heading', { name: 'Nazorg & <b>vragen</b>' }).waitFor()
  await expect.poll(() => page.getByLabel('Script staat aan').isChecked()).toBe(false)

  await page.getByLabel('Max. doorverbindingen').fill('10')
  await page.getByText('Het maximum aantal lijnen moet hoger zijn').waitFor()
  faults.push(...(await faultsOf(page, 'script-settings')))
  await page.getByLabel('Maximum lijnen').fill('11')
  await page.getByText('Het maximum aantal lijnen moet hoger zijn').waitFor({ state: 'detached' })
  await page.getByLabel('Nummerweergave').fill('12')
  await button('Opslaan').click()
  await page.getByText('Geef een nummer dat teruggebeld kan worden').waitFor()
  await page.getByLabel('Nummerweergave').fill('010 123 4567')
  // Somebody else, who looked before this was saved.
  const other = await newPage()
  await other.goto(page.url())
  await other.getByLabel('Sms per uur').fill('120')
  await button('Opslaan').click()
  await saved()
  await expect.poll(() => page.getByLabel('Nummerweergave').inputValue()).toBe('+31101234567')
  await button('Opslaan', other).click()
  const notice = other.getByRole('alert').filter({ hasText: 'Een collega heeft dit intussen gewijzigd' })
  await notice.getByText('+31101234567').waitFor()
  await expect.poll(() => other.getByLabel('Sms per uur').inputValue()).toBe('120')
  await button('Nieuwe stand overnemen', other).click()
  await expect.poll(() => other.getByLabel('Nummerweergave').inputValue()).toBe('+31101234567')
  await other.context().close()

  await button('Meer').click()
  await page.getByRole('menuitem', { name: 'Verwijderen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verwijderen' }).click()
  await page.getByText('Script Nazorg & <b>vragen</b> is verwijderd').waitFor()
  await page.getByRole('link', { name: 'Herinnering met betaallink' }).waitFor()
  expect(faults).toEqual([])
})

test('variables, a filter that counts while it is built, and the fields with their example file', async () => {
  await page.goto(`${product.url}/scripts`)
  await page.getByRole('link', { name: 'Herinnering met betaallink' }).click()
  await page.getByRole('tab', { name: 'Variabelen' }).click()
  await button('Variabele toevoegen').click()
  await page.getByLabel('Naam: nieuw').fill('9 uur')
  await button('Opslaan').click()
  await page.getByText('Een naam begint met een kleine letter').waitFor()
  await page.getByLabel('Naam: 9 uur').fill('openingstijden')
  await page.getByLabel('Waarde: openingstijden', { exact: true }).fill('9 tot 17 uur')
  const faults = await faultsOf(page, 'script-variables')
  await button('Opslaan').click()
  await saved()

  await page.getByRole('tab', { name: 'Filters' }).click()
  await button('Filter toevoegen').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Naam').fill('Grote bedragen')
  await dialog.getByLabel('Waarde van voorwaarde 1').fill('1')
  await dialog.getByText(/^(\d+) \/ \1$/).waitFor()
  await dialog.getByLabel('Waarde van voorwaarde 1').fill('40000')
  await dialog.getByText(/^0 \/ \d+$/).waitFor()
  await button('Voorwaarde toevoegen').click()
  await choose(page, 'Veld van voorwaarde 2', 'Plaats')
  await dialog.getByLabel('Vergelijking van voorwaarde 2').selectOption({ label: 'is ingevuld' })
  await dialog.getByLabel('als het aan ten minste één voorwaarde voldoet').check()
  faults.push(...(await faultsOf(page, 'script-filter')))
  // Off, so that the batch that runs beside this story goes on.
  await dialog.getByLabel('Filter staat aan').uncheck()
  await button('Filter opslaan').click()
  await page.getByText(/Openstaand bedrag is ten minste €\s?40\.000,00/).waitFor()

  await page.getByRole('tab', { name: 'Velden en kolommen' }).click()
  const arriving = page.waitForEvent('download')
  await button('Voorbeeldbestand downloaden').click()
  const file = await arriving
  expect(file.suggestedFilename()).toBe('Voorbeeld Herinnering met betaallink.xlsx')
  const [headings] = await readWorkbook(readFileSync(await file.path()))
  expect(headings?.cells.slice(0, 2)).toEqual(['Dossiernummer', 'Klantnummer'])
  await button('Veld toevoegen').click()
  await page.getByRole('dialog').getByLabel('Naam', { exact: false }).first().fill('Polisnummer')
  await expect.poll(() => page.getByRole('dialog').getByLabel('Sleutel').inputValue()).toBe('polisnummer')
  await page.getByRole('dialog').getByRole('button', { name: 'Opslaan' }).click()
  await page.getByRole('rowheader', { name: 'Polisnummer' }).waitFor()
  await button('Openstaand bedrag verwijderen').click()
  await button('Veld verwijderen').click()
  await page.getByText('Het veld openstaand is nodig en kan niet worden verwijderd').waitFor()
  await page.keyboard.press('Escape')
  faults.push(...(await faultsOf(page, 'script-fields')))
  expect(faults).toEqual([])
})

test('the hours of a script: drawn on the week, refused where they meet, saved after what they do is told; a closed date, and the rules of the customer', async () => {
  const own = await newPage()
  await own.goto(`${product.url}/scripts/2/times`)
  // With its name the page has its last height: then the grid stands still.
  await own.getByRole('link', { name: 'Terug: Herinnering met betaallink' }).waitFor()
  const grid = own.getByRole('group', { name: 'Weekrooster' })
  const box = await grid.boundingBox()
  if (!box) throw new Error('the grid is not there')
  // The grid begins at 07:00 and ends at 20:00; Saturday is the sixth of its columns.
  const at = (hour: number) => [box.x + (box.width * 5.5) / 7, box.y + (box.height * (hour - 7)) / 13] as const
  await own.mouse.move(...at(10.05))
  await own.mouse.down()
  await own.mouse.move(...at(11.95), { steps: 4 })
  await own.mouse.up()
  const list = own.getByRole('list', { name: 'Tijdvensters' })
  await list.getByRole('button', { name: '10:00–12:00 za' }).waitFor()
  const friday = own.getByRole('checkbox', { name: 'vrijdag' })
  await friday.check()
  await own.getByText('Dit tijdvenster overlapt een ander.').waitFor()
  const faults = await faultsOf(own, 'times-week')
  await expect.poll(() => own.getByRole('button', { name: /^Opslaan.*ongeldige tijden/ }).count()).toBe(1)
  await friday.uncheck()
  // With the keys the same: an hour on the morning of Thursday.
  await grid.focus()
  const way = 'ArrowRight ArrowRight ArrowRight Shift+ArrowUp Shift+ArrowUp Enter Shift+ArrowDown ArrowUp Enter'
  for (const key of way.split(' ')) await own.keyboard.press(key)
  await list.getByRole('button', { name: '07:00–08:00 do' }).waitFor()
  await button('Opslaan', own).click()
  const question = own.getByRole('dialog', { name: 'Deze tijden opslaan?' })
  await question.getByText('open dossiers').waitFor()
  await button('Tijden opslaan', own).click()
  await own.getByText('De tijden zijn opgeslagen').first().waitFor()

  await own.getByRole('tab', { name: 'Bijzondere dagen' }).click()
  await button('Volgende maand', own).click()
  // No holiday falls on a Tuesday in the third week that a month shows.
  await own.locator('tbody tr:nth-child(3) td:nth-child(2) button').click()
  await own.getByRole('radio', { name: 'Gesloten' }).check()
  faults.push(...(await faultsOf(own, 'times-days')))
  await button('Opslaan', own).click()
  await button('Tijden opslaan', own).click()
  await question.waitFor({ state: 'detached' })
  await own.reload()
  await own.getByRole('radio', { name: 'Gesloten' }).waitFor()
  await expect.poll(() => own.getByRole('radio', { name: 'Gesloten' }).isChecked()).toBe(true)
  await own.getByRole('tab', { name: 'Feestdagen' }).click()
  await own.getByText('Koningsdag').waitFor()
  faults.push(...(await faultsOf(own, 'times-holidays')))

  await own.goto(`${product.url}/admin/compliance`)
  await own.getByLabel('Berichten per 7 dagen').fill('4')
  await own.getByLabel('Waarom verandert u dit?').fill('Afgesproken met de klant')
  faults.push(...(await faultsOf(own, 'compliance')))
  await button('Opslaan', own).click()
  await own.getByText('De regels zijn opgeslagen').first().waitFor()
  await own.getByText('Laatst gewijzigd door Bea Beheer').waitFor()
  expect(faults).toEqual([])
  await own.context().close()
})
