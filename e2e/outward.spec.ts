import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { caseApi } from '@regie/contract/cases.ts'
import { letterheadApi, logoPath } from '@regie/contract/letterheads.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulatedAnswers } from '../server/src/gateways/whatsapp/whatsapp-gateway.ts'
import { signWebhook, webhookKey } from '../server/src/gateways/webhook-signature.ts'
import { ApiClient } from './api-client.ts'
import { demoCase, demoCustomer } from './demo-cases.ts'
import { openBrowser, openPage, signIn, viewports } from './open-browser.ts'
import { faultsAt, faultsOf } from './screen-faults.ts'
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
  await api.signIn('beheer', product.password)
  ;({ page, complaints } = await openPage(browser))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'beheer', product.password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })

test('a WhatsApp text of our own is written with its buttons, shown as on a phone, and activated when none is too long', async () => {
  const faults: string[] = []
  await page.goto(`${product.url}/editor/whatsapp`)
  await button('Nieuw sjabloon').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Naam/ }).fill('Wat komt u uit')
  await dialog.getByRole('button', { name: 'Sjabloon maken' }).click()
  await dialog.waitFor({ state: 'hidden' })

  await page.getByText('Eigen tekst', { exact: true }).click()
  await page.getByRole('textbox', { name: 'WhatsApp' }).fill('Beste {{naam}}, wij spreken u graag. Wat komt u uit?')
  await page.getByText('Knoppen', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Knop 1' }).fill('Bel mij vandaag')
  await button('Knop toevoegen').click()
  await page.getByRole('textbox', { name: 'Knop 2' }).fill('Ik betaal deze week wel')
  await page.getByText('Te lang voor WhatsApp: “Ik betaal deze week wel” (23 > 20)').waitFor()
  const phone = page.getByRole('region', { name: 'Zo ziet de ontvanger het in WhatsApp' })
  await phone.getByText('Beste Sanne de Vries, wij spreken u graag. Wat komt u uit?').waitFor()
  await phone.getByText('Bel mij vandaag', { exact: true }).waitFor()
  faults.push(...(await faultsOf(page, 'own whatsapp text')))

  await page.getByRole('textbox', { name: 'Knop 2' }).fill('Ik betaal nu')
  await phone.getByText('Ik betaal nu', { exact: true }).waitFor()
  await page.getByText(/^Te lang voor WhatsApp/).waitFor({ state: 'detached' })
  // Two that change places do so in the phone beside it; the first goes no higher.
  await button('Keuze 2 omhoog').press('Enter')
  await expect.poll(() => page.getByRole('textbox', { name: 'Knop 1' }).inputValue()).toBe('Ik betaal nu')
  expect(await button('Keuze 1 omhoog: Dit is de eerste').getAttribute('aria-disabled')).toBe('true')
  await button('Keuze 1 omlaag').press('Enter')
  await expect.poll(() => page.getByRole('textbox', { name: 'Knop 2' }).inputValue()).toBe('Ik betaal nu')
  await page.setViewportSize(viewports.phone)
  await page.getByRole('textbox', { name: 'Knop 2' }).waitFor()
  faults.push(...(await faultsAt(page, 'own whatsapp text on a phone')))
  await page.setViewportSize(viewports.desktop)
  await page.getByRole('status').getByText('Concept opgeslagen', { exact: true }).waitFor()
  await button('Activeren').click()
  await dialog.getByRole('button', { name: 'Activeren' }).click()
  await page.getByText('Revisie 1 actief').waitFor()
  expect(faults).toEqual([])
}, 120_000)

