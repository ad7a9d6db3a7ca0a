import { readFileSync } from 'node:fs'
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

test('an invoice that staff add to a case is kept by its debtor on a phone; one that they remove is not there any more', async () => {
  const caseID = await demoCase(api, 'D1005')
  await page.goto(`${product.url}/cases/${caseID}`)
  const panel = page.getByRole('region', { name: 'Documenten' })
  await panel.getByText('Er staan geen documenten bij dit dossier.').waitFor()
  await panel.getByRole('button', { name: 'Toevoegen' }).click()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('menuitem', { name: /^Factuur/ }).click()])
  const invoice = { name: 'Factuur 17.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }
  await chooser.setFiles([invoice, { ...invoice, name: 'tekst.pdf', buffer: Buffer.from('geen PDF') }])
  await panel.getByText(/tekst\.pdf is niet toegevoegd\. De inhoud past niet/).waitFor()
  await panel.getByRole('button', { name: 'Factuur 17.pdf', exact: true }).waitFor()
  await page.getByText('Factuur toegevoegd').first().waitFor()
  const faults = await faultsOf(page, 'documents of a case')

  await page.goto(`${product.url}/cases/${caseID}?tab=payment`)
  const address =
    (await page
      .getByRole('link', { name: /Openen/ })
      .first()
      .getAttribute('href')) ?? ''
  const { page: debtor } = await openPage(browser, 'phone')
  const { body: found } = await api.call(caseApi.get, { params: { caseID }, query: {} })
  await debtor.goto(`${address}/own`)
  await debtor.locator('input[name=answer]').fill(found.fields['geboortedatum'] ?? found.fields['postcode'] ?? '')
  await debtor.locator('form button[type=submit]').click()
  // This debtor reads English.
  await debtor.getByRole('link', { name: /Letters and messages/ }).click()
  faults.push(...(await faultsOf(debtor, 'letters and invoice')))
  const [kept] = await Promise.all([debtor.waitForEvent('download'), debtor.getByRole('link', { name: 'Factuur 17.pdf' }).click()])
  expect([kept.suggestedFilename(), readFileSync(await kept.path())]).toEqual([invoice.name, invoice.buffer])

  await page.goto(`${product.url}/cases/${caseID}`)
  await panel.getByRole('button', { name: 'Factuur 17.pdf verwijderen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verwijderen' }).click()
  await panel.getByText('Er staan geen documenten bij dit dossier.').waitFor()
  await debtor.reload()
  await debtor.getByRole('heading', { name: 'Letters and messages' }).waitFor()
  expect(await debtor.getByRole('link', { name: 'Factuur 17.pdf' }).count()).toBe(0)
  await debtor.context().close()
  expect(faults).toEqual([])
}, 120_000)
