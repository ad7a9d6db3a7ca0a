import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  // Checks are played; on a busy machine that takes longer than anybody waits for it.
  product = await startProduct({ env: { SIMULATION_SECONDS: '30' } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Stappen', exact: true }).getByRole('button', { name: new RegExp(`^\\d+ ${name} `) })
const isKept = (page: Page) => page.getByRole('status').getByText('Concept opgeslagen').waitFor()
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

test('a script is drawn by keyboard, played for thirty days, kept as a check, made live and turned back', async () => {
  const { page, complaints } = await openPage(browser)
  // What moves by itself is at its end at once.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'beheer', product.password)
  await page.goto(`${product.url}/scripts/1/flow`)
  // Where there is room the graph stands first; all it does is done in the list too.
  await page.getByRole('group', { name: 'Schema van de stappen' }).waitFor()
  await tab(page, 'Lijst')
  await row(page, 'Betaallink').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  // Up, gone, and both taken back: the focus stays on the list.
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Delete')
  await row(page, 'Wacht op mail').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await row(page, 'Wacht op mail').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Wachttijd').fill('3')
  await page.getByLabel('Eenheid').selectOption('dagen')
  await isKept(page)
  await row(page, 'Wacht op mail').getByText('gewijzigd').waitFor()

  // A new step behind it needs a text; until it has one, nothing of this can live.
  await page.getByRole('button', { name: 'Stap toevoegen' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByLabel('Tekst').selectOption('')
  await page.getByText('Er is geen tekst gekozen').first().waitFor()
  const faults = await faultsOf(page, 'flow')
  await page.getByRole('button', { name: /^Activeren.*Los eerst de fouten op/ }).waitFor()
  await page.getByLabel('Tekst').selectOption('herinnering-sms')
  // It is read as the person would, for one who does not exist.
  await page.getByRole('figure', { name: 'Wat er verstuurd wordt' }).getByText('F-1001').waitFor()
  await page.getByText('Hier staan nu geen dossiers').waitFor()
  await isKept(page)

  // In the graph a step is dropped on a line and taken away again, and a way is led elsewhere by drawing it.
  await tab(page, 'Schema')
  const graph = page.getByRole('group', { name: 'Schema van de stappen' })
  await graph.getByText('Sms 2').waitFor()
  await dropBetween(page, 'Wachten', 'wacht-op-mail', 'sms-2')
  const dropped = graph.getByRole('group', { name: 'Wacht', exact: true })
  await dropped.press('Delete')
  await dropped.waitFor({ state: 'detached' })
  await isKept(page)
  await draw(page, 'sms-2', 'sms')
  await graph.getByText('Geen enkele weg leidt hierheen').waitFor()
  await page.getByRole('button', { name: 'Ga naar fout' }).click()
  await page.getByRole('complementary').getByText('Geen enkele weg leidt hierheen').waitFor()
  faults.push(...(await faultsOf(page, 'flow-graph')))
  await tab(page, 'Lijst')
  await row(page, 'Betaald na mail').getByText('1 fout').waitFor()
  await page.getByRole('button', { name: 'Ongedaan maken' }).click()
  await row(page, 'Betaald na mail').getByText('1 fout').waitFor({ state: 'detached' })
  await isKept(page)

  await tab(page, 'Tijdmachine')
  await page.getByLabel('Vanaf', { exact: true }).fill('2026-12-01T10:00')
  await page.getByRole('button', { name: 'Afspelen' }).click()
  await page.getByText(/^Klaar op dag 4/).waitFor()
  // The graph shows where it ended and the way that it took.
  await tab(page, 'Schema')
  await graph.locator('[data-played=now]').getByText('Klaar zonder gehoor').waitFor()
  await graph.locator('g[data-state=taken]').first().waitFor({ state: 'attached' })
  await tab(page, 'Lijst')
  await page.getByLabel('Naam van de controle').fill('Niemand neemt op')
  await page.getByRole('button', { name: 'Opslaan als controle' }).click()
  await page.getByText('Controle bewaard').waitFor()
  faults.push(...(await faultsOf(page, 'flow-play')))
  await page.getByRole('region', { name: 'Wat er gebeurt' }).getByText('Toon de tekst').nth(1).click()
  await page.getByText(/^Aan \+31/).waitFor()

  // Another wait is another story: the check sees it.
  await tab(page, 'Stap')
  await row(page, 'Wacht op mail').click()
  await page.getByLabel('Wachttijd').fill('4')
  await isKept(page)
  await page.getByRole('button', { name: 'Activeren' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Activeren' }).click()
  await dialog
    .getByText(/^dag 5, 10:00/)
    .first()
    .waitFor()
  await dialog.getByRole('button', { name: 'Annuleren' }).click()
  await page.getByLabel('Wachttijd').fill('3')
  await isKept(page)
  await page.getByRole('button', { name: 'Activeren' }).click()
  await dialog.getByLabel(/Wat is er anders/).fill('Drie dagen geduld')
  await dialog.getByRole('button', { name: 'Activeren' }).click()
  await page.getByText('Versie 2 is live').waitFor()

  await tab(page, 'Versies')
  await page.getByText('Drie dagen geduld').waitFor()
  await page.getByText('wachttijd 2 minuten → 3 dagen').waitFor()
  await page.getByRole('button', { name: 'Terugzetten', exact: true }).click()
  await dialog.getByRole('button', { name: 'Terugzetten' }).click()
  // The first version has no SMS, so the kept check goes another way with it.
  await dialog.getByRole('button', { name: 'Toch terugzetten' }).click()
  await page.getByText('Versie 3 is live').waitFor()
  await row(page, 'Sms 2').waitFor({ state: 'detached' })
  // A refused activation is a 409, of which the browser itself complains.
  expect([faults, complaints.filter((one) => !one.includes('409'))]).toEqual([[], []])
  await page.context().close()
})

const dotOf = (page: Page, name: string, end: 'source' | 'target') =>
  page.locator(`.react-flow__node[data-id="${name}"] .react-flow__handle.${end}`)

test('keys of a call are named, drawn as ways of their own, and pressed in the time machine', async () => {
  const { page, complaints } = await openPage(browser)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'beheer', product.password)
  await page.goto(`${product.url}/scripts/1/flow?view=list&step=bellen`)
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: 'Keuzemenu toevoegen' }).click()
  // A key without a name: the fault stands beside the step.
  await panel.getByText('Toets 1 heeft geen naam').waitFor()
  const faults = await faultsOf(page, 'flow-keys-fault')
  const first = panel.getByRole('group', { name: 'Toets 1' })
  await first.getByLabel('Naam van de keuze').fill('Sms sturen')
  await choose(page, 'Toets 1: naar stap', /^5\. Sms/)
  await choose(page, 'Geen keuze: naar stap', /Klaar zonder betaling/)
  await panel.getByRole('button', { name: 'Toets toevoegen' }).click()
  const second = panel.getByRole('group', { name: 'Toets 2' })
  await second.getByLabel('Naam van de keuze').fill('Collega')
  await second.getByLabel('Wat er gebeurt').selectOption('agent')
  await second.getByLabel('Toets 2: naar stap').waitFor({ state: 'detached' })
  await panel.getByText('heeft geen naam').waitFor({ state: 'detached' })

  // Who picks up may be asked for digits first; then the debt stands in a text of its own.
  await panel.getByRole('button', { name: 'Eerst vaststellen wie opneemt' }).click()
  await panel.getByText('Er is geen tekst gekozen').waitFor()
  await panel.getByLabel('Wat de stem daarna zegt').selectOption('vordering-gesprek')
  await choose(page, 'Onjuist of niets: naar stap', /Klaar zonder gehoor/)
  await isKept(page)
  faults.push(...(await faultsOf(page, 'flow-keys')))

  await tab(page, 'Schema')
  const graph = page.getByRole('group', { name: 'Schema van de stappen' })
  for (const way of ['Toets 1: Sms sturen', 'geen keuze', 'niet vastgesteld wie opneemt'])
    await graph.getByText(way).first().waitFor({ state: 'attached' })
  faults.push(...(await faultsOf(page, 'flow-keys-graph')))

  await tab(page, 'Tijdmachine')
  await page.getByLabel('Vanaf', { exact: true }).fill('2026-12-01T10:00')
  await page.getByLabel('Gesprek 1', { exact: true }).selectOption('mens')
  await page.getByLabel('Wie opneemt toetst').selectOption('none')
  await page.getByRole('button', { name: 'Afspelen', exact: true }).click()
  await page.getByText('Koos geen toets').first().waitFor()
  await graph.locator('[data-played=now]').getByText('Klaar zonder betaling').waitFor()
  expect([faults, complaints]).toEqual([[], []])
  await page.context().close()
})

/** Chooses in a list that is long enough to be searched. */
async function choose(page: Page, label: string, option: RegExp) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Drags a kind of step onto the line between two steps. */
async function dropBetween(page: Page, kind: string, above: string, below: string) {
  const item = page.getByRole('list', { name: 'Stappen om te plaatsen' }).getByRole('button', { name: kind })
  await dotOf(page, below, 'target').hover()
  const [from, to] = [await dotOf(page, above, 'source').boundingBox(), await dotOf(page, below, 'target').boundingBox()]
  if (!from || !to) throw new Error(`the line from ${above} to ${below} is not in sight`)
  await item.hover()
  await page.mouse.down()
  await page.mouse.move(to.x + 5, (from.y + to.y) / 2 + 5, { steps: 5 })
  await page.locator('g[data-state=target]').waitFor({ state: 'attached' })
  await page.mouse.up()
}

/** Draws from the dot under one step to the dot above another, as a mouse does. */
async function draw(page: Page, from: string, to: string) {
  const dot = (name: string, end: 'source' | 'target') => dotOf(page, name, end)
  // Waits until the graph stands still.
  await dot(to, 'target').hover()
  await dot(from, 'source').hover()
  const end = await dot(to, 'target').boundingBox()
  if (!end) throw new Error(`the step ${to} is not in sight`)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 5 })
  await page.mouse.up()
}
