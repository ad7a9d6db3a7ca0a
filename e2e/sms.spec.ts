import { randomUUID } from 'node:crypto'
import { caseApi } from '@regie/contract/cases.ts'
import { customerApi } from '@regie/contract/customers.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { providerApi } from '@regie/contract/providers.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsAt } from './screen-faults.ts'
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

/** The scripts work on all cases meanwhile: the first that may be written to now. */
async function writeToSomebody(customerID: number): Promise<number> {
  for (let no = 1_001; no <= 1_060; no++) {
    const { body: found } = await api.call(caseApi.search, { query: { customerID, q: `D${no}` } })
    const caseID = found.rows[0]?.caseID
    if (caseID === undefined) continue
    const body = { channel: 'sms' as const, key: randomUUID(), text: 'Belt u ons even terug?' }
    const { status } = await api.call(manualMessageApi.send, { params: { caseID }, body })
    if (status === 200) return caseID
  }
  throw new Error('nobody may be written to')
}

test('a provider that is switched off hands its SMS to the second one: the case, the message and the dashboard say so', async () => {
  const { body: customers } = await api.call(customerApi.list)
  const customerID = customers.find(({ name }) => name === 'Demo Incasso')?.customerID ?? 0
  const create = (name: string, role: { isDefault: boolean; isBackup: boolean }) =>
    api.call(providerApi.create, {
      body: { customerID, channel: 'sms', name, settings: { kind: 'simulated' }, isOff: false, ...role },
    })
  await create('Sms Noord', { isDefault: true, isBackup: false })
  await create('Sms Zuid', { isDefault: false, isBackup: true })

  await page.goto(`${product.url}/admin/providers`)
  await page.getByText('Neemt over voor alle scripts die zelf geen tweede kiezen').waitFor()
  const faults = await faultsAt(page, 'providers')
  await page.getByRole('button', { name: 'Acties voor Sms Noord' }).click()
  await page.getByRole('menuitem', { name: 'Uitzetten' }).click()
  await page.getByRole('dialog').getByText('Sms gaat via de tweede aanbieder als die er is').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Uitzetten' }).click()
  await page.getByText('Sms Noord staat uit').waitFor()

  const caseID = await writeToSomebody(customerID)
  await page.goto(`${product.url}/cases/${caseID}`)
  const line = page.getByText('Sms via tweede aanbieder: Sms Zuid (in plaats van Sms Noord)').first()
  await line.waitFor()
  faults.push(...(await faultsAt(page, 'case with another provider')))

  await page.goto(`${product.url}/sms`)
  await page.getByText(/^\d+ sms (ging|gingen) het laatste uur via een andere aanbieder$/).waitFor()
  await page.getByText('Tweede', { exact: true }).waitFor()
  faults.push(...(await faultsAt(page, 'sms')))
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})
