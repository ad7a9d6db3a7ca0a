import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Locale, locales } from '@regie/contract/locale.ts'
import type { Page } from 'playwright'
import { viewports } from './open-browser.ts'
import { faultsAt } from './screen-faults.ts'
import { textFaults } from './text-faults.ts'

/** A text as the files have it: `say('cases.channels.email')`. */
export type Say = (key: string) => string

/** What is wrong with something that opens over a screen, in each language on a phone; `show` opens it after the page has loaded again. */
export async function faultsInLanguages(page: Page, screen: string, show: (say: Say) => Promise<unknown>): Promise<string[]> {
  const faults: string[] = []
  await page.setViewportSize(viewports.phone)
  // Dutch is last, and stays.
  for (const locale of locales.toReversed()) {
    await page.evaluate((chosen) => localStorage.setItem('regie.locale', chosen), locale)
    await page.reload()
    await page.locator('main h1').first().waitFor()
    await show(textsOf(locale))
    const where = `${screen} ${locale}`
    faults.push(...(await faultsAt(page, where)), ...(await textFaults(page, where)))
  }
  await page.setViewportSize(viewports.desktop)
  return faults
}

function textsOf(locale: Locale): Say {
  return (key) => {
    const [file = '', ...names] = key.split('.')
    // What is said of a case on paper too stands in the contract.
    const places = [`../web/src/locales/${locale}/${file}.json`, ...(file === 'cases' ? [`../contract/src/case-words/${locale}.json`] : [])]
    const text = places
      .map((place) => JSON.parse(readFileSync(path.resolve(import.meta.dirname, place), 'utf8')) as unknown)
      .map((texts) => names.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], texts))
      .find((found) => found !== undefined)
    if (typeof text !== 'string') throw new Error(`no text ${key} in ${locale}`)
    return text
  }
}
