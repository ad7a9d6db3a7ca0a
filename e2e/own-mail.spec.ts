import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpSink, type SmtpSink } from './peers/smtp-sink.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let sink: SmtpSink
beforeAll(async () => {
  sink = await openSmtpSink()
  product = await startProduct({ env: { SMTP_URL: sink.url, FEEDBACK_TO: 'makers@example.nl' } })
  browser = await openBrowser()
}, 180_000)
afterAll(async () => {
  await browser.close()
  await product.stop()
  await sink.close()
  removeData(product.dataDir)
})

test('a colleague reports a fault with a picture in which nobody can be read; more is erased by hand', async () => {
  const { page, complaints } = await openPage(browser)
  await signIn(page, product.url, 'beheer', product.password)
  await page.getByRole('button', { name: 'Feedback geven' }).click()
  const dialog = page.getByRole('dialog', { name: 'Feedback geven' })
  await dialog.getByRole('button', { name: 'Versturen' }).click()
  await expect.poll(() => dialog.textContent()).toContain('Schrijf kort')
  await dialog.getByLabel('Wat wilt u ons vertellen?').fill('De kolom Voortgang staat scheef')
  const picture = dialog.getByRole('group', { name: 'De afbeelding die wordt meegestuurd' })
  await picture.locator('canvas').waitFor()
  await dialog.getByRole('button', { name: 'Gebied wissen' }).click()
  const area = dialog.getByRole('button', { name: 'Gewist gebied 1' })
  const before = await area.boundingBox()
  await area.press('ArrowRight')
  await area.press('Shift+ArrowDown')
  const after = await area.boundingBox()
  expect(after?.x).toBeGreaterThan(before?.x ?? Infinity)
  expect(after?.height).toBeGreaterThan(before?.height ?? Infinity)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/feedback.png` })
  await dialog.getByRole('button', { name: 'Versturen' }).click()
  await page.getByText('Bedankt, uw feedback is verstuurd').waitFor()
  await expect.poll(() => sink.mails.find(({ to }) => to === 'makers@example.nl')?.text ?? '', { timeout: 20_000 }).toContain('image/png')
  const text = sink.mails.find(({ to }) => to === 'makers@example.nl')?.text ?? ''
  expect(text).toContain('De kolom Voortgang staat scheef')
  expect(text).toContain('requestIDs')
  // The copy that the picture is drawn from holds a base address and style elements of the library; our policy refuses both, and the picture needs neither.
  expect(complaints.filter((complaint) => !/base URI|Applying inline style/.test(complaint))).toEqual([])
}, 60_000)

test('a demo of a script mails its own user and nobody else, says DEMO, and can be stopped', async () => {
  const { page, complaints } = await openPage(browser)
  await signIn(page, product.url, 'beheer', product.password)
  await page.getByRole('link', { name: 'Demo', exact: true }).click()
  await page.getByRole('link', { name: /Herinnering met betaallink/ }).click()
  await page.getByRole('button', { name: 'Start de demo' }).click()
  const debtorGets = page.getByRole('log', { name: 'Wat de debiteur krijgt' })
  await debtorGets.getByText('Demo gestart').waitFor()
  const demoMails = () => sink.mails.filter(({ text }) => text.includes('DEMO'))
  await expect.poll(() => demoMails().map(({ to }) => to), { timeout: 30_000 }).toEqual(['beheer@demo.example'])
  // The mail as the debtor gets it, then the wait, written out and shortened; in the graph the steps that are done.
  const mail = debtorGets.getByRole('article', { name: 'E-mail' })
  await mail.getByText('DEMO: Herinnering').first().waitFor()
  await debtorGets.getByText('Wacht 2 minuten, hier 5 seconden').first().waitFor()
  const graph = page.getByRole('group', { name: 'Schema van de stappen' })
  await graph.locator('[data-played="passed"]').filter({ hasText: 'Herinnering' }).first().waitFor()
  await debtorGets.getByRole('article', { name: 'Sms' }).waitFor({ timeout: 20_000 })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByText(/^\d+ van 14 stappen$/).click()
  await page.getByRole('listitem').filter({ hasText: 'Betaallink' }).first().waitFor()
  expect(await faultsOf(page, 'demo')).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${product.url}/admin/demo`)
  await page.getByRole('link', { name: /^DEMO-/ }).click()
  await page.getByRole('heading', { name: 'Bea Beheer' }).waitFor()
  await page.getByText('DEMO', { exact: true }).first().waitFor()
  await page.goto(`${product.url}/search?q=DEMO-`)
  await page.getByText('Niets gevonden').first().waitFor()
  await page.goto(`${product.url}/admin/demo`)
  await page.getByRole('button', { name: /^Demo DEMO-\w+ stoppen$/ }).click()
  await page.getByText('Nog 9 van 10 vandaag').waitFor()
  await page.getByRole('button', { name: /^Demo DEMO-\w+ stoppen$/ }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
}, 60_000)
