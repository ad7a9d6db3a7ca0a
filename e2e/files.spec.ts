import { readFileSync } from 'node:fs'
import type { Browser, Download, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let page: Page
let complaints: string[]

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  ;({ page, complaints } = await openPage(browser))
  await signIn(page, product.url, 'beheer', product.password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

const seen = (text: string | RegExp) => page.getByText(text).first().waitFor({ timeout: 30_000 })
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const lines = Array.from({ length: 24_000 }, (_, no) => `G${no};Jansen ${'x'.repeat(200)};47,07`)
/** Five megabytes: three parts. */
const large = {
  name: 'groot.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['dossiernummer;achternaam;openstaand', ...lines, ''].join('\r\n')),
}
const small = { name: 'klein.csv', mimeType: 'text/csv', buffer: Buffer.from('dossiernummer;achternaam;openstaand\r\nK1;Bos;1,00\r\n') }
const program = { name: 'lijst.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1') }

async function saved(press: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const coming: Promise<Download> = page.waitForEvent('download')
  await press()
  const download = await coming
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

test('files are uploaded together; a connection that is cut halfway goes on, and what is no list is refused by name', async () => {
  await page.goto(`${product.url}/files/upload`)
  // The script of the toolbar is the script of the files.
  await page
    .getByRole('combobox', { name: /^Script/ })
    .first()
    .click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const offsets: string[] = []
  await page.route('**/api/files/uploads/*/parts', async (route) => {
    offsets.push(/name="offset"\r\n\r\n(\d+)/.exec(route.request().postDataBuffer()?.subarray(0, 500).toString('latin1') ?? '')?.[1] ?? '')
    // The second part never arrives.
    await (offsets.length === 2 ? route.abort('connectionreset') : route.continue())
  })
  await page.locator('input[type=file]').setInputFiles([large, small, program])
  await seen('groot.csv is binnen: verder met de controle')
  await seen('klein.csv is binnen: verder met de controle')
  await seen(/^lijst\.xlsx: Dit soort bestand kan niet worden gelezen/)
  expect(offsets.slice(0, 4)).toEqual(['0', '2097152', '2097152', '4194304'])
  expect(page.url()).toContain('/files/upload')
  await page.unroute('**/api/files/uploads/*/parts')
})

test('the same file again is told, before anything is made of it', async () => {
  await page.getByRole('button', { name: /^Weggooien lijst/ }).click()
  await page.goto(`${product.url}/files/upload`)
  await page.locator('input[type=file]').setInputFiles(small)
  await seen('Dit bestand is al eerder geüpload')
})

test('a file is taken along as it came, several as one ZIP, and the list says who did', async () => {
  await page.goto(`${product.url}/files/list`)
  const row = rowOf('groot.csv')
  await row.waitFor({ timeout: 30_000 })
  expect(await row.textContent()).toContain('Nog niet')
  const one = await saved(() => page.getByRole('button', { name: 'groot.csv downloaden' }).click())
  expect(one.name).toBe('groot.csv')
  expect(one.bytes.equals(large.buffer)).toBe(true)
  await expect.poll(() => row.textContent()).toMatch(/1 × · /)
  await row.getByRole('checkbox').click()
  await rowOf('klein.csv').first().getByRole('checkbox').click()
  const zip = await saved(() => page.getByRole('button', { name: 'Als ZIP downloaden' }).click())
  expect(zip.bytes.subarray(0, 2).toString()).toBe('PK')
  expect(zip.bytes.length).toBeLessThan(large.buffer.length / 4)
})

test('a file that an import reads stays; the results of a batch are made, kept for 90 days and deleted after a question', async () => {
  const refused = page.getByRole('button', { name: /^Verwijderen/, disabled: true })
  expect(await refused.getAttribute('title')).toContain('Een import die nog niet klaar is, gebruikt dit bestand.')
  await page.goto(`${product.url}/reports/batches/1/output?output=csv`)
  await page.getByRole('button', { name: 'Opslaan onder Bestanden' }).click()
  await page.getByRole('link', { name: 'Naar Bestanden' }).click()
  await seen('Bestanden blijven 90 dagen · geen virusscanner ingesteld')
  await rowOf('.csv').filter({ hasText: 'Bewaard' }).first().waitFor({ timeout: 60_000 })
  await rowOf('.csv').first().getByRole('checkbox').click()
  await page
    .getByRole('button', { name: /^Verwijderen/ })
    .last()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verwijderen' }).click()
  await seen('Nog geen resultaten')
  expect(complaints.filter((words) => !/ERR_CONNECTION_RESET|415/.test(words))).toEqual([])
})
