import { randomUUID } from 'node:crypto'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { customerApi } from '@regie/contract/customers.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser

beforeAll(async () => {
  // With a past: only then are there messages that did not arrive.
  product = await startProduct({ env: { DEMO_PAST: '1' } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

test('somebody sees at a glance whether all works, and a monitor reads the same', async () => {
  const { page, complaints } = await openPage(browser)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'beheer', product.password)
  await page.goto(`${product.url}/admin/status`)
  await page.getByRole('region', { name: 'Berichten en gesprekken' }).getByRole('heading', { name: 'Sms' }).waitFor()
  const faults = await faultsOf(page, 'status')
  const monitor = () =>
    page.evaluate(async () => {
      const answer = await fetch('/api/status')
      return { status: answer.status, body: (await answer.json()) as { status: string } }
    })
  const screen = page.getByRole('status')
  // The disk of this machine may fill up or empty meanwhile, which is a warning: screen and monitor agree all the same.
  await expect
    .poll(
      async () => {
        const { status, body } = await monitor()
        const isShown = await screen.getByText(body.status === 'ok' ? 'Alles werkt' : /De schijf raakt vol/).count()
        return status === 200 && isShown > 0
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  expect([...faults, ...complaints]).toEqual([])
  await page.context().close()
})

/** What failed in the past of the demo depends on the day: this SMS fails today. */
async function sendToPhoneThatIsOff() {
  const api = new ApiClient(product.url)
  await api.signIn('beheer', product.password)
  const { body: customers } = await api.call(customerApi.list)
  const customerID = customers.find(({ name }) => name === 'Demo Incasso')?.customerID ?? 0
  const { body: scripts } = await api.call(scriptApi.listOfCustomer, { query: { customerID } })
  const scriptID = scripts.find(({ active }) => active)?.scriptID ?? 0
  // The simulated provider reaches no number that ends so.
  const fields = { dossiernummer: 'UIT-1', achternaam: 'Jansen', openstaand: '10.00', mobiel: '+31612345100' }
  const { body: made } = await api.call(caseActionApi.create, { body: { customerID, scriptID, batchID: null, fields } })
  const body = { channel: 'sms' as const, key: randomUUID(), text: 'Belt u ons even terug?' }
  const sent = await api.call(manualMessageApi.send, { params: { caseID: made.caseID }, body })
  expect(sent.status).toBe(200)
}

test('messages that did not arrive, the blacklist with its file, sending to many and the SMS dashboard serve everybody', async () => {
  const { page, complaints } = await openPage(browser)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const faults: string[] = []
  await signIn(page, product.url, 'beheer', product.password)
  await sendToPhoneThatIsOff()
  const cause = page.getByRole('button', { name: 'De telefoon staat uit of heeft geen bereik' })
  const found = async () => {
    await page.goto(`${product.url}/failures`)
    return cause.waitFor({ timeout: 5_000 }).then(
      () => 'there',
      () => 'not yet',
    )
  }
  await expect.poll(found, { timeout: 60_000 }).toBe('there')
  await cause.click()
  const rows = page.getByRole('table', { name: 'Berichten: De telefoon staat uit of heeft geen bereik' })
  await rows
    .getByRole('checkbox', { name: /Bericht van dossier/ })
    .first()
    .check()
  await page.getByText('1 gekozen:').waitFor()
  faults.push(...(await faultsOf(page, 'failures')))
  await page.getByRole('button', { name: 'Opnieuw versturen' }).click()
  await page
    .getByRole('dialog')
    .getByText(/bericht kan nu opnieuw|kan er nu geen opnieuw/)
    .waitFor()
  faults.push(...(await faultsOf(page, 'send once more')))
  await page.keyboard.press('Escape')

  await page.goto(`${product.url}/blacklist`)
  await page.getByRole('button', { name: 'Importeren' }).click()
  const dialog = page.getByRole('dialog')
  const text = 'adres;reden;kleur\r\nnieuw@lijst.nl;;blauw\r\ngeen adres;;\r\n'
  await dialog.locator('input[type=file]').setInputFiles({ name: 'lijst.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog.getByText('1 nummer of adres komt erbij').waitFor()
  await dialog.getByText('Deze kolommen worden niet gelezen: kleur').waitFor()
  faults.push(...(await faultsOf(page, 'blacklist file')))
  await dialog.getByRole('button', { name: '1 toevoegen' }).click()
  await dialog.getByText('1 nummer of adres toegevoegd').waitFor()
  await dialog.getByRole('button', { name: 'Sluiten', exact: true }).last().click()
  await page.locator('main').getByText('nieuw@lijst.nl').waitFor()
  faults.push(...(await faultsOf(page, 'blacklist')))

  await page.goto(`${product.url}/communications`)
  await page.getByRole('tab', { name: 'Nieuw bericht' }).waitFor()
  faults.push(...(await faultsOf(page, 'send to many')))
  await page.goto(`${product.url}/sms`)
  await page.getByRole('heading', { name: 'Scripts' }).waitFor()
  faults.push(...(await faultsOf(page, 'sms dashboard')))
  expect([...faults, ...complaints]).toEqual([])
  await page.context().close()
})
