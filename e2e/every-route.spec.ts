import { type Locale, locales } from '@regie/contract/locale.ts'
import { privacyApi } from '@regie/contract/privacy.ts'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { demoCase, demoCustomer } from './demo-cases.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { openScreen, untilShown } from './open-screen.ts'
import { screenAddresses } from './screen-addresses.ts'
import { faultsAt } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'
import { textFaults } from './text-faults.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  // With a past: screens that are full show more than empty ones.
  product = await startProduct({ env: { DEMO_PAST: '1' } })
  await registerRequest()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

/** The product begins without a request of a person about what is kept of them. */
async function registerRequest() {
  const api = new ApiClient(product.url)
  await api.signIn('beheer', product.password)
  const asked = { kind: 'access' as const, receivedOn: new Date().toISOString().slice(0, 10), identifiedBy: 'document' as const }
  const request = { customerID: await demoCustomer(api), ...asked, caseIDs: [await demoCase(api, 'D1003')] }
  const { status, text } = await api.call(privacyApi.add, { body: request })
  if (status !== 200) throw new Error(`a request was answered ${status} ${text}`)
}

async function walk(locale: Locale, size: 'desktop' | 'phone', addresses: readonly string[]): Promise<string[]> {
  const { page, complaints } = await openPage(browser, size)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'beheer', product.password)
  await page.evaluate((chosen) => localStorage.setItem('regie.locale', chosen), locale)
  await page.reload()
  await untilShown(page)
  const faults: string[] = []
  for (const address of addresses) {
    const where = `${address} ${locale} ${size}`
    try {
      await openScreen(page, address)
    } catch (error) {
      faults.push(`${where}: ${error instanceof Error ? error.message : String(error)}`)
      continue
    }
    faults.push(...(await faultsAt(page, where)), ...(await textFaults(page, where)))
    faults.push(...complaints.splice(0).map((complaint) => `${where}: ${complaint}`))
  }
  await page.context().close()
  return faults
}

// English is neither the longest nor the usual one: it is walked in the full form (`E2E_FULL=1`).
const walked = process.env.E2E_FULL ? locales : locales.filter((locale) => locale !== 'eng')

test('every route serves everybody, in each language and at each size', { timeout: 600_000 }, async () => {
  const addresses = await screenAddresses()
  // Every other one goes the other way: one person who asks the heavy questions of one screen twice at once is made to wait.
  const walks = await Promise.all(
    walked.map((locale, no) => walk(locale, locale === 'nl' ? 'desktop' : 'phone', no % 2 === 0 ? addresses : addresses.toReversed())),
  )
  expect(walks.flat()).toEqual([])
})
