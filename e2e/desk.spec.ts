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
  await api.signIn('teamleider', product.password)
  ;({ page, complaints } = await openPage(browser))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'teamleider', product.password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

const seen = (text: string | RegExp) => page.getByText(text).first().waitFor()

test('a call at the desk: answered, identified, a result by one key, and done; whoever reloads goes on where they were', async () => {
  // Numbers that end in 77 are always answered.
  const caseID = await demoCase(api, 'D1030')
  const { body: found } = await api.call(caseApi.get, { params: { caseID }, query: {} })
  const openAmount = ((found.outstandingCents ?? 0) / 100).toLocaleString('nl-NL', { minimumFractionDigits: 2 })
  await api.call(callApi.start, { params: { caseID } })
  await page.goto(`${product.url}/desk`)
  await page.getByRole('heading', { name: found.name }).waitFor()
  await page.getByRole('region', { name: 'In gesprek' }).waitFor()
  expect(await page.getByText(openAmount).count()).toBe(0)
  const faults = await faultsOf(page, 'desk-unknown')

  await page.getByText('Op een andere manier vastgesteld').click()
  await page.getByRole('textbox', { name: 'Hoe weet u het?' }).fill('Stem herkend')
  await page.getByRole('button', { name: 'Zelf vastgesteld' }).click()
  await seen(new RegExp(openAmount.replaceAll('.', '\\.')))
  await page.reload()
  await seen(/Zelf vastgesteld om/)
  await seen(new RegExp(openAmount.replaceAll('.', '\\.')))
  await page.getByRole('region', { name: 'In gesprek' }).waitFor()
  faults.push(...(await faultsOf(page, 'desk-talking')))

  // As long as a conversation leads, the numbers are its answers.
  await page.getByRole('button', { name: 'Leidraad verlaten' }).click()
  await seen(/U hebt de leidraad verlaten/)
  const informed = page.getByRole('button', { name: /Informatie/ })
  const key = (await informed.locator('kbd').textContent()) ?? ''
  await page.keyboard.press(key)
  await seen('gegeven')
  await page.keyboard.press('n')
  await page.keyboard.type('Wil vrijdag betalen')
  await seen('Bewaard')
  await page.getByRole('button', { name: /^Ophangen/ }).click()
  await page.getByRole('button', { name: 'Afronden' }).click()
  await seen(/^Geen gesprek$/)
  await page.reload()
  await seen(/^Geen gesprek$/)
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})
