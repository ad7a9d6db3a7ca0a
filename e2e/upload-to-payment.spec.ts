import path from 'node:path'
import pg from 'pg'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded-postgres.ts'
import { americanExport, dutchExport } from './demo-file.ts'
import { choose, openBrowser, openPage, signIn } from './open-browser.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let page: Page
let complaints: string[]

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  ;({ page, complaints } = await openPage(browser))
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

const seen = (text: string | RegExp, within: Page = page, timeout = 30_000) => within.getByText(text).first().waitFor({ timeout })

async function uploadFile(name: string, content: Uint8Array | string) {
  await page.goto(`${product.url}/files/upload`)
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

test('a newcomer signs in and sees the demo batch move', async () => {
  await signIn(page, product.url, 'teamleider', product.password)
  await seen('Demo: herinneringen')
  // The engine works the seeded batch: its mails are counted while we look, without a reload.
  const row = page.getByRole('row').filter({ hasText: 'Demo: herinneringen' })
  await row.waitFor()
  await row.getByRole('link').first().click()
  await page.waitForURL('**/batches/*')
  await page.getByRole('button', { name: 'Cijfers' }).click()
  await seen('E-mails')
})

test('a real export is recognised, previewed, confirmed and imported', async () => {
  await uploadFile('export-nl.csv', dutchExport('S', 30))
  await page.getByRole('button', { name: /^Direct beginnen met 30/ }).click()
  await seen('30 dossiers geïmporteerd')
  await page.getByText('Naar de batch').click()
  await page.waitForURL('**/batches/*')
  await seen('S1029')
})

test('the same file again is all duplicates and changes nothing', async () => {
  await uploadFile('export-nl.csv', dutchExport('S', 30))
  await seen('Er is niets te importeren')
})

test('an American export goes through the mapping step, and its cases say why nobody can be contacted', async () => {
  await uploadFile('receivables-us.csv', americanExport(20))
  await seen('Nog nodig')
  await choose(page, 'Kolom invoiceNumber wordt', 'Dossiernummer *')
  const question = page.getByRole('radio', { name: /Maand – dag – jaar/ })
  await question.check()
  await page.getByRole('button', { name: 'Bestand controleren' }).click()
  await page.getByRole('button', { name: /^Direct beginnen met 20/ }).click()
  await seen('20 dossiers geïmporteerd')
  await page.getByText('Naar de batch').click()
  await page.getByRole('link', { name: '9000000' }).click()
  await seen('Geen telefoonnummer')
  await seen('Geen e-mailadres')
})

test('a debtor gets a mail with a link, pays at the sandbox bank, and the case shows it live', async () => {
  await page.goto(`${product.url}/search?q=S1003`)
  await page.getByRole('link', { name: 'S1003' }).click()
  await page.waitForURL('**/cases/*')
  await seen(/^E-mail (verzonden|afgeleverd)$/, page, 60_000)
  await page.getByRole('tab', { name: 'Betaling' }).click()
  const link = page.getByRole('link', { name: /Openen/ })
  const address = await link.getAttribute('href')
  expect(address).toMatch(/\/p\/[\w-]{22}$/)

  const { page: debtor } = await openPage(browser, 'phone')
  await debtor.goto(address ?? '')
  await seen('Link geopend')
  expect(await debtor.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  await debtor.getByRole('button', { name: /^Betaal €/ }).click()
  await debtor.waitForURL('**/simulated/bank/**')
  await seen(/simulatie/i, debtor)
  await seen('Bankwebsite geopend')
  await seen(/Er wordt nu betaald/)
  const bank = debtor.getByRole('radio').first()
  await bank.check()
  await debtor.getByRole('button', { name: 'Betalen' }).click()
  await seen(/De bank verwerkt de betaling/)
  await seen(/Uw betaling is ontvangen/, debtor)

  // No reload on our side: the screen heard it.
  await seen(/Betaald: €/)
  await page.getByRole('tab', { name: 'Details' }).click()
  await seen('Dossier gesloten: Betaald')
  await debtor.context().close()
})

test('a batch is paused until a moment, resumed, closed with a result and reopened', async () => {
  await page.goto(`${product.url}/batches`)
  await page.getByRole('row').filter({ hasText: 'export-nl' }).getByRole('link').first().click()
  await page.waitForURL('**/batches/*')
  await page.getByRole('button', { name: 'Pauzeren' }).click()
  await page.getByRole('dialog').getByText('Tot iemand de batch hervat').click()
  await page.getByRole('button', { name: 'Batch pauzeren' }).click()
  await seen('Gepauzeerd tot iemand hervat')
  await page.getByRole('tab', { name: 'Waarom?' }).click()
  await page.getByRole('link', { name: 'Batch is gepauzeerd: toon 29 dossiers' }).click()
  await page.getByRole('link', { name: 'S1028' }).waitFor()
  await page.getByRole('button', { name: 'Hervatten', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Batch hervatten' }).click()
  await page.getByRole('button', { name: 'Sluiten', exact: true }).first().waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Sluiten', exact: true }).first().click()
  await seen('Alle dossiers van deze batch worden gesloten')
  await page.getByRole('button', { name: 'Batch sluiten' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Heropenen' }).click()
  await seen(/29 dossiers die met de batch zijn gesloten/)
  await page.getByRole('button', { name: 'Batch heropenen' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Pauzeren' }).waitFor()
})

test('the results come as a CSV that Excel opens', async () => {
  await page.getByRole('tab', { name: 'Resultaten' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV downloaden' }).click()])
  const stream = await download.createReadStream()
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  const lines = Buffer.concat(chunks).toString('utf8').trim().split(/\r?\n/)
  expect(lines).toHaveLength(31)
  expect(lines.join('\n')).toContain('S1003')
})

test('the second customer shows why nothing may happen and when it may again, or works inside its hours', async () => {
  await page.goto(`${product.url}/batches`)
  await page.getByLabel('Klant', { exact: true }).selectOption({ label: 'Rijnmond Incasso' })
  await seen('Herinneringen najaar')
  await page.getByRole('row').filter({ hasText: 'Herinneringen najaar' }).getByRole('link').first().click()
  await page.waitForURL('**/batches/*')
})

test('who did not pay gets an SMS after the wait', { timeout: 300_000 }, async () => {
  await page.goto(`${product.url}/batches`)
  await page.getByLabel('Klant', { exact: true }).selectOption({ label: 'Demo Incasso' })
  await page.goto(`${product.url}/search?q=D1001`)
  await page.getByRole('link', { name: 'D1001' }).click()
  await endWaitOf('D1001')
  await seen(/Sms (verzonden|afgeleverd|niet afgeleverd)/, page, 240_000)
})

/** The demo waits two minutes after the mail; what is due then is due now, as if they were over. */
async function endWaitOf(caseNumber: string) {
  // Finds the server that the product runs on.
  const { url } = await startEmbeddedPostgres({ home: path.join(product.dataDir, 'postgres'), database: 'regie' })
  const client = new pg.Client(url)
  await client.connect()
  const end = () =>
    client.query(
      `update case_runs r set due_at = now() from cases c
       where c.customer_id = r.customer_id and c.id = r.case_id and c.case_number = $1 and r.state = 'sleeping'`,
      [caseNumber],
    )
  try {
    await expect.poll(async () => (await end()).rowCount, { timeout: 60_000 }).toBe(1)
  } finally {
    await client.end()
  }
}

test('the browser had nothing to complain about', () => expect(complaints).toEqual([]))
