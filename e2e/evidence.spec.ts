import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { strToU8, unzipSync, zipSync } from 'fflate'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { demoCase } from './demo-cases.ts'
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

test('a case is taken along as evidence, is verified as unchanged, and what somebody changed in it is named', async () => {
  const api = new ApiClient(product.url)
  await api.signIn('beheer', product.password)
  const caseID = await demoCase(api, 'D1040')
  const { page, complaints } = await openPage(browser)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'beheer', product.password)
  await page.goto(`${product.url}/cases/${caseID}`)
  await page.getByRole('button', { name: 'Meer', exact: true }).first().press('Enter')
  await page.getByRole('menuitem', { name: 'Bewijspakket' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Elk bestand hangt met een controlegetal').waitFor()
  const faults = await faultsOf(page, 'evidence of a case')
  const [saved] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Pakket downloaden' }).click()])
  const whole = path.join(product.dataDir, saved.suggestedFilename())
  await saved.saveAs(whole)

  await page.goto(`${product.url}/reports/evidence`)
  faults.push(...(await faultsOf(page, 'verifying evidence')))
  const input = page.locator('input[type=file]')
  await input.setInputFiles(whole)
  await page.getByRole('status').getByText('Ongewijzigd').waitFor()
  await page.getByRole('link', { name: 'Dossier D1040' }).waitFor()
  faults.push(...(await faultsOf(page, 'unchanged evidence')))

  const files = unzipSync(new Uint8Array(await readFile(whole)))
  const changed = path.join(product.dataDir, 'gewijzigd.zip')
  await writeFile(changed, zipSync({ ...files, 'timeline.jsonl': strToU8('{}\n') }))
  await input.setInputFiles(changed)
  await page.getByRole('status').getByText('Gewijzigd sinds het werd gemaakt').waitFor()
  await page.getByText('timeline.jsonl: gewijzigd').waitFor()
  faults.push(...(await faultsOf(page, 'changed evidence')))
  expect([...faults, ...complaints]).toEqual([])
  await page.context().close()
})
