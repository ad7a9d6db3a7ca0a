import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { providerApi } from '@regie/contract/providers.ts'
import nodemailer from 'nodemailer'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { demoCase, demoCustomer } from './demo-cases.ts'
import { type MailPeers, missingMailPeers, startMailPeers } from './peers/mail-peers.ts'
import { openSmtpSink, type SmtpSink } from './peers/smtp-sink.ts'
import { choose, openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let sink: SmtpSink
/** Where debtors answer; null: this machine has no mail server. */
let peers: MailPeers | null = null
const isMailHere = missingMailPeers().length === 0
beforeAll(async () => {
  sink = await openSmtpSink()
  if (isMailHere) peers = await startMailPeers()
  const env = { SMTP_URL: sink.url, FEEDBACK_TO: 'makers@example.nl', ALLOW_PRIVATE_HOSTS: `127.0.0.1:${peers?.imapPort ?? 0}` }
  product = await startProduct({ env })
  browser = await openBrowser()
}, 180_000)
afterAll(async () => {
  await browser.close()
  await product.stop()
  await sink.close()
  await peers?.close()
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
}, 120_000)

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
  // The mail as it was sent has its looks, and the policy of our pages has no complaint about it.
  await page.getByRole('listitem').filter({ hasText: 'DEMO: Herinnering' }).first().getByText('Bericht tonen').click()
  const payButton = page.frameLocator('iframe[sandbox=""]').locator('a[href*="/p/"]').first()
  await payButton.waitFor()
  const ground = await payButton.evaluate((link) => {
    const browser = globalThis as unknown as { getComputedStyle: (of: unknown) => { backgroundColor: string } }
    return browser.getComputedStyle(link).backgroundColor
  })
  expect(ground).toBe('rgb(20, 119, 170)')
  await page.goto(`${product.url}/search?q=DEMO-`)
  await page.getByText('Niets gevonden').first().waitFor()
  await page.goto(`${product.url}/admin/demo`)
  await page.getByRole('button', { name: /^Demo DEMO-\w+ stoppen$/ }).click()
  await page.getByText('Nog 9 van 10 vandaag').waitFor()
  await page.getByRole('button', { name: /^Demo DEMO-\w+ stoppen$/ }).waitFor({ state: 'detached' })
  expect(complaints.splice(0)).toEqual([])
  // Sheets of its own hold. What a sender puts in to be told that somebody looks is stopped by the policy of the page, and no script runs.
  const asked: string[] = []
  const spy = createServer((request, reply) => {
    asked.push(request.url ?? '')
    reply.end()
  })
  await new Promise<void>((resolve) => spy.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(spy.address() as AddressInfo).port}`
  const put = `<style>@import "${at}/a.css";#quiet{color:rgb(1, 2, 3);background:url(${at}/b.png)}</style>
    <img src="${at}/c.png"><link rel="stylesheet" href="${at}/d.css"><p id="quiet">stil</p>
    <script>document.getElementById('quiet').textContent = 'liep'</script>`
  await page.route(/\/page\?scheme=/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `${await answer.text()}${put}` })
  })
  await page.getByRole('link', { name: /^DEMO-/ }).click()
  await page.getByRole('heading', { name: 'Bea Beheer' }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'DEMO: Herinnering' }).first().getByText('Bericht tonen').click()
  const quiet = page.frameLocator('iframe[sandbox=""]').getByText('stil', { exact: true })
  await quiet.waitFor()
  const ink = await quiet.evaluate((words) => {
    const browser = globalThis as unknown as { getComputedStyle: (of: unknown) => { color: string } }
    return browser.getComputedStyle(words).color
  })
  expect(ink).toBe('rgb(1, 2, 3)')
  await page.unrouteAll({ behavior: 'wait' })
  // Whoever listens hears, but of none of these.
  await fetch(`${at}/heard`)
  spy.close()
  expect(asked).toEqual(['/heard'])
  // The browser says of each that it was stopped, and complains of nothing else.
  expect(complaints.splice(0).filter((complaint) => !complaint.includes(at) && !/script execution/.test(complaint))).toEqual([])
}, 120_000)

test('a file that is chosen, one that is dropped and a picture that is pasted arrive with the e-mail, and are saved from the case again', async () => {
  const api = new ApiClient(product.url)
  await api.signIn('teamleider', product.password)
  const { page, complaints } = await openPage(browser)
  await signIn(page, product.url, 'teamleider', product.password)
  await page.goto(`${product.url}/cases/${await demoCase(api, 'D1003')}`)
  await page.getByRole('button', { name: 'E-mail', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'E-mail sturen' })
  const files = dialog.getByRole('list', { name: 'Bijlagen' })
  const pdf = Buffer.from('%PDF-1.4 een factuur die u in de brief miste')
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Bijlage toevoegen' }).click()
  await (await chooser).setFiles([
    { name: 'factuur.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'nep.png', mimeType: 'image/png', buffer: Buffer.from('<script>') },
  ])
  await files.getByText('factuur.pdf', { exact: true }).waitFor()
  await dialog
    .getByRole('alert')
    .getByText(/^nep\.png: De inhoud past niet/)
    .waitFor()
  const words = dialog.getByRole('textbox', { name: 'Uw bericht' })
  const hand = (kind: 'drop' | 'paste', name: string) =>
    words.evaluate(
      (field, [how, fileName]) => {
        // The stories have no types of a browser.
        const made = globalThis as unknown as Record<'DataTransfer' | 'DragEvent' | 'ClipboardEvent', new (...given: unknown[]) => Event>
        const data = new made.DataTransfer() as unknown as { items: { add: (file: File) => void } }
        data.items.add(new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])], fileName))
        const options = { bubbles: true, cancelable: true }
        field.dispatchEvent(
          how === 'drop'
            ? new made.DragEvent('drop', { ...options, dataTransfer: data })
            : new made.ClipboardEvent('paste', { ...options, clipboardData: data }),
        )
      },
      [kind, name] as const,
    )
  await hand('drop', 'foto.png')
  await files.getByText('foto.png', { exact: true }).waitFor()
  await hand('paste', 'image.png')
  await files.getByText('image.png', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'foto.png verwijderen' }).press('Enter')
  await files.getByText('foto.png', { exact: true }).waitFor({ state: 'detached' })
  expect(await faultsOf(page, 'attachments')).toEqual([])
  // Whoever loses the page keeps what they wrote, with its files.
  await dialog.getByRole('textbox', { name: 'Onderwerp' }).fill('De factuur die u miste')
  await words.fill('Zie de bijlage')
  await page.reload()
  await page.getByRole('button', { name: 'E-mail', exact: true }).click()
  await files.getByText('image.png', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: /^(E-mail versturen|Plan voor)/ }).waitFor()
  await dialog.getByRole('button', { name: 'E-mail versturen' }).click()
  await dialog.waitFor({ state: 'detached' })
  const arrived = () => sink.mails.filter(({ text }) => text.includes('De factuur die u miste'))
  await expect.poll(() => arrived().length, { timeout: 30_000 }).toBe(1)
  const text = arrived()[0]?.text.replace(/\r\n/g, '') ?? ''
  expect(text).toContain(pdf.toString('base64'))
  expect(text).toContain('filename=image.png')
  expect(text).not.toContain('foto.png')
  // A line that comes above the one that was opened would be the first then.
  const line = page.getByRole('listitem').filter({ hasText: 'De factuur die u miste' }).filter({ hasText: 'E-mail verzonden' }).first()
  await line.getByText('Bericht tonen').click()
  const download = page.waitForEvent('download')
  await line
    .getByRole('list', { name: 'Bijlagen' })
    .getByRole('button', { name: /^factuur\.pdf/ })
    .click()
  expect(readFileSync(await (await download).path())).toEqual(pdf)
  // The browser names the one that was refused.
  expect(complaints.filter((complaint) => !/415 .*\/attachments$/.test(complaint))).toEqual([])
}, 120_000)

test.runIf(isMailHere)(
  'a mail that a debtor answers is forwarded with its file: to the colleague alone, with who sends it and why, and the case says so',
  async () => {
    const api = new ApiClient(product.url)
    await api.signIn('beheer', product.password)
    const caseID = await demoCase(api, 'D1002')
    const text = 'Wilt u het nakijken?'
    await api.call(manualMessageApi.send, {
      params: { caseID },
      body: { channel: 'email', key: randomUUID(), subject: 'Uw rekening 1002', text },
    })
    const ours = () => sink.mails.find((mail) => mail.text.includes('Subject: Uw rekening 1002'))
    await expect.poll(() => ours() !== undefined, { timeout: 30_000 }).toBe(true)
    await readMailbox(api)
    const pdf = Buffer.from('%PDF-1.4 een betaalbewijs')
    const answer = nodemailer.createTransport({ host: '127.0.0.1', port: peers?.smtpPort ?? 0, ignoreTLS: true })
    await answer.sendMail({
      ...{ from: 'Anna <anna@klant.test>', to: 'incasso@acme.test', subject: 'Re: Uw rekening 1002', text: 'Ik betaalde al, zie bijlage' },
      inReplyTo: /^Message-ID: (\S+)/im.exec(ours()?.text ?? '')?.[1] ?? '',
      attachments: [{ filename: 'betaalbewijs.pdf', content: pdf, contentType: 'application/pdf' }],
    })
    answer.close()

    const { page, complaints } = await openPage(browser)
    await signIn(page, product.url, 'beheer', product.password)
    await page.goto(`${product.url}/whatsapp?channel=email`)
    await page
      .getByRole('list', { name: 'Gesprekken' })
      .getByRole('button')
      .filter({ hasText: 'Ik betaalde al' })
      .click({ timeout: 60_000 })
    const received = page.getByRole('article').filter({ hasText: 'Ik betaalde al, zie bijlage' })
    await received.getByRole('button', { name: 'Doorsturen' }).click()
    const dialog = page.getByRole('dialog', { name: 'E-mail doorsturen' })
    await dialog.getByLabel('Aan').waitFor()
    const before = sink.mails.length
    expect(await faultsOf(page, 'forward')).toEqual([])
    await choose(page, 'Aan', 'Tess de Leider')
    await dialog.getByRole('textbox', { name: 'Toelichting' }).fill('Klopt dit bewijs?')
    await dialog.getByRole('button', { name: 'Doorsturen', exact: true }).click()
    await page
      .getByText(/^Doorgestuurd aan Tess de Leider/)
      .first()
      .waitFor()
    await dialog.waitFor({ state: 'detached' })

    const forwarded = () => sink.mails.slice(before).filter((mail) => mail.text.includes('Subject: Fwd: Re: Uw rekening 1002'))
    await expect.poll(() => forwarded().flatMap(({ recipients }) => recipients), { timeout: 30_000 }).toEqual(['teamleider@demo.example'])
    const arrived = forwarded()[0]?.text ?? ''
    for (const words of ['Bea Beheer', 'Klopt dit bewijs?', 'Anna <anna@klant.test>', 'betaalbewijs.pdf']) expect(arrived).toContain(words)
    expect(arrived.replace(/\r\n/g, '')).toContain(pdf.toString('base64'))
    await page.goto(`${product.url}/cases/${caseID}`)
    await page.getByText('E-mail doorgestuurd aan Tess de Leider').first().waitFor()
    expect(await faultsOf(page, 'forwarded')).toEqual([])
    expect(complaints).toEqual([])
  },
  180_000,
)

/** From now on the product reads the mailbox to which debtors answer. */
async function readMailbox(api: ApiClient) {
  const place = { host: '127.0.0.1', port: peers?.imapPort ?? 0, encryption: 'none' as const }
  const settings = { kind: 'imap' as const, ...place, user: 'incasso@acme.test', folder: 'INBOX' }
  const role = { isOff: false, isDefault: false, isBackup: false }
  const body = {
    customerID: await demoCustomer(api),
    channel: 'email' as const,
    name: 'Postbus',
    settings,
    secret: peers?.password ?? '',
    ...role,
  }
  expect(await api.call(providerApi.create, { body })).toMatchObject({ status: 200 })
}
