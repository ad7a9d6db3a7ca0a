import { arrangementApi } from '@regie/contract/arrangements.ts'
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
let api: ApiClient
beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  api = new ApiClient(product.url)
  await api.signIn('beheer', product.password)
  ;({ page } = await openPage(browser))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'beheer', product.password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

test('a debtor pays a part on a phone, chooses a plan, sends a proof and a moment to be called; staff see each at the case', async () => {
  const caseID = await demoCase(api, 'D1004')
  await page.goto(`${product.url}/cases/${caseID}?tab=payment`)
  const address =
    (await page
      .getByRole('link', { name: /Openen/ })
      .first()
      .getAttribute('href')) ?? ''
  const { page: debtor, complaints } = await openPage(browser, 'phone')
  const faults: string[] = []
  await debtor.goto(address)
  faults.push(...(await faultsOf(debtor, 'front page')))

  await debtor.getByRole('link', { name: /Een deel betalen/ }).click()
  await debtor.getByRole('textbox', { name: 'Bedrag' }).fill('5')
  await debtor.getByRole('button', { name: 'Naar de bank' }).click()
  await debtor.getByText(/Vul een bedrag in van/).waitFor()
  faults.push(...(await faultsOf(debtor, 'a part')))
  await debtor.getByRole('textbox', { name: 'Bedrag' }).fill('25,00')
  await debtor.getByRole('button', { name: 'Naar de bank' }).click()
  await debtor.waitForURL('**/simulated/bank/**')
  await debtor.getByRole('radio').first().check()
  await debtor.getByRole('button', { name: 'Betalen' }).click()
  // The page looks again by itself until the bank has said so.
  await debtor.getByText(/staat nog .* open/).waitFor({ timeout: 60_000 })
  await debtor.getByRole('button', { name: /Bekijk wat nog openstaat/ }).click()

  await debtor.getByRole('link', { name: /In termijnen betalen/ }).click()
  faults.push(...(await faultsOf(debtor, 'a plan')))
  await debtor.getByRole('button', { name: 'Dit spreek ik af' }).click()
  await debtor.getByRole('heading', { name: 'Uw betalingsregeling' }).waitFor()

  await debtor.getByRole('link', { name: 'Maak een belafspraak' }).click()
  faults.push(...(await faultsOf(debtor, 'a call')))
  await debtor.getByRole('button', { name: 'Afspraak maken' }).click()
  await debtor.getByText(/Afgesproken: wij bellen u/).waitFor()
  await debtor.getByRole('link', { name: 'Terug' }).click()

  await debtor.getByText('Klopt dit niet?').click()
  await debtor.getByRole('radio', { name: 'Ik heb al betaald' }).check()
  await debtor.getByLabel(/Bewijs/).setInputFiles({ name: 'afschrift.png', mimeType: 'image/png', buffer: png })
  await debtor.getByRole('button', { name: 'Versturen' }).click()
  await debtor.getByText('Wij hebben uw bericht ontvangen').waitFor()
  faults.push(...(await faultsOf(debtor, 'thanks')))
  // The amount that was too little.
  expect(complaints).toEqual([expect.stringMatching(/422 .*\/part$/)])
  await debtor.context().close()

  const { body: arranged } = await api.call(arrangementApi.list, { params: { caseID } })
  expect(arranged.promises.map(({ kind, by }) => [kind, by])).toContainEqual(['plan', ''])
  expect(arranged.callbacks.some(({ by, state }) => by === '' && state === 'open')).toBe(true)
  expect(arranged.complaints[0]?.files).toMatchObject([{ fileName: 'afschrift.png', bytes: png.length }])
  const { body: payments } = await api.call(caseApi.payments, { params: { caseID } })
  expect(payments.payments.map(({ amountCents }) => amountCents)).toContain(2500)
  await page.goto(`${product.url}/cases/${caseID}`)
  await page
    .getByText(/Debiteur koos op de betaalpagina een regeling/)
    .first()
    .waitFor()
  await page
    .getByText(/afschrift\.png/)
    .first()
    .waitFor()
  expect(faults).toEqual([])
}, 180_000)
