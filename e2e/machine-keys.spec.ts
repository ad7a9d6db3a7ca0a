import { batchApi } from '@regie/contract/batches.ts'
import { customerApi } from '@regie/contract/customers.ts'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

test('a key is made and shown once, opens what it may and no more, and is refused once it is revoked', async () => {
  const { page, complaints } = await openPage(browser)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'beheer', product.password)
  await page.goto(`${product.url}/admin/machine-keys`)
  await page.getByRole('button', { name: 'Nieuwe machinesleutel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nieuwe machinesleutel' })
  await dialog.getByLabel('Naam').fill('Boekhouding')
  await dialog.getByRole('group', { name: 'Inzien' }).getByLabel('Batches').check()
  await dialog.getByLabel('Alleen vanaf deze adressen').fill('127.0.0.0/8\n::1')
  const faults = await faultsOf(page, 'machine-key-new')
  await dialog.getByRole('button', { name: 'Sleutel maken' }).click()
  const shown = page.getByRole('dialog', { name: 'De nieuwe sleutel' })
  const key = (await shown.locator('code').first().textContent()) ?? ''
  faults.push(...(await faultsOf(page, 'machine-key-shown')))
  await shown.getByRole('button', { name: 'Ik heb de sleutel bewaard' }).click()

  const api = new ApiClient(product.url)
  await api.signIn('beheer', product.password)
  const { body: customers } = await api.call(customerApi.list)
  const chosen = customers.find(({ name }) => name === 'Demo Incasso')?.customerID ?? 0
  const ask = async (path: string) => (await fetch(`${product.url}/api${path}`, { headers: { authorization: `Bearer ${key}` } })).status
  const list = `${batchApi.list.path}?customerID=${chosen}`
  expect(await ask(list)).toBe(200)
  expect(await ask(`/contacts?customerID=${chosen}`)).toBe(403)
  expect(await ask('/account')).toBe(403)
  await page.reload()
  await page.getByText('Laatst gebruikt').waitFor()
  faults.push(...(await faultsOf(page, 'machine-keys')))

  await page.getByRole('button', { name: /Wijzigen.*Boekhouding/ }).click()
  const changing = page.getByRole('dialog', { name: 'Boekhouding wijzigen' })
  faults.push(...(await faultsOf(page, 'machine-key-change')))
  await changing.getByLabel('Alleen vanaf deze adressen').fill('203.0.113.0/24')
  await changing.getByRole('button', { name: 'Opslaan' }).click()
  await page.getByText('Boekhouding is gewijzigd').waitFor()
  expect(await ask(list)).toBe(403)

  await page.getByRole('button', { name: /Intrekken.*Boekhouding/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Intrekken' }).click()
  await page.getByText('Boekhouding is ingetrokken').waitFor()
  expect(await ask(list)).toBe(401)
  expect([...faults, ...complaints]).toEqual([])
  await page.context().close()
})

test('somebody finds a call on the API page, with its right, what goes in and an example', async () => {
  const { page, complaints } = await openPage(browser, 'phone')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'medewerker', product.password)
  await page.goto(`${product.url}/api-docs`)
  await page.getByLabel('Zoek op een woord of een deel van het adres').fill('batches pause')
  await page.getByText('/api/batches/{batchID}/pause').click()
  await page.getByText('(201)').waitFor()
  await page
    .getByText(/Authorization: Bearer regiekey_…/)
    .first()
    .waitFor()
  const faults = await faultsOf(page, 'api-docs')
  expect([...faults, ...complaints]).toEqual([])
  await page.context().close()
})
