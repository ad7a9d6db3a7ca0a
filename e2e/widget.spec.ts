import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, FrameLocator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsInLanguages } from './in-languages.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsAt, faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let staff: Page
let complaints: string[]
let sites: Site[]
let code: string

type Site = { url: string; server: Server }
/** A page of somebody else, on an origin of its own, that carries the code. */
async function openSite(): Promise<Site> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="nl"><title>Site</title><body><h1>Onze site</h1>${code}</body></html>`)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  code = ''
  sites = [await openSite(), await openSite()]
  const opened = await openPage(browser)
  staff = opened.page
  complaints = opened.complaints
  await signIn(staff, product.url, 'beheer', product.password)
  await staff.emulateMedia({ reducedMotion: 'reduce' })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  for (const { server } of sites ?? []) server.close()
  if (product) removeData(product.dataDir)
})

const mine = () => sites[0]?.url ?? ''
const chatOf = (visitor: Page): FrameLocator => visitor.frameLocator('iframe')
const inbox = () => staff.goto(`${product.url}/whatsapp?channel=webchat&view=all`)

test('the chat is set up: the sites, the colour, the hours and the code to copy, in each language', async () => {
  await staff.goto(`${product.url}/admin/web-chat`)
  await staff.getByText('De code staat hier als u voor het eerst hebt opgeslagen.').waitFor()
  await staff.getByLabel('De chat staat op uw site').press('Space')
  await staff.getByRole('button', { name: 'Opslaan' }).click()
  await staff.getByText('Noem minstens één site').waitFor()
  await staff.getByLabel('Sites', { exact: true }).fill(mine())
  await staff.getByRole('button', { name: 'Kleur #2e7d32' }).click()
  await staff.getByRole('button', { name: 'Opslaan' }).click()
  await staff.getByText('De chat is opgeslagen').waitFor()
  const preview = staff.frameLocator('iframe')
  await preview.getByRole('heading', { level: 1 }).waitFor()
  expect(await preview.getByRole('button', { name: 'Versturen' }).isDisabled()).toBe(true)
  code = (await staff.getByRole('region', { name: 'Code voor uw site' }).locator('pre').textContent()) ?? ''
  expect(code).toContain('/widget/embed.js')
  const faults = await faultsOf(staff, 'web-chat')
  const shown = (say: (key: string) => string) => staff.getByText(say('webChat.copy')).first().waitFor()
  faults.push(...(await faultsInLanguages(staff, 'web-chat', shown)))
  expect(faults).toEqual([])
})

test('a visitor of the site asks by keyboard, staff answer from the inbox, and both see it at once', async () => {
  const { page: visitor, complaints: theirs } = await openPage(browser)
  await visitor.goto(mine())
  const chat = chatOf(visitor)
  await chat.getByRole('button', { name: 'Chat openen' }).press('Enter')
  await chat.getByRole('button', { name: 'Versturen' }).click()
  await chat.getByText('Vul uw naam in.').waitFor()
  await chat.getByLabel('Uw naam').fill('Sanne <b>Vos</b>')
  await chat.getByLabel('E-mailadres of telefoonnummer').fill('sanne@klant.example')
  await chat.getByLabel('Uw vraag').fill('Klopt mijn factuur nog?')
  await chat.getByRole('button', { name: 'Versturen' }).press('Enter')
  await chat.getByText('Dank u. Uw vraag is binnen').waitFor()
  await inbox()
  await staff.getByRole('button', { name: /Sanne <b>Vos<\/b>/ }).click()
  await staff.getByText('Op de pagina').waitFor()
  await staff.keyboard.press('r')
  const words = staff.getByLabel('Antwoord aan de bezoeker')
  // A text of the customer, none that says anything of a case.
  await words.fill('/')
  const texts = staff.getByRole('list', { name: 'Welke tekst?' })
  await texts.getByRole('button', { name: /Wij zoeken het uit/ }).waitFor()
  expect(await texts.getByRole('button', { name: /betaallink|herinnering/i }).count()).toBe(0)
  await words.fill('/uitzoeken we')
  await texts.getByText('Geen teksten zonder gegevens uit een dossier').waitFor()
  await words.fill('/zoeken')
  await words.press('Enter')
  await expect.poll(() => words.inputValue()).toMatch(/^Dank voor uw bericht/)
  // What is typed is kept while one looks elsewhere.
  await words.fill('Ja, die klopt nog.')
  await staff.goto(`${product.url}/cases`)
  await inbox()
  await staff.getByRole('button', { name: /Sanne <b>Vos<\/b>/ }).click()
  await expect.poll(() => words.inputValue()).toBe('Ja, die klopt nog.')
  await words.focus()
  await staff.keyboard.press('Control+Enter')
  await chat.getByRole('log').getByText('Ja, die klopt nog.').waitFor({ timeout: 5_000 })
  await staff.getByText('Gelezen').waitFor({ timeout: 5_000 })
  await chat.getByLabel('Schrijf een bericht').fill('Dank u wel')
  await chat.getByLabel('Schrijf een bericht').press('Enter')
  await staff.getByLabel('Berichten in dit gesprek').getByText('Dank u wel').waitFor({ timeout: 5_000 })
  const faults = await faultsOf(staff, 'inbox with a visitor')
  // Found by a word of what the visitor wrote, with how many there are; Escape gives the list back.
  const box = staff.getByRole('searchbox', { name: 'Zoeken in ontvangen berichten' })
  await box.fill('factuur klopt')
  await staff.getByText('1 gesprek gevonden. Esc toont de lijst weer.').waitFor()
  faults.push(...(await faultsOf(staff, 'inbox that is searched')))
  await box.fill('zeppelin')
  await staff.getByText('Geen bericht met deze woorden').waitFor()
  await box.press('Escape')
  await staff.getByRole('button', { name: 'Alles open' }).waitFor()
  await staff.getByRole('button', { name: /Sanne <b>Vos<\/b>/ }).waitFor()
  expect(await box.inputValue()).toBe('')
  // Closed, an answer is counted on the button; after a reload all of it is still there.
  await chat.getByRole('button', { name: 'Chat sluiten' }).press('Escape')
  await staff.getByLabel('Antwoord aan de bezoeker').fill('Graag gedaan.')
  await staff.getByRole('button', { name: 'Versturen' }).click()
  await chat.getByRole('button', { name: 'Chat openen' }).getByText('1').waitFor({ timeout: 5_000 })
  await visitor.reload()
  await chat.getByRole('button', { name: 'Chat openen' }).click()
  await chat.getByText('Graag gedaan.').waitFor()
  expect(await visitor.context().cookies()).toEqual([])
  expect([...faults, ...theirs]).toEqual([])
  await visitor.close()
  await staff.getByText('Pagina gesloten').waitFor({ timeout: 10_000 })
})

test('what is written while the server restarts arrives once, when it is back', async () => {
  const { page: visitor } = await openPage(browser)
  await visitor.goto(mine())
  const chat = chatOf(visitor)
  await chat.getByRole('button', { name: 'Chat openen' }).click()
  await chat.getByLabel('Uw naam').fill('Bram')
  await chat.getByLabel('E-mailadres of telefoonnummer').fill('bram@klant.example')
  await chat.getByLabel('Uw vraag').fill('Bent u er?')
  await chat.getByRole('button', { name: 'Versturen' }).click()
  await chat.getByText('Dank u. Uw vraag is binnen').waitFor()
  const { dataDir, port } = product
  await product.stop()
  await chat.getByLabel('Schrijf een bericht').fill('Nog een vraag')
  await chat.getByLabel('Schrijf een bericht').press('Enter')
  await chat.getByText('Geen verbinding.').waitFor()
  product = await startProduct({ dataDir, env: { PORT: String(port) } })
  await expect.poll(() => chat.getByText('Wordt verzonden…').count(), { timeout: 60_000 }).toBe(0)
  await inbox()
  await staff.getByRole('button', { name: /Bram/ }).click()
  const messages = staff.getByLabel('Berichten in dit gesprek')
  await messages.getByText('Nog een vraag').waitFor()
  expect(await messages.getByText('Nog een vraag').count()).toBe(1)
  await visitor.close()
}, 240_000)

test('a site that is not in the list shows nothing; the page itself serves everybody in three languages, at a desk and on a phone', async () => {
  const { page: other } = await openPage(browser)
  const refused = other.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await other.goto(sites[1]?.url ?? '')
  await refused
  expect(await other.locator('iframe').isVisible()).toBe(false)
  const key = /data-chat="([^"]+)"/.exec(code)?.[1] ?? ''
  const faults: string[] = []
  for (const lang of ['fr', 'en', 'nl']) {
    await other.goto(`${product.url}/widget/c/${key}?lang=${lang}`)
    await other.locator('#name').waitFor()
    faults.push(...(await faultsAt(other, `chat ${lang}`)))
  }
  await other.setViewportSize({ width: 390, height: 844 })
  faults.push(...(await faultsAt(other, 'chat on a phone')))
  expect(faults).toEqual([])
})

test('a conversation is tied to a case and taken back from it again', async () => {
  await inbox()
  await staff.getByRole('button', { name: /Bram/ }).click()
  await staff.getByRole('button', { name: 'Dossier zoeken' }).last().click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('searchbox').fill('jansen')
  await dialog.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: 'Koppelen' }).click()
  await staff.getByRole('button', { name: 'Terugdraaien' }).click()
  await staff.getByText('Bij welk dossier hoort dit?').waitFor()
  expect(complaints.filter((line) => !/live|ERR_|Failed to load|503/.test(line))).toEqual([])
})
