import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { complianceApi } from '@regie/contract/customers.ts'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTempFolder } from '../server/test/make-temp-folder.ts'
import { readPdf } from '../server/test/read-pdf.ts'
import { ApiClient } from './api-client.ts'
import { demoCase, demoCustomer } from './demo-cases.ts'
import { choose, openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

const root = makeTempFolder('letters')
const caps = { answeredPerDay: null, callsPerDay: null, callsPerWeek: null, writtenPerWeek: null, contactsPerLifetime: null }
let product: Product
let browser: Browser
let api: ApiClient
let caseID: number
let dir: string

beforeAll(async () => {
  product = await startProduct({ env: { DELIVERIES_DIR: root } })
  browser = await openBrowser()
  api = new ApiClient(product.url)
  await api.signIn('beheer', product.password)
  const customerID = await demoCustomer(api)
  dir = path.join(root, String(customerID), 'drukker')
  mkdirSync(dir, { recursive: true })
  // A customer on trial reaches no true print shop.
  const { body: held } = await api.call(complianceApi.get, { params: { customerID } })
  const { version, quietDaysAfterStaff } = held
  await api.call(complianceApi.change, {
    params: { customerID },
    body: { profile: 'service', caps, quietDaysAfterStaff, reason: 'Brieven naar een drukker', version },
  })
  caseID = await demoCase(api, 'D1002')
  const { body: found } = await api.call(caseApi.get, { params: { caseID }, query: {} })
  const fields = { ...found.fields, straat: 'Dorpsstraat', huisnummer: '12' }
  await api.call(caseActionApi.change, { params: { caseID }, body: { version: found.version, fields } })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

test('a text may go by post, is seen as a letter and sent from a case, and lies in the folder of the print shop', async () => {
  const { page, complaints } = await openPage(browser)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const faults: string[] = []
  await signIn(page, product.url, 'beheer', product.password)

  await page.goto(`${product.url}/admin/deliveries`)
  const shop = page.getByRole('region', { name: 'Brieven naar de drukker' })
  await shop.getByText('Er is geen drukker ingesteld', { exact: false }).waitFor()
  await shop.getByRole('button', { name: 'Wijzigen' }).click()
  const settings = page.getByRole('dialog', { name: 'Drukker wijzigen' })
  await settings.getByLabel('Map', { exact: true }).fill('drukker')
  await settings.getByLabel('Prijs van een brief').fill('1,05')
  faults.push(...(await faultsOf(page, 'print shop')))
  await settings.getByRole('button', { name: 'Opslaan' }).click()
  await shop.getByText('Een brief kost € 1,05.').waitFor()

  await page.goto(`${product.url}/editor/email`)
  await page.getByRole('button', { name: /^Eerste herinnering/ }).click()
  await page.getByRole('tab', { name: 'Opties' }).click()
  const use = page.getByRole('region', { name: 'Gebruik' })
  await use.getByLabel('Ook per post').check()
  await page.getByRole('status').getByText('Concept opgeslagen', { exact: true }).waitFor()
  faults.push(...(await faultsOf(page, 'text by post')))
  await page.getByRole('button', { name: 'Activeren' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Activeren' }).click()
  await page.getByText(/^Revisie \d+ actief$/).waitFor()

  await page.goto(`${product.url}/cases/${caseID}`)
  const documents = page.getByRole('region', { name: 'Documenten' })
  await documents.getByRole('button', { name: 'Brief versturen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Brief versturen' })
  await dialog.getByText('Dorpsstraat 12').waitFor()
  faults.push(...(await faultsOf(page, 'a letter')))
  const [preview] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Voorbeeld als PDF' }).click()])
  const seen = readPdf(readFileSync(await preview.path()))
  expect(seen.text).toContain('Dorpsstraat 12')
  await dialog.getByRole('button', { name: 'Versturen', exact: true }).click()
  await documents.getByText('Brief verstuurd').waitFor({ timeout: 90_000 })
  faults.push(...(await faultsOf(page, 'a letter sent')))

  const files = readdirSync(dir).toSorted()
  expect(files).toEqual([expect.stringMatching(/^adressen-\d+\.csv$/), expect.stringMatching(/^brief-\d+\.pdf$/)])
  expect(readFileSync(path.join(dir, files[0] ?? ''), 'utf8')).toContain(`${files[1]};`)
  expect(readPdf(readFileSync(path.join(dir, files[1] ?? ''))).text).toBe(seen.text)
  await page.goto(`${product.url}/admin/deliveries`)
  await shop.getByText('Laatst overgedragen', { exact: false }).waitFor()
  faults.push(...(await faultsOf(page, 'deliveries with letters')))

  await page.goto(`${product.url}/reports/works?tab=costs`)
  await page
    .getByRole('row', { name: /^Brief.*1,05/ })
    .first()
    .waitFor()
  faults.push(...(await faultsOf(page, 'costs of letters')))

  await page.goto(`${product.url}/scripts/1/flow?view=list`)
  await page.getByRole('button', { name: 'Stap toevoegen' }).click()
  await page.getByRole('menuitem', { name: 'Brief versturen' }).click()
  await page.getByLabel('Tekst van de brief').waitFor()
  await choose(page, 'Tekst van de brief', 'Eerste herinnering')
  faults.push(...(await faultsOf(page, 'a step that sends a letter')))
  await page.getByRole('tab', { name: 'Schema' }).click()
  faults.push(...(await faultsOf(page, 'a letter in the graph')))
  expect([...faults, ...complaints]).toEqual([])
}, 240_000)
