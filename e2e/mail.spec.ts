import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OauthPeer, openOauthPeer } from './peers/oauth-peer.ts'
import { openSmtpSink, type SmtpSink } from './peers/smtp-sink.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { freePort } from './free-port.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let peer: OauthPeer
let sink: SmtpSink
let plainSink: SmtpSink
beforeAll(async () => {
  const port = await freePort()
  peer = await openOauthPeer(`http://127.0.0.1:${port}/admin/providers`)
  sink = await openSmtpSink({ isGood: (token, user) => peer.isGood(token, user) })
  plainSink = await openSmtpSink()
  const hosts = `127.0.0.1:${plainSink.port},127.0.0.1:${sink.port},127.0.0.1:${peer.port}`
  product = await startProduct({ env: { PORT: String(port), ALLOW_PRIVATE_HOSTS: hosts, MICROSOFT_SIGN_IN_URL: peer.url } })
  browser = await openBrowser()
}, 180_000)
afterAll(async () => {
  await browser.close()
  await product.stop()
  await sink.close()
  await plainSink.close()
  await peer.close()
  removeData(product.dataDir)
})

test('a mail server is connected at Microsoft: set up on screen, let in there, tested by a token when one comes back', async () => {
  const { page, complaints } = await openPage(browser)
  await signIn(page, product.url, 'beheer', product.password)
  await page.goto(`${product.url}/admin/providers`)
  await page
    .getByRole('region', { name: 'E-mail' })
    .getByRole('button', { name: /^Toevoegen/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Nieuwe aanbieder: E-mail' })
  await dialog.getByRole('textbox', { name: 'Naam' }).first().fill('Postbus incasso')
  await dialog.getByLabel('Soort').selectOption({ label: 'Mailserver (SMTP)' })
  await dialog.getByLabel('Inloggen met').selectOption({ label: 'Microsoft 365' })
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Mailserver' }).inputValue()).toBe('smtp.office365.com')
  await dialog.getByRole('textbox', { name: 'Mailserver' }).fill('127.0.0.1')
  await dialog.getByLabel('Beveiliging').selectOption({ label: 'Geen (zonder wachtwoord)' })
  await dialog.getByLabel('Poort').fill(String(sink.port))
  await dialog.getByRole('textbox', { name: 'Mailbox' }).fill('incasso@acme.example')
  await dialog.getByLabel('Client-ID van de app').fill(peer.clientId)
  await dialog.getByLabel('Tenant').fill('acme.example')
  await dialog.getByLabel('Geheim van de app').fill(peer.clientSecret)
  await dialog.getByText(`${product.url}/admin/providers`).waitFor()
  expect(await faultsOf(page, 'provider oauth form')).toEqual([])
  await dialog.getByRole('button', { name: 'Aanbieder toevoegen' }).click()
  const line = page.getByRole('listitem').filter({ hasText: 'Postbus incasso' })
  await line.getByText('Nog niet verbonden', { exact: true }).waitFor()
  expect(await faultsOf(page, 'providers not connected')).toEqual([])
  await line.getByRole('button', { name: /^Verbind Microsoft 365/ }).click()
  await page.getByText('Postbus incasso is verbonden').waitFor()
  await line.getByText(/^Verbonden met incasso@acme.example door beheer/).waitFor()
  await line.getByText(/verbonden en ingelogd$/).waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(complaints).toEqual([])
}, 90_000)

test('a formal letter that lacks what the law wants is stopped, says how it reads, and is sent all the same only with a reason', async () => {
  const { page, complaints } = await openPage(browser)
  await signIn(page, product.url, 'beheer', product.password)
  await page.goto(`${product.url}/editor/email`)
  await page.getByRole('button', { name: /^Eerste herinnering/ }).click()
  await page.getByRole('tab', { name: 'Opties' }).click()
  await page.getByRole('region', { name: 'Geavanceerd' }).locator('summary').click()
  await page.getByRole('switch', { name: 'Formele brief' }).check()
  await page.getByText(/ontbreekt het registratienummer van de incassodienst/).waitFor()
  await page.getByRole('tab', { name: 'Leesbaarheid' }).click()
  await page
    .getByRole('region', { name: 'Bij echte dossiers' })
    .getByText(/dossiers compleet$/)
    .waitFor()
  await page.getByRole('region', { name: 'Leesbaarheid' }).getByText('van 100 (indicatie)').first().waitFor()
  expect(await faultsOf(page, 'template check')).toEqual([])
  await page.getByRole('status').getByText('Concept opgeslagen', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Activeren' }).click()
  const question = page.getByRole('dialog', { name: /Eerste herinnering/ })
  await question.getByRole('checkbox', { name: 'Toch activeren' }).check()
  expect(await faultsOf(page, 'template pass')).toEqual([])
  await question.getByRole('textbox', { name: 'Reden' }).fill('De jurist heeft dit goedgekeurd')
  await question.getByRole('button', { name: 'Activeren' }).click()
  await page.getByText(/^Revisie \d+ is actief$/).waitFor()
  expect(complaints).toEqual([])
}, 90_000)

test('a template has a mail server of its own: set up and tested where it is written, and named among the providers', async () => {
  const { page, complaints } = await openPage(browser)
  await signIn(page, product.url, 'beheer', product.password)
  await page.goto(`${product.url}/editor/email?side=options`)
  await page.getByRole('button', { name: /^Eerste herinnering/ }).click()
  await page.getByRole('tab', { name: 'Opties' }).click()
  await page.getByRole('region', { name: 'Geavanceerd' }).locator('summary').click()
  const server = page.getByRole('region', { name: 'Eigen mailserver' })
  await server.getByRole('button', { name: 'Mailserver instellen' }).click()
  const dialog = page.getByRole('dialog', { name: /Eerste herinnering/ })
  await dialog.getByRole('textbox', { name: 'Mailserver' }).fill('127.0.0.1')
  await dialog.getByLabel('Beveiliging').selectOption({ label: 'Geen (zonder wachtwoord)' })
  await dialog.getByLabel('Poort').fill(String(plainSink.port))
  await dialog.getByRole('button', { name: 'Mailserver toevoegen' }).click()
  await server.getByRole('button', { name: /^Testen/ }).click()
  await server.getByText(/verbonden en ingelogd$/).waitFor()
  expect(await faultsOf(page, 'template server')).toEqual([])
  await page.goto(`${product.url}/admin/providers`)
  await page.getByText('Alleen voor het sjabloon “Eerste herinnering”').waitFor()
  expect(complaints).toEqual([])
}, 90_000)
