import path from 'node:path'
import { type Locale, locales } from '@regie/contract/locale.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsAt } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'
import { textFaults } from './text-faults.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  // With a past: screens that are full show more than empty ones.
  product = await startProduct({ env: { DEMO_PAST: '1' } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

/** What a screen shows beside its first tab; the cases of a figure need one. */
const tabs: Record<string, readonly string[]> = {
  figure: ['figure=outstanding', 'figure=broken'],
  batch: ['', 'tab=settings', 'tab=results', 'tab=why'],
  case: ['', 'tab=communication'],
  arrangements: ['', 'tab=callbacks'],
  script: ['', 'tab=variables', 'tab=filters', 'tab=fields', 'tab=why', 'tab=why&place=sleeping'],
  editor: ['', 'template=1', 'template=1&side=options', 'template=1&side=revisions'],
  rightGroups: ['', 'tab=groups', 'tab=kinds'],
}

/** Every screen of the product, of the first batch, case and script; a screen that comes is walked too. */
async function addresses(): Promise<string[]> {
  // The browser's part has types of its own.
  const pathsFile = path.resolve(import.meta.dirname, '../web/src/paths.ts')
  const { screenPaths } = (await import(pathsFile)) as { screenPaths: Record<string, string> }
  return Object.entries(screenPaths).flatMap(([name, address]) => {
    const ofFirst = address.replace('{-$templateKind}', 'email').replaceAll(/\{-\$\w+\}|\$\w+/g, '1')
    return (tabs[name] ?? ['']).map((tab) => (tab === '' ? ofFirst : `${ofFirst}?${tab}`))
  })
}

async function walk(locale: Locale, size: 'desktop' | 'phone'): Promise<string[]> {
  const { page, complaints } = await openPage(browser, size)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'beheer', product.password)
  await page.evaluate((chosen) => localStorage.setItem('regie.locale', chosen), locale)
  const faults: string[] = []
  for (const address of await addresses()) {
    await page.goto(product.url + address)
    await isThere(page)
    const where = `${address} ${locale} ${size}`
    faults.push(...(await faultsAt(page, where)), ...(await textFaults(page, where)))
    faults.push(...complaints.splice(0).map((complaint) => `${where}: ${complaint}`))
  }
  await page.context().close()
  return faults
}

/** Title and content are there, and no outline of what is still to come. */
async function isThere(page: Page) {
  await page.locator('main h1').first().waitFor()
  await page.locator('main [class*=skeleton]').first().waitFor({ state: 'detached' })
}

test('every route serves everybody, in each language and at each size', { timeout: 300_000 }, async () => {
  const walks = await Promise.all(locales.map((locale) => walk(locale, locale === 'nl' ? 'desktop' : 'phone')))
  expect(walks.flat()).toEqual([])
})
