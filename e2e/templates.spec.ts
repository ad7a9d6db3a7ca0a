import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, signIn, viewports } from './open-browser.ts'
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

test('a text is written, survives a tab that is killed, and is sent after it is activated', async () => {
  const { page, complaints } = await openPage(browser)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const faults: string[] = []
  await signIn(page, product.url, 'beheer', product.password)
  await page.goto(`${product.url}/editor/email`)
  await page.getByRole('button', { name: /^Eerste herinnering/ }).click()
  await page.frameLocator('iframe').getByText('Beste Sanne de Vries,').waitFor()
  faults.push(...(await faultsOf(page, 'e-mail')))

  await page.getByRole('textbox', { name: 'Onderwerp' }).fill('Uw factuur {{factuurnummer}}')
  await page.getByRole('status').getByText('Concept opgeslagen', { exact: true }).waitFor()
  // A tab that is killed asks nobody anything.
  const { page: next, complaints: later } = await openPage(browser)
  await next.emulateMedia({ reducedMotion: 'reduce' })
  const address = page.url()
  await page.context().close()
  await signIn(next, product.url, 'beheer', product.password)
  await next.goto(address)
  await next.getByText('Er is niets aan te merken.').waitFor()
  const preheader = next.getByRole('textbox', { name: 'Voorregel' })
  await preheader.fill('')
  const checks = next.getByRole('list', { name: 'Controle van de tekst' })
  const missing = checks.getByRole('listitem').filter({ hasText: 'Er is geen voorregel' })
  await missing.waitFor()
  faults.push(...(await faultsOf(next, 'check')))
  await missing.getByRole('button', { name: /^Herstellen/ }).click()
  await next.getByText('Er is niets aan te merken.').waitFor()
  expect(await preheader.inputValue()).not.toBe('')
  await next.getByRole('status').getByText('Concept opgeslagen', { exact: true }).waitFor()
  expect(await next.getByRole('textbox', { name: 'Onderwerp' }).inputValue()).toBe('Uw factuur {{factuurnummer}}')

  await next.getByRole('tab', { name: 'Opties' }).click()
  await next.getByRole('region', { name: 'Weergave' }).locator('summary').click()
  await next.getByRole('region', { name: 'Weergave' }).getByLabel('Urgentie').selectOption({ label: 'Hoog' })
  await next.getByRole('button', { name: 'Urgentie: terug naar de standaard' }).waitFor()
  await next.getByRole('region', { name: 'Ontvangers' }).locator('summary').click()
  const receiver = next.getByRole('region', { name: 'Ontvangers' }).getByLabel('Aan', { exact: true })
  await receiver.fill('{{adviseur_van_niemand}}')
  await next.getByText('Bij Opties staat een onbekend veld als adres: adviseur_van_niemand').first().waitFor()
  // The fault leads to its option, also where the group was closed.
  await next.getByRole('region', { name: 'Ontvangers' }).locator('summary').click()
  await next.getByRole('button', { name: /^Naar de optie/ }).click()
  await receiver.waitFor()
  faults.push(...(await faultsOf(next, 'options')))
  await receiver.fill('')
  await next.getByText('Er is niets aan te merken.').waitFor()
  await next.getByRole('status').getByText('Concept opgeslagen', { exact: true }).waitFor()

  await next.getByRole('tab', { name: 'Revisies' }).click()
  await next.getByRole('button', { name: 'Vergelijken met nu' }).first().click()
  expect(await next.locator('ins').first().textContent()).toContain('Uw')
  faults.push(...(await faultsOf(next, 'revisions')))

  await next.getByRole('button', { name: 'Activeren' }).click()
  await next.getByRole('dialog').getByText('Nieuwe berichten krijgen meteen deze tekst.').waitFor()
  faults.push(...(await faultsOf(next, 'activate')))
  await next.getByRole('dialog').getByRole('button', { name: 'Activeren' }).click()
  await next.getByText('Revisie 3 actief').waitFor()
  // Nothing differs from the active one, so it offers nothing; on a phone what belongs to the list gives way to the text.
  const revision = (no: number) =>
    next
      .getByRole('list', { name: 'Revisies' })
      .getByRole('listitem')
      .filter({ hasText: `Revisie ${no}` })
  await revision(2).getByRole('button', { name: 'Overnemen in concept' }).waitFor()
  await expect.poll(() => revision(3).getByRole('button').count()).toBe(0)
  await next.setViewportSize(viewports.phone)
  await next.getByRole('tab', { name: 'Schrijven' }).waitFor()
  await next.getByRole('button', { name: 'Nieuw sjabloon' }).waitFor({ state: 'detached' })
  await next.getByRole('button', { name: 'Alle sjablonen' }).click()
  await next.getByRole('button', { name: 'Nieuw sjabloon' }).waitFor()
  await next.setViewportSize(viewports.desktop)

  await next.goto(`${product.url}/editor/sms`)
  await next.getByRole('button', { name: /^Herinnering per sms/ }).click()
  await next.getByRole('textbox', { name: 'Sms' }).fill('Beste Zoë, {{onbekend}}')
  await next.getByText('Onbekend veld: onbekend').waitFor()
  await next.getByText('Door ë passen er nog maar 70 tekens in een sms').waitFor()
  faults.push(...(await faultsOf(next, 'sms')))
  await next.setViewportSize({ width: 390, height: 844 })
  expect(await next.evaluate('document.documentElement.scrollWidth')).toBe(390)
  expect(faults).toEqual([])
  expect([...complaints, ...later]).toEqual([])
  await next.context().close()
}, 120_000)
