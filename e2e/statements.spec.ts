import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let page: Page
let complaints: string[]
let sample: { name: string; mimeType: string; buffer: Buffer }

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

const seen = (text: string | RegExp) => page.getByText(text).first().waitFor({ timeout: 30_000 })
const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const lines = () => page.getByRole('list', { name: 'Bijschrijvingen' }).getByRole('listitem').locator('[data-entry]')
/** The line of what came in without a case. */
const stranger = () => page.locator('[data-entry]').filter({ hasText: 'Voorbeeld BV' })
const upload = () => page.locator('input[type=file]').setInputFiles(sample)

test('the example of the demo is downloaded and uploaded: what names its case by reference is booked at once', async () => {
  await signIn(page, product.url, 'teamleider', product.password)
  await page.goto(`${product.url}/payments/statements`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Voorbeeld downloaden' }).click()
  const file = await download
  sample = { name: file.suggestedFilename(), mimeType: 'text/plain', buffer: readFileSync(await file.path()) }
  await upload()
  await seen(sample.name)
  // Paid in full and in part are certain; too much, without a reference, and by a stranger wait.
  await seen('5 regels · 2 geboekt · 3 wachten')
  await tab('Geboekt').click()
  await expect.poll(() => lines().count()).toBe(2)
})

test('the same file again is refused, and nothing is booked twice', async () => {
  await tab('Bestanden').click()
  await upload()
  await seen('Dit afschrift is al ingelezen.')
  await tab('Geboekt').click()
  await expect.poll(() => lines().count()).toBe(2)
})

test('what waits is booked at the case that is proposed, and waits again once that is taken back', async () => {
  await tab('Te verwerken').click()
  await expect.poll(() => lines().count()).toBe(3)
  const named = lines().filter({ hasText: 'Geen kenmerk' }).filter({ hasText: 'dossier ' })
  const text = (await named.getByText(/^dossier /).textContent()) ?? ''
  await named.click()
  const number = text.replace('dossier ', '')
  await page.getByRole('button', { name: new RegExp(`boeken bij ${number}$`) }).click()
  await seen(/is geboekt bij dossier/)
  await expect.poll(() => lines().count()).toBe(2)
  await tab('Geboekt').click()
  await lines().filter({ hasText: text }).click()
  await page.getByRole('button', { name: 'Terugnemen', exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel('Reden').fill('Verkeerd dossier')
  await question.getByRole('button', { name: 'Boeking terugnemen' }).click()
  await seen('De boeking is teruggenomen; de bijschrijving wacht weer.')
  await expect.poll(() => lines().count()).toBe(2)
  await tab('Te verwerken').click()
  await lines().filter({ hasText: 'Boeking teruggenomen' }).waitFor()
})

test('what pays no case is set aside with a reason by keys alone, and waits again', async () => {
  await stranger().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Terzijde leggen' }).press('Enter')
  const question = page.getByRole('dialog')
  await question.getByLabel('Reden').fill('Huur van de zaal')
  await question.getByRole('button', { name: 'Terzijde leggen' }).press('Enter')
  await seen('De bijschrijving ligt terzijde.')
  await expect.poll(() => stranger().count()).toBe(0)
  await tab('Terzijde gelegd').click()
  await stranger().click()
  await seen(/Huur van de zaal/)
  await page.getByRole('button', { name: 'Weer laten wachten' }).click()
  await seen('De bijschrijving wacht weer.')
})

test('a file that was cut off says so, and books nothing', async () => {
  await tab('Bestanden').click()
  const whole = sample.buffer.toString()
  const cut = Buffer.from(whole.slice(0, whole.indexOf(':62F:')))
  await page.locator('input[type=file]').setInputFiles({ name: 'afgebroken.940', mimeType: 'text/plain', buffer: cut })
  await seen(/Een begin- of eindstand ontbreekt/)
  await seen('Geweigerd')
})

/** A day of the account in CAMT.053, as banks send it: the rest of the case that the example paid in part: one cent of it. */
function camtOf(reference: string): Buffer {
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
  const remittance = `<RmtInf><Ustrd>${reference}</Ustrd></RmtInf>`
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
<Acct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></Acct>${balance('OPBD', '100.00')}${balance('CLBD', '100.01')}
<Ntry><Amt Ccy="EUR">0.01</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-05-02</Dt></BookgDt>
<AcctSvcrRef>CAMT1</AcctSvcrRef><NtryDtls><TxDtls>${remittance}</TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`)
}

test('a file in CAMT.053 is read as one in MT940 is', async () => {
  await tab('Bestanden').click()
  const [, reference = ''] = /\/REMI\/deel (\S+)/.exec(sample.buffer.toString()) ?? []
  const file = { name: 'dagafschrift.xml', mimeType: 'application/xml', buffer: camtOf(reference) }
  await page.locator('input[type=file]').setInputFiles(file)
  await seen('dagafschrift.xml')
  await seen('1 regel · 1 geboekt')
})

test('home says how many wait, and leads there', async () => {
  await page.goto(`${product.url}/`)
  await page.getByRole('link', { name: /^Verwerken: 3 bijschrijvingen/ }).click()
  await page.waitForURL('**/payments/statements')
  await expect.poll(() => lines().count()).toBe(3)
  expect(complaints.filter((one) => !one.includes('409'))).toEqual([])
})
