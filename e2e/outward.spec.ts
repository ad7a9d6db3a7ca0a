import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, signIn, viewports } from './open-browser.ts'
import { faultsAt, faultsOf } from './screen-faults.ts'
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

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })

test('a WhatsApp text of our own is written with its buttons, shown as on a phone, and activated when none is too long', async () => {
  const faults: string[] = []
  await page.goto(`${product.url}/editor/whatsapp`)
  await button('Nieuw sjabloon').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Naam/ }).fill('Wat komt u uit')
  await dialog.getByRole('button', { name: 'Sjabloon maken' }).click()
  await dialog.waitFor({ state: 'hidden' })

  await page.getByText('Eigen tekst', { exact: true }).click()
  await page.getByRole('textbox', { name: 'WhatsApp' }).fill('Beste {{naam}}, wij spreken u graag. Wat komt u uit?')
  await page.getByText('Knoppen', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Knop 1' }).fill('Bel mij vandaag')
  await button('Knop toevoegen').click()
  await page.getByRole('textbox', { name: 'Knop 2' }).fill('Ik betaal deze week wel')
  await page.getByText('Te lang voor WhatsApp: “Ik betaal deze week wel” (23 > 20)').waitFor()
  const phone = page.getByRole('region', { name: 'Zo ziet de ontvanger het in WhatsApp' })
  await phone.getByText('Beste Sanne de Vries, wij spreken u graag. Wat komt u uit?').waitFor()
  await phone.getByText('Bel mij vandaag', { exact: true }).waitFor()
  faults.push(...(await faultsOf(page, 'own whatsapp text')))

  await page.getByRole('textbox', { name: 'Knop 2' }).fill('Ik betaal nu')
  await phone.getByText('Ik betaal nu', { exact: true }).waitFor()
  await page.getByText(/^Te lang voor WhatsApp/).waitFor({ state: 'detached' })
  // Two that change places do so in the phone beside it; the first goes no higher.
  await button('Keuze 2 omhoog').press('Enter')
  await expect.poll(() => page.getByRole('textbox', { name: 'Knop 1' }).inputValue()).toBe('Ik betaal nu')
  expect(await button('Keuze 1 omhoog: Dit is de eerste').getAttribute('aria-disabled')).toBe('true')
  await button('Keuze 1 omlaag').press('Enter')
  await expect.poll(() => page.getByRole('textbox', { name: 'Knop 2' }).inputValue()).toBe('Ik betaal nu')
  await page.setViewportSize(viewports.phone)
  await page.getByRole('textbox', { name: 'Knop 2' }).waitFor()
  faults.push(...(await faultsAt(page, 'own whatsapp text on a phone')))
  await page.setViewportSize(viewports.desktop)
  await page.getByRole('status').getByText('Concept bewaard', { exact: true }).waitFor()
  await button('Activeren').click()
  await dialog.getByRole('button', { name: 'Activeren' }).click()
  await page.getByText('Revisie 1 actief').waitFor()
  expect(faults).toEqual([])
}, 120_000)

test('a message to many is put together with an order of channels', async () => {
  const faults: string[] = []
  await page.getByRole('link', { name: 'Bericht versturen' }).first().click()
  await page.getByRole('group', { name: 'Kanaal' }).getByText('WhatsApp', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Tekst' }).selectOption({ label: 'Herinneringen · Herinnering per WhatsApp' })
  await button('Ander kanaal als dit niet kan').click()
  const next = page.getByRole('group', { name: /^Anders langs/ })
  await next.getByRole('combobox', { name: 'Anders langs' }).selectOption({ label: 'Sms' })
  await page.getByRole('group', { name: 'Anders langs Sms' }).getByRole('combobox', { name: 'Tekst voor Sms' }).waitFor()
  await page.getByText('Elk dossier krijgt het bericht langs het eerste kanaal', { exact: false }).waitFor()
  await page.getByText('Krijgen het niet', { exact: true }).waitFor()
  faults.push(...(await faultsOf(page, 'order of channels')))
  await page.setViewportSize(viewports.phone)
  await next.waitFor()
  faults.push(...(await faultsAt(page, 'order of channels on a phone')))
  await page.setViewportSize(viewports.desktop)
  await button('Sms weghalen').click()
  await next.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
}, 120_000)

test('the browser had nothing to complain about', () => expect(complaints).toEqual([]))
