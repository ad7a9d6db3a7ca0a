import { arrangementApi } from '@regie/contract/arrangements.ts'
import { batchApi, batchEditApi } from '@regie/contract/batches.ts'
import { blacklistApi } from '@regie/contract/blacklist.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { chatApi } from '@regie/contract/chat.ts'
import { fileApi } from '@regie/contract/files.ts'
import { inboxApi } from '@regie/contract/inbox.ts'
import { providerApi } from '@regie/contract/providers.ts'
import { httpSmsProviders } from '@regie/contract/sms-providers.ts'
import { templateApi } from '@regie/contract/template-api.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { markupPayloads } from './markup-payloads.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { openScreen, untilShown } from './open-screen.ts'
import { screenAddresses } from './screen-addresses.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

const payloads = markupPayloads()
const all = payloads.join(' ')
const customerID = 1

let product: Product
let browser: Browser
let api: ApiClient
let batchID = 0
let caseIDs: number[] = []
const templateIDs: number[] = []

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  api = new ApiClient(product.url)
  await api.signIn('beheer', product.password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

const mobile = (i: number) => `06${21_500_000 + i}`

test('a file whose names, places and numbers are markup is imported as it is written', async () => {
  const cells = payloads.map((text, i) => [
    `X${i}`,
    text,
    text,
    mobile(i),
    `x${i}@debiteuren.example`,
    text.slice(0, 30),
    '05-02-2026',
    '12,50',
  ])
  const rows = cells.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(';'))
  const content = `dossiernummer;achternaam;plaats;mobiel;email;factuurnummer;vervaldatum;openstaand\r\n${rows.join('\r\n')}\r\n`
  const uploaded = await api.upload(fileApi.upload, { customerID, scriptID: 1 }, { name: 'opmaak.csv', content })
  const params = { importID: uploaded.body.importID }
  const found = async () => (await api.call(fileApi.getImport, { params })).body
  await expect.poll(async () => (await found()).status).toBe('ready')
  expect((await found()).issues).toEqual([])
  expect((await found()).counts).toMatchObject({ new: payloads.length })
  await api.call(fileApi.confirm, { params, body: { name: payloads[1] ?? '', startLater: true } })
  await expect.poll(async () => (await found()).status).toBe('done')
  batchID = (await found()).batchID ?? 0
  const { body } = await api.call(caseApi.list, { query: { customerID, batchID, limit: 200 } })
  caseIDs = body.rows.map(({ caseID }) => caseID)
  expect(new Set(body.rows.map(({ city }) => city))).toEqual(new Set(payloads))
})

test('staff may write markup wherever they write', async () => {
  const [noted = 0, disputed = 0] = caseIDs
  const { version } = (await api.call(batchApi.get, { params: { batchID } })).body
  const listing = { customerID, reason: 'request', retention: '1y', scope: 'customer', scriptID: null } as const
  const channelID = (await api.call(chatApi.channels, { query: { customerID } })).body[0]?.channelID ?? 0
  const answers: { status: number; text: string }[] = [
    await api.call(batchEditApi.change, { params: { batchID }, body: { version, comments: all.slice(0, 4_000) } }),
    await api.call(arrangementApi.addComplaint, { params: { caseID: disputed }, body: { kind: 'dispute', text: all.slice(0, 1_500) } }),
  ]
  for (const text of payloads.slice(0, 30))
    answers.push(await api.call(arrangementApi.addNote, { params: { caseID: noted }, body: { text } }))
  for (const [i, note] of payloads.slice(0, 20).entries())
    answers.push(await api.call(blacklistApi.add, { body: { ...listing, value: mobile(5_000 + i), note } }))
  for (const text of payloads.slice(0, 15)) answers.push(await api.call(chatApi.send, { params: { channelID }, body: { text } }))
  for (const kind of ['email', 'sms', 'whatsapp'] as const) {
    const named = { name: `${kind} ${payloads[2]}`, description: all.slice(0, 500), group: payloads[3] ?? '' }
    const made = await api.call(templateApi.create, { body: { customerID, kind, section: false, copyOf: null, ...named } })
    answers.push(made)
    templateIDs.push(made.body.templateID)
  }
  expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([])
})

test('debtors may write it too', async () => {
  const settings = { kind: 'messagebird' as const, url: httpSmsProviders.messagebird.url, user: '', sender: 'Incasso' }
  const named = { customerID, channel: 'sms' as const, name: payloads[4]?.slice(0, 60) ?? '', isOff: false, isDefault: false }
  const { body: provider } = await api.call(providerApi.create, { body: { ...named, settings, secret: 'sleutel' } })
  const hook = new URL(provider.webhookUrl).pathname
  for (const [i, text] of payloads.entries()) {
    const query = new URLSearchParams({ id: `m${i}`, originator: `316${21_500_000 + i}`, recipient: '3197010', body: text })
    const answer = await fetch(`${product.url}${hook}?${query}`)
    expect(answer.status).toBe(200)
  }
  const { body } = await api.call(inboxApi.list, { query: { customerID, limit: 200 } })
  expect(body.rows.length).toBeGreaterThanOrEqual(100)
})

test('no screen runs any of it, in any frame', { timeout: 300_000 }, async () => {
  const { page } = await openPage(browser)
  const found = await watch(page)
  await signIn(page, product.url, 'beheer', product.password)
  await untilShown(page)
  const ofOurs = [
    `/batches/${batchID}`,
    `/batches/${batchID}?tab=settings`,
    `/batches/${batchID}?tab=results`,
    ...caseIDs.slice(0, 3).flatMap((id) => [`/cases/${id}`, `/cases/${id}?tab=communication`]),
    ...templateIDs.map((id, i) => `/editor/${['email', 'sms', 'whatsapp'][i]}?template=${id}`),
  ]
  for (const address of [...(await screenAddresses()), ...ofOurs]) {
    await openScreen(page, address)
    expect(await found(), address).toEqual([])
  }
  // A conversation, and what searching finds.
  await page.goto(`${product.url}/whatsapp`)
  for (const at of [0, 1, 2]) {
    await page.locator('main').getByRole('button').filter({ hasText: 'ran(1)' }).nth(at).click()
    await page.getByRole('log').or(page.getByRole('article')).or(page.getByText('ran(1)')).first().waitFor()
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('onerror')
  await page.getByRole('dialog').getByRole('option').first().waitFor()
  expect(await found(), 'inbox and search').toEqual([])
  // Whoever watches sees what runs.
  await page.evaluate('ran(1)')
  expect(await found()).toEqual(['a script ran'])
})

/** Notes in every frame whatever ran, was stopped by the policy, opened a dialog or asked something elsewhere. */
async function watch(page: Page): Promise<() => Promise<string[]>> {
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && protocol !== 'blob:' && origin !== product.url) seen.push(`asked ${request.url()}`)
  })
  await page.exposeFunction('ran', () => void seen.push('a script ran'))
  await page.exposeFunction('stopped', (what: string) => void seen.push(`stopped: ${what}`))
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => stopped(event.violatedDirective + ' ' + event.blockedURI))`,
  )
  return async () => {
    // What an element does when it has loaded or failed comes a moment later.
    await page.waitForTimeout(50)
    return seen
  }
}
