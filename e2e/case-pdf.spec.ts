import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '../server/test/read-pdf.ts'
import { ApiClient } from './api-client.ts'
import { demoCase } from './demo-cases.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let page: Page
let complaints: string[]
let caseID: number

beforeAll(async () => {
  product = await startProduct()
  const api = new ApiClient(product.url)
  await api.signIn('teamleider', product.password)
  caseID = await demoCase(api, 'D1040')
  browser = await openBrowser()
  ;({ page, complaints } = await openPage(browser))
  await page.emulateMedia({ reducedMotion: 'reduce' })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
async function openDialog() {
  await button('Meer').first().press('Enter')
  await page.getByRole('menuitem', { name: 'PDF van dossier' }).press('Enter')
  await page.getByRole('dialog', { name: 'PDF van dossier D1040' }).getByText('Wat staat erin?').waitFor()
}
async function saved() {
  const download = page.waitForEvent('download')
  await button('PDF downloaden').press('Enter')
  const file = await download
  return { name: file.suggestedFilename(), ...readPdf(readFileSync(await file.path())) }
}

test('a team leader takes a whole case along as a PDF, with the keyboard', async () => {
  await signIn(page, product.url, 'teamleider', product.password)
  await page.goto(`${product.url}/cases/${caseID}`)
  await openDialog()
  expect(await faultsOf(page, 'pdf of a case')).toEqual([])
  const { name, text, pages } = await saved()
  expect(name).toBe('dossier-D1040.pdf')
  expect(pages).toBeGreaterThan(0)
  const plain = text.replaceAll(/\s+/g, ' ')
  for (const words of ['Dossier D1040 · Demo Incasso', 'Details', 'Betalingen', 'Notities', 'Tijdlijn', 'Dossier geïmporteerd'])
    expect(plain).toContain(words)
  expect(plain).toMatch(/Gemaakt door Tess de Leider op /)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('without the timeline, and with personal data masked, where that is asked', async () => {
  await openDialog()
  await page.getByRole('checkbox', { name: /^Hele tijdlijn/ }).uncheck()
  await page.getByRole('checkbox', { name: 'Persoonsgegevens afschermen' }).check()
  const plain = (await saved()).text.replaceAll(/\s+/g, ' ')
  expect(plain).toContain('Persoonsgegevens zijn in dit bestand afgeschermd.')
  expect(plain).toContain('+316••••••')
  expect(plain).not.toContain('Dossier geïmporteerd')
})

test('who may not export reads why the button does nothing', async () => {
  const { page: agent } = await openPage(browser)
  await signIn(agent, product.url, 'medewerker', product.password)
  await agent.goto(`${product.url}/cases/${caseID}`)
  await agent.getByRole('button', { name: 'Meer', exact: true }).first().click()
  const item = agent.getByRole('menuitem', { name: /^PDF van dossier/ })
  await item.waitFor()
  expect(await item.getAttribute('aria-disabled')).toBe('true')
  expect(complaints).toEqual([])
})
