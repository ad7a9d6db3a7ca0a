import { arrangementApi } from '@regie/contract/arrangements.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { customerApi } from '@regie/contract/customers.ts'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { dutchExport } from './demo-file.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
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

test('the sign-in screen serves everybody in three languages', async () => {
  const { page } = await openPage(browser)
  await page.goto(`${product.url}/login`)
  const faults: string[] = []
  for (const [language, title] of [
    ['Nederlands', 'Inloggen'],
    ['English', 'Sign in'],
    ['Français', 'Connexion'],
  ] as const) {
    await page.getByRole('button', { name: language }).click()
    await page.getByRole('heading', { name: title }).waitFor()
    faults.push(...(await faultsOf(page, `login ${language}`)))
  }
  expect(faults).toEqual([])
  await page.context().close()
})

test('every main screen serves everybody', async () => {
  const { page, complaints } = await openPage(browser)
  // What is on its way in is half transparent, and would be measured so.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const faults: string[] = []
  const look = async (screen: string) => {
    faults.push(...(await faultsOf(page, screen)))
  }
  await signIn(page, product.url, 'teamleider', product.password)
  const batch = page.getByRole('link', { name: 'Demo: herinneringen' })
  await batch.waitFor()
  await look('batches')

  await batch.click()
  await page.getByRole('link', { name: 'D1040' }).waitFor()
  await look('batch')
  await page.getByRole('button', { name: 'Pauzeren' }).click()
  await page.getByRole('dialog').waitFor()
  await look('pause')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Resultaten' }).click()
  await page.getByRole('button', { name: 'CSV downloaden' }).waitFor()
  await page.getByRole('table', { name: 'Dossiers per resultaat' }).waitFor()
  await look('results')

  await page.goto(`${product.url}/search?q=D1040`)
  const found = page.getByRole('link', { name: 'D1040' })
  await found.waitFor()
  await look('search')
  await found.click()
  await page.getByText('Dossier geïmporteerd').waitFor()
  await look('case')

  await page.goto(`${product.url}/files/upload`)
  await page.getByRole('button', { name: 'Bestand kiezen' }).waitFor()
  await look('upload')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'export.csv', mimeType: 'text/csv', buffer: Buffer.from(dutchExport('P', 30)) })
  await page.getByRole('button', { name: /^Direct beginnen met 30/ }).waitFor()
  await look('preview')
  await page.getByRole('button', { name: 'Kolommen wijzigen' }).click()
  await page.getByLabel('Kolom openstaand wordt').waitFor()
  await look('mapping')

  expect(faults).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})

/** Makes a call-back for whoever is available, in the first case of the demo that may be called. */
async function makeCallback(note: string) {
  const api = new ApiClient(product.url)
  await api.signIn('teamleider', product.password)
  const { body: customers } = await api.call(customerApi.list)
  const customerID = customers.find(({ name }) => name === 'Demo Incasso')?.customerID ?? 0
  const { body: found } = await api.call(caseApi.list, { query: { customerID, status: 'open', limit: 20 } })
  const from = new Date(Date.now() + 3_600_000).toISOString()
  for (const { caseID } of found.rows) {
    const params = { caseID }
    const { body } = await api.call(arrangementApi.callbackMoment, { params, query: { from } })
    if (body.at === null) continue
    const { status, text } = await api.call(arrangementApi.addCallback, { params, body: { at: body.at, forUserID: null, note } })
    if (status === 200) return
    throw new Error(`making a call-back answered ${status} ${text}`)
  }
  throw new Error('the demo has no open case that may be called')
}

test('mending rows of a file, and the question who calls back, serve everybody', async () => {
  const { page, complaints } = await openPage(browser)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const faults: string[] = []
  await signIn(page, product.url, 'teamleider', product.password)

  await page.goto(`${product.url}/files/upload`)
  const wrong = Buffer.from(dutchExport('R', 3)).toString('latin1').replace('20,00', 'twintig')
  await page.locator('input[type=file]').setInputFiles({ name: 'fout.csv', mimeType: 'text/csv', buffer: Buffer.from(wrong, 'latin1') })
  const grid = page.getByRole('region', { name: 'Rijen herstellen' })
  await grid.getByRole('table').waitFor()
  faults.push(...(await faultsOf(page, 'repair')))

  // Who leaves the check finds the way back where another file would begin, also in a browser that never saw the file.
  const other = await openPage(browser)
  await other.page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(other.page, product.url, 'teamleider', product.password)
  await other.page.goto(`${product.url}/files/upload`)
  const left = other.page.getByRole('region', { name: 'Nog niet afgemaakt' })
  await left.getByText('1 rij met een fout').waitFor()
  faults.push(...(await faultsOf(other.page, 'left-import')))
  await left.getByRole('link', { name: 'Verdergaan met fout.csv' }).click()
  await other.page.waitForURL(page.url())
  await other.page.getByRole('region', { name: 'Rijen herstellen' }).getByRole('table').waitFor()

  // A colleague sees whose it is, and has nothing to press there.
  const colleague = await openPage(browser)
  await signIn(colleague.page, product.url, 'beheer', product.password)
  await colleague.page.goto(`${product.url}/files/upload`)
  const theirs = colleague.page.getByRole('region', { name: 'Nog niet afgemaakt' }).getByRole('listitem').filter({ hasText: 'fout.csv' })
  await theirs.getByText('Van Tess de Leider', { exact: false }).waitFor()
  expect(await theirs.getByRole('link').or(theirs.getByRole('button')).count()).toBe(0)

  // What is dropped in one browser is gone from the other.
  await other.page.goto(`${product.url}/files/upload`)
  await left.getByRole('button', { name: 'Weggooien fout.csv' }).click()
  await other.page.getByRole('dialog').getByRole('button', { name: 'Weggooien' }).click()
  await left.locator('strong', { hasText: 'fout.csv' }).waitFor({ state: 'detached' })
  await colleague.page.reload()
  await colleague.page.getByText('Sleep een bestand hierheen').waitFor()
  await expect.poll(() => colleague.page.getByText('fout.csv').count()).toBe(0)
  for (const one of [other, colleague]) {
    expect(one.complaints).toEqual([])
    await one.page.context().close()
  }

  await makeCallback('Belt liever terug')
  await page.goto(`${product.url}/arrangements?tab=callbacks`)
  const callback = page.getByRole('row').filter({ hasText: 'Belt liever terug' })
  await callback.hover()
  await page.getByRole('button', { name: 'Aan een collega geven' }).click()
  await page.getByRole('dialog').waitFor()
  faults.push(...(await faultsOf(page, 'give')))
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})
