import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsInLanguages } from './in-languages.ts'
import { openBrowser, openPage, signIn, viewports } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let leader: Page
let agent: Page
let complaints: string[]
beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  const [one, other] = [await openPage(browser), await openPage(browser)]
  leader = one.page
  agent = other.page
  complaints = one.complaints
  await signIn(leader, product.url, 'teamleider', product.password)
  await signIn(agent, product.url, 'medewerker', product.password)
  for (const page of [leader, agent]) {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${product.url}/admin/chat`)
    await page.getByRole('heading', { name: 'Algemeen' }).waitFor()
  }
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

const box = (page: Page) => page.getByRole('textbox', { name: 'Bericht aan' })

test('what one writes stands on the screen of a colleague at once, as text, and can be changed', async () => {
  await box(leader).fill('Goedemiddag <b>collega</b>')
  await box(leader).press('Enter')
  await agent.getByText('Goedemiddag <b>collega</b>').waitFor({ timeout: 5_000 })
  await box(leader).press('ArrowUp')
  const editing = leader.getByRole('textbox', { name: 'Bericht wijzigen' })
  await editing.fill('Goedemiddag allemaal')
  await editing.press('Enter')
  await agent.getByText('Goedemiddag allemaal').waitFor({ timeout: 5_000 })
  await agent.getByText('bewerkt').first().waitFor()
})

test('a talk between two is opened by name, a colleague sees that it is unread, and a draft stays', async () => {
  await leader.getByRole('button', { name: 'Collega aanspreken' }).click()
  await leader.getByRole('dialog').getByRole('button', { name: '@medewerker' }).click()
  await leader.getByText('Alleen u en').waitFor()
  await box(leader).fill('Kunt u even kijken?')
  await box(leader).press('Enter')
  await agent
    .getByRole('link', { name: /1 ongelezen bericht/ })
    .last()
    .click()
  await agent.getByRole('log').getByText('Kunt u even kijken?').waitFor()
  await expect.poll(() => agent.getByRole('link', { name: /ongelezen/ }).count(), { timeout: 5_000 }).toBe(0)
  await box(agent).fill('Ik schrijf nog')
  await agent.reload()
  await expect.poll(() => box(agent).inputValue(), { timeout: 10_000 }).toBe('Ik schrijf nog')
})

test('it serves everybody, at a desk and on a phone, in each language', async () => {
  const faults = await faultsOf(leader, 'chat')
  faults.push(...(await faultsInLanguages(leader, 'chat', () => leader.getByRole('log').waitFor())))
  expect(faults).toEqual([])
  await leader.setViewportSize(viewports.phone)
  await leader.getByRole('button', { name: 'Terug naar kanalen' }).click()
  await leader.getByRole('navigation', { name: 'Kanalen en gesprekken' }).waitFor()
  expect(complaints).toEqual([])
})
