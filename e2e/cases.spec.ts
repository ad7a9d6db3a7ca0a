import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let page: Page
let other: Page
const faults: string[] = []

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  ;({ page } = await openPage(browser))
  ;({ page: other } = await openPage(browser))
  // What is on its way in is half transparent, and would be judged so.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'beheer', product.password)
  await signIn(other, product.url, 'teamleider', product.password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

const seen = (text: string | RegExp, within: Page = page) => within.getByText(text).first().waitFor()
const button = (name: string, within: Page = page) => within.getByRole('button', { name, exact: true })

test('a new case tells at each field what is missing, and then is there', async () => {
  await page.goto(`${product.url}/cases/new`)
  await page.getByLabel(/^Script \*/).selectOption({ label: 'Herinnering met betaallink' })
  await page.getByLabel(/^Dossiernummer/).waitFor()
  await button('Dossier aanmaken').click()
  await seen('Verplicht veld is leeg')
  faults.push(...(await faultsOf(page, 'new case')))
  await page.getByLabel(/^Dossiernummer/).fill('E2E-1')
  await page.getByLabel(/^Openstaand bedrag/).fill('1.250,50')
  await page.getByLabel('Achternaam').fill('Proefpersoon')
  await page.getByLabel('E-mail').fill('proef@demo.example')
  await button('Dossier aanmaken').click()
  await page.getByRole('heading', { name: 'Proefpersoon' }).waitFor()
  await seen('€ 1.250,50')
  // So that the script leaves it alone for the rest of this story.
  await page.keyboard.press('p')
  await button('Dossier pauzeren').click()
  await button('Hervatten').waitFor()
})

test('one letter sets a result, and it can be taken back', async () => {
  await page.keyboard.press('r')
  await page.getByRole('dialog', { name: 'Resultaat van dossier E2E-1' }).waitFor()
  faults.push(...(await faultsOf(page, 'result')))
  await page.keyboard.press('n')
  await page.getByRole('button', { name: /^Ongedaan maken/ }).click()
  await seen('Het dossier staat weer zoals het was.')
  await seen('Resultaat: Wil niet betalen')
  await seen('Ongedaan gemaakt')
})

test('two people at one case see each other, and who was not first sees both versions and keeps what was typed', async () => {
  await other.goto(page.url())
  await seen('Tess de Leider kijkt ook')
  await button('Wijzigen').click()
  await page.getByLabel('Plaats').fill('Utrecht')
  await seen('is dit dossier aan het wijzigen', other)
  await page.reload()
  await button('Wijzigen').click()
  await seen('Uw concept is teruggezet')
  expect(await page.getByLabel('Plaats').inputValue()).toBe('Utrecht')

  await other.keyboard.press('r')
  await other.getByRole('dialog', { name: 'Resultaat van dossier E2E-1' }).waitFor()
  await other.keyboard.press('k')
  await seen('Dit dossier is intussen veranderd')
  faults.push(...(await faultsOf(page, 'stale')))
  await button('Toch: Wijzigingen bewaren').click()
  await seen('De gegevens zijn bewaard.')
  await seen('Gegevens gewijzigd: plaats')
  await seen('Resultaat: Kan niet betalen')
})

test('closing asks for a result that ends a case, and reopening lets it go on', async () => {
  await page.keyboard.press('s')
  await page.getByRole('dialog').getByLabel('Resultaat').selectOption('RET')
  await button('Dossier sluiten').click()
  await seen('Dossier gesloten: Retour opdrachtgever')
  await button('Heropenen').click()
  await button('Dossier heropenen').click()
  await seen('Dossier heropend')
  expect(faults).toEqual([])
})
