import { arrangementApi } from '@regie/contract/arrangements.ts'
import { loginApi } from '@regie/contract/login.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { demoCase } from './demo-cases.ts'
import { faultsInLanguages } from './in-languages.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let leader: Page
let agent: Page
let api: ApiClient
const complaints: string[][] = []
beforeAll(async () => {
  // The plan of a case is played; on a busy machine that takes longer than anybody waits for it.
  product = await startProduct({ env: { SIMULATION_SECONDS: '30' } })
  browser = await openBrowser()
  api = new ApiClient(product.url)
  await api.signIn('teamleider', product.password)
  leader = await newPage('teamleider')
  agent = await newPage('medewerker')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

async function newPage(username: string): Promise<Page> {
  const opened = await openPage(browser)
  complaints.push(opened.complaints)
  await opened.page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(opened.page, product.url, username, product.password)
  return opened.page
}
/** Ctrl K, and the field is there. */
async function openPalette(page: Page) {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await palette(page).getByRole('combobox').waitFor()
}
const palette = (page: Page) => page.getByRole('dialog', { name: 'Zoeken en doen' })
const choice = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const bell = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('the palette finds by keys: what was open last, a case, a batch, an action of the screen, and gives the focus back', async () => {
  await leader.goto(`${product.url}/cases/${await demoCase(api, 'D1002')}`)
  await leader.getByText('Dossier geïmporteerd').waitFor()
  const name = (await leader.getByRole('heading', { level: 1 }).textContent()) ?? ''
  // What one passes by on the way is not remembered.
  await expect.poll(() => leader.evaluate<string>('JSON.stringify(localStorage)')).toContain(name)
  await leader.goto(`${product.url}/batches`)
  const upload = leader.getByRole('button', { name: 'Bestand uploaden' }).or(leader.getByRole('link', { name: 'Bestand uploaden' }))
  await upload.first().focus()
  await openPalette(leader)
  await palette(leader).getByRole('group', { name: 'Laatst bekeken' }).getByRole('option', { name }).waitFor()
  await leader.keyboard.press('Escape')
  await palette(leader).waitFor({ state: 'detached' })
  await expect.poll(() => leader.evaluate<string>('document.activeElement.textContent')).toContain('Bestand uploaden')

  await openPalette(leader)
  await leader.keyboard.type('D1005')
  await palette(leader).getByRole('group', { name: 'Dossiers' }).getByRole('option', { name: /D1005/ }).waitFor()
  await leader.keyboard.press('Enter')
  await leader.waitForURL(/\/cases\/\d+$/)
  await openPalette(leader)
  await leader.keyboard.type('herinneringen')
  await palette(leader)
    .getByRole('group', { name: 'Batches' })
    .getByRole('option', { name: /^Demo: herinneringen/ })
    .waitFor()
  await leader.keyboard.press('ArrowUp')
  await leader.keyboard.press('Escape')
  await openPalette(leader)
  await leader.keyboard.type('betaallink')
  await palette(leader)
    .getByRole('group', { name: 'Op dit scherm' })
    .getByRole('option', { name: /^Betaallink sturen/ })
    .waitFor()
  await leader.keyboard.press('Enter')
  await leader.getByRole('dialog', { name: 'Betaallink sturen' }).waitFor()
  await leader.keyboard.press('Escape')
  await leader.goto(`${product.url}/batches/1`)
  await title(leader, 'Demo: herinneringen')
  await openPalette(leader)
  await leader.keyboard.type('pauz')
  await palette(leader)
    .getByRole('group', { name: 'Op dit scherm' })
    .getByRole('option', { name: /^Pauzeren/ })
    .waitFor()
  await leader.keyboard.press('Enter')
  await leader.getByRole('button', { name: 'Batch pauzeren' }).waitFor()
  await leader.keyboard.press('Escape')
})

test('the palette offers what one may: an administrator finds people, an agent neither them nor their screen', async () => {
  const admin = await newPage('beheer')
  await openPalette(admin)
  await admin.keyboard.type('werker')
  await choice(admin, /Mees Werker/).waitFor()
  await admin.keyboard.press('Enter')
  await admin
    .getByRole('dialog')
    .getByRole('heading', { name: /Werker/ })
    .waitFor()
  await admin.context().close()
  await openPalette(agent)
  await agent.keyboard.type('gebruikers')
  await choice(agent, /Zoek “gebruikers” in alle dossiers/).waitFor()
  expect(await choice(agent, /^Gebruikers/).count()).toBe(0)
  expect(await palette(agent).getByRole('group', { name: 'Collega’s' }).count()).toBe(0)
  await agent.keyboard.press('Escape')
})

test('who is mentioned sees the bell count, follows the line, and says how they are notified', async () => {
  const caseID = await demoCase(api, 'D1003')
  const mention = (text: string) => api.call(arrangementApi.addNote, { params: { caseID }, body: { text } })
  await mention('@medewerker bel deze mevrouw terug')
  await bell(agent, 'Meldingen: 1 ongelezen').click()
  await agent.getByRole('link', { name: /noemt u in een notitie/ }).press('Enter')
  await agent.waitForURL(`**/cases/${caseID}`)
  await bell(agent, 'Meldingen').waitFor()
  await agent.getByRole('listitem').getByText('bel deze mevrouw terug').waitFor()

  await mention('@medewerker en graag vandaag')
  await bell(agent, 'Meldingen: 1 ongelezen').click()
  await agent.getByRole('button', { name: 'Alles als gelezen markeren' }).click()
  await bell(agent, 'Meldingen').waitFor()
  await agent.getByRole('button', { name: 'Instellingen' }).click()
  const kind = agent.getByLabel('Genoemd in een notitie')
  await kind.selectOption({ label: 'In de app en per e-mail' })
  const saved = agent.waitForResponse((answer) => answer.url().includes('settings') && answer.request().method() !== 'GET')
  expect((await saved).ok()).toBe(true)
  const faults = await faultsInLanguages(agent, 'bell', async (say) => {
    await agent
      .locator('header')
      .getByRole('button', { name: say('notifications.title') })
      .click()
    await agent.getByText(say('notifications.kinds.mention').replace('{by} ', '')).first().waitFor()
  })
  await agent.getByRole('button', { name: 'Instellingen' }).click()
  await expect.poll(() => kind.inputValue()).toBe('mail')
  faults.push(...(await faultsOf(agent, 'bell settings')))
  expect(faults).toEqual([])
})

test('every screen explains itself, and so does what opens over it, in three languages on a phone', async () => {
  for (const [path, name] of [
    ['/', 'Vandaag'],
    ['/batches', 'Batches'],
    [`/cases/${await demoCase(api, 'D1002')}`, 'Een dossier'],
  ] as const) {
    await leader.goto(product.url + path)
    await leader.getByRole('heading', { level: 1 }).waitFor()
    await leader.keyboard.press('?')
    await leader.getByRole('dialog', { name }).getByText('Deze uitleg').waitFor()
    await leader.keyboard.press('Escape')
    await leader.getByRole('dialog').waitFor({ state: 'detached' })
  }
  const faults = await faultsInLanguages(leader, 'help', async (say) => {
    await leader.keyboard.press('?')
    await leader.getByRole('dialog', { name: say('help.screens.case.title') }).waitFor()
  })
  await leader.keyboard.press('Escape')
  faults.push(
    ...(await faultsInLanguages(leader, 'palette', async (say) => {
      await leader.keyboard.press('Control+k')
      await leader
        .getByRole('dialog', { name: say('palette.title') })
        .getByRole('group', { name: say('palette.groups.recent') })
        .waitFor()
    })),
  )
  await leader.keyboard.press('Escape')
  expect(faults).toEqual([])
})

test('somebody new is shown around in three steps; who closes it finds it again under the help', async () => {
  await api.call(loginApi.changeSettings, { body: { settings: { tour: true } } })
  await leader.goto(product.url)
  const tour = leader.getByRole('region', { name: 'Rondleiding' })
  await tour.getByText('1 van 3').waitFor()
  const faults = await faultsInLanguages(leader, 'tour', (say) => leader.getByRole('region', { name: say('help.tour.title') }).waitFor())
  await tour.getByRole('button', { name: 'Volgende' }).click()
  // Trying it leaves the tour where it is.
  await tour.getByRole('button', { name: 'Probeer het' }).click()
  await palette(leader).waitFor()
  await leader.keyboard.press('Escape')
  await tour.getByText('2 van 3').waitFor()
  await tour.getByRole('button', { name: 'Volgende' }).click()
  await tour.getByText('3 van 3').waitFor()
  const saved = leader.waitForResponse((answer) => answer.url().includes('settings') && answer.request().method() !== 'GET')
  await tour.getByRole('button', { name: 'Klaar' }).click()
  await saved
  await leader.reload()
  await leader.getByRole('heading', { level: 1 }).waitFor()
  expect(await tour.count()).toBe(0)

  await leader.keyboard.press('?')
  await leader.getByRole('dialog').getByRole('button', { name: 'Rondleiding' }).press('Enter')
  await tour.getByText('1 van 3').waitFor()
  await tour.getByRole('button', { name: 'Volgende' }).click()
  await tour.getByRole('button', { name: 'Probeer het' }).click()
  await palette(leader).waitFor()
  await leader.keyboard.press('Escape')
  await tour.getByText('2 van 3').waitFor()
  await tour.getByRole('button', { name: 'Volgende' }).focus()
  await leader.keyboard.press('Escape')
  await tour.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('the browser had nothing to complain about', () => expect(complaints.flat()).toEqual([]))
