import { callApi } from '@regie/contract/calls.ts'
import { caseApi } from '@regie/contract/cases.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { demoCase } from './demo-cases.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let page: Page
let complaints: string[]
let api: ApiClient
beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  api = new ApiClient(product.url)
  await api.signIn('beheer', product.password)
  ;({ page, complaints } = await openPage(browser))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'beheer', product.password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

const seen = (text: string | RegExp) => page.getByText(text).first().waitFor()
const button = (name: string | RegExp) => page.getByRole('button', { name })

test('somebody who may change scripts draws a conversation of two pieces; an agent is led by it with the keys, and the promise is kept', async () => {
  await page.goto(`${product.url}/guides`)
  await button('Nieuwe gespreksleidraad').click()
  await page.getByRole('dialog').getByLabel('Naam').fill('Kort gesprek')
  await button('Maken en tekenen').click()
  await page.getByRole('heading', { name: 'Kort gesprek' }).waitFor()
  await page.getByRole('tab', { name: 'Lijst' }).click()
  await seen('Er staat nog niet wat de medewerker zegt')
  expect(await button('Publiceren').getAttribute('aria-disabled')).toBe('true')

  await page.getByLabel('Wat de medewerker zegt').fill('Goedendag, met {{medewerker}}. Spreek ik met {{naam}}?')
  await page.getByLabel('Antwoord 1', { exact: true }).fill('Ja, dat ben ik')
  await button('Stuk toevoegen').click()
  await page.getByLabel('Wat de medewerker zegt').fill('Er staat nog {{bedrag}} open. Wanneer kunt u betalen?')
  await button('Antwoord toevoegen').click()
  await page.getByLabel('Antwoord 1', { exact: true }).fill('Op een afgesproken dag')
  await button('Einde toevoegen').click()
  await page.getByLabel('Hoe de medewerker afsluit').fill('Dank u, ik noteer het.')
  // The first answer led to the end that was there; now it goes to the piece.
  const pieces = page.getByRole('list', { name: 'Stukken van het gesprek' })
  await pieces.getByRole('button', { name: /Opening/ }).click()
  await page.getByLabel('Waar antwoord 1 heen leidt').selectOption({ label: '→ Stuk' })
  await button('Antwoord 2 weghalen').click()
  await pieces
    .getByRole('button', { name: /^\d*\s*Einde(?! 2)/ })
    .first()
    .click()
  await button('Stuk verwijderen').click()
  await seen('Concept opgeslagen')
  const faults = await faultsOf(page, 'guide-drawn')
  await button('Publiceren').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publiceren' }).click()
  await seen('Gepubliceerd, versie 1')
  await page.getByRole('tab', { name: 'Gebruik' }).click()
  await page.getByText('Standaard voor alle andere gesprekken').click()
  await button('Gebruik opslaan').click()
  await seen('Standaard')

  const caseID = await demoCase(api, 'D1030')
  const { body: found } = await api.call(caseApi.get, { params: { caseID }, query: {} })
  const openAmount = ((found.outstandingCents ?? 0) / 100).toLocaleString('nl-NL', { minimumFractionDigits: 2 })
  await api.call(callApi.start, { params: { caseID } })
  await page.goto(`${product.url}/desk`)
  await page.getByRole('region', { name: 'In gesprek' }).waitFor()
  await seen(/Goedendag, met Bea Beheer\. Spreek ik met/)
  await page.keyboard.press('1')
  await seen(/Daarna staat hier wat u zegt/)
  expect(await page.getByText(openAmount).count()).toBe(0)
  await page.getByText('Op een andere manier vastgesteld').click()
  await page.getByRole('textbox', { name: 'Hoe weet u het?' }).fill('Stem 1 herkend')
  await button('Zelf vastgesteld').click()
  await seen(/Wanneer kunt u betalen\?/)
  faults.push(...(await faultsOf(page, 'guide-followed')))
  await page.keyboard.press('1')
  await seen('Dank u, ik noteer het.')
  await page.keyboard.press('Backspace')
  await seen(/Wanneer kunt u betalen\?/)
  await page.keyboard.press('1')
  await seen('Dank u, ik noteer het.')
  await page.keyboard.press('1')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Control+Enter')
  await seen('Einde bereikt')
  await seen('gegeven')
  await button(/^Ophangen/).click()
  const finish = button('Afronden')
  const over = page.getByText('Geen gesprek', { exact: true })
  await finish.or(over).first().waitFor()
  if (await finish.isVisible()) await finish.click()
  await over.waitFor()

  await page.goto(`${product.url}/cases/${caseID}`)
  await seen(/Gesprek volgens “Kort gesprek”: Opening: Ja, dat ben ik · Stuk: Op een afgesproken dag/)
  await seen(/Toegezegd: /)
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})