test('a message to many is put together with an order of channels', async () => {
  const faults: string[] = []
  await page.getByRole('link', { name: 'Bericht versturen' }).first().click()
  await page.getByRole('group', { name: 'Kanaal' }).getByText('WhatsApp', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Tekst' }).selectOption({ label: 'Herinneringen · Herinnering per WhatsApp' })
  await button('Ander kanaal als dit niet kan').click()
  const next = page.getByRole('group', { name: /^Anders via/ })
  await next.getByRole('combobox', { name: 'Anders via' }).selectOption({ label: 'Sms' })
  await page.getByRole('group', { name: 'Anders via Sms' }).getByRole('combobox', { name: 'Tekst voor Sms' }).waitFor()
  await page.getByText('Elk dossier krijgt het bericht via het eerste kanaal', { exact: false }).waitFor()
  await page.getByText('Krijgen het niet', { exact: true }).waitFor()
  faults.push(...(await faultsOf(page, 'order of channels')))
  await page.setViewportSize(viewports.phone)
  await next.waitFor()
  faults.push(...(await faultsAt(page, 'order of channels on a phone')))
  await page.setViewportSize(viewports.desktop)
  await button('Sms weghalen').click()
  await next.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
}, 120_000)

test('who wrote by WhatsApp is answered with a file, which stands in the conversation and is saved from it again', async () => {
  const faults: string[] = []
  await writeByWhatsapp('D1007', 'Kunt u mij de factuur sturen?')
  await page.goto(`${product.url}/whatsapp?channel=whatsapp`)
  await page.getByRole('list', { name: 'Gesprekken' }).getByRole('button').filter({ hasText: 'Kunt u mij de factuur sturen?' }).click()
  const pdf = Buffer.from('%PDF-1.4 de factuur waar u om vroeg')
  const chooser = page.waitForEvent('filechooser')
  await button('Bijlage toevoegen').click()
  await (await chooser).setFiles([{ name: 'factuur 1007.pdf', mimeType: 'application/pdf', buffer: pdf }])
  await page.getByRole('list', { name: 'Bijlagen' }).getByText('factuur 1007.pdf', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Uw bericht' }).fill('Hierbij de factuur')
  faults.push(...(await faultsOf(page, 'file with a whatsapp answer')))
  await button('WhatsApp versturen').click()
  await page.getByText('Het WhatsApp-bericht staat klaar en gaat nu weg').waitFor()
  const answer = page.getByRole('article').filter({ hasText: 'Hierbij de factuur' })
  const download = page.waitForEvent('download')
  await answer.getByRole('button', { name: /^factuur 1007\.pdf/ }).click()
  expect(readFileSync(await (await download).path())).toEqual(pdf)
  faults.push(...(await faultsOf(page, 'file in a whatsapp conversation')))
  expect(faults).toEqual([])
}, 120_000)

/** The person of a case answers a text of ours: the words come by the webhook of the simulated provider, signed as it signs. */
async function writeByWhatsapp(caseNumber: string, text: string) {
  const params = { caseID: await demoCase(api, caseNumber) }
  const { body: found } = await api.call(manualMessageApi.texts, { params, query: { channel: 'whatsapp' } })
  const template = found.texts.find(({ missing }) => missing.length === 0)?.key ?? ''
  const sent = await api.call(manualMessageApi.send, { params, body: { channel: 'whatsapp', key: randomUUID(), template } })
  if (sent.status !== 200) throw new Error(`the text was not sent: ${sent.status} ${sent.text}`)
  const ours = async () => (await api.call(caseApi.timeline, { params, query: {} })).body.rows.find(({ event }) => event === 'whatsappSent')
  await expect.poll(async () => (await ours())?.communicationID ?? 0, { timeout: 30_000 }).toBeGreaterThan(0)
  const providerRef = `simulated-whatsapp-${(await ours())?.communicationID}`
  const secretKey = Buffer.from(readFileSync(path.join(product.dataDir, 'secret.key'), 'utf8'), 'base64')
  const event = { providerRef: `${providerRef}:story`, phone: found.to, name: '', text, quotes: providerRef }
  const body = JSON.stringify({ events: [event] })
  const headers = { 'content-type': 'application/json', ...signWebhook(webhookKey(secretKey, simulatedAnswers), body, new Date()) }
  const { status } = await fetch(`${product.url}/api/hooks/${simulatedAnswers}`, { method: 'POST', body, headers })
  expect(status).toBe(200)
}

test('a logo that is put on the letterhead stands above the page on which a debtor pays, from an address of its own', async () => {
  const faults: string[] = []
  const customerID = await demoCustomer(api)
  // Another one than the demo has.
  const logo = readFileSync(path.join(import.meta.dirname, '../scripts/demo/logos/rijnmond-incasso.png'))
  await page.goto(`${product.url}/admin/letterhead`)
  const change = button('Logo weghalen')
  await change.or(page.getByText('Kies een logo of sleep het hierheen')).waitFor()
  if (await change.isVisible()) await change.click()
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await page.getByRole('textbox', { name: 'Adres' }).fill('Voorbeeldkade 12\n1099 ZZ Amsterdam')
  faults.push(...(await faultsOf(page, 'letterhead')))
  await button('Briefhoofd opslaan').click()
  await page.getByText('Het briefhoofd is opgeslagen').waitFor()
  const { body: kept } = await api.call(letterheadApi.get, { params: { customerID } })
  expect(kept.logo).toBe(logoPath(createHash('sha256').update(logo).digest('hex')))

  await page.goto(`${product.url}/cases/${await demoCase(api, 'D1004')}?tab=payment`)
  const address = await page.getByRole('link', { name: /Openen/ }).getAttribute('href')
  const { page: debtor, complaints: theirs } = await openPage(browser, 'phone')
  await debtor.goto(address ?? '')
  const shown = debtor.getByRole('img', { name: 'Demo Incasso' })
  expect(await shown.getAttribute('src')).toBe(kept.logo)
  await expect
    .poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(logo.readUInt32BE(16))
  faults.push(...(await faultsOf(debtor, 'pay page with a logo')))
  expect(theirs).toEqual([])
  await debtor.context().close()
  expect(faults).toEqual([])
}, 120_000)

test('the browser had nothing to complain about', () => expect(complaints).toEqual([]))
