import { caseApi } from '@regie/contract/cases.ts'
import { customerApi } from '@regie/contract/customers.ts'
import { fileApi } from '@regie/contract/files.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { demoCustomer } from './demo-cases.ts'
import { dutchExport } from './demo-file.ts'
import { faultsInLanguages } from './in-languages.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsAt } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let page: Page
let complaints: string[]
let api: ApiClient
beforeAll(async () => {
  // The plan of a case is played; on a busy machine that takes longer than anybody waits for it.
  product = await startProduct({ env: { SIMULATION_SECONDS: '30' } })
  browser = await openBrowser()
  api = new ApiClient(product.url)
  await api.signIn('teamleider', product.password)
  ;({ page, complaints } = await openPage(browser))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'teamleider', product.password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

const seen = (text: string | RegExp, within: Page = page) => within.getByText(text).first().waitFor()
const button = (name: string | RegExp, within: Page = page) => within.getByRole('button', { name, exact: typeof name === 'string' })
const lines = (text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text }).count()

/** The script has called the others of the demo by now, and who was called today is given to nobody. To those that come now it writes first, for minutes. */
async function bringUncalledCases() {
  const customerID = await demoCustomer(api)
  const { body: scripts } = await api.call(scriptApi.listOfCustomer, { query: { customerID } })
  const scriptID = scripts[0]?.scriptID ?? 0
  const { body: uploaded } = await api.upload(fileApi.upload, { customerID, scriptID }, { name: 'nieuw.csv', content: dutchExport('W', 8) })
  const params = { importID: uploaded.importID }
  const status = async () => (await api.call(fileApi.getImport, { params })).body.status
  await expect.poll(status).toBe('ready')
  await api.call(fileApi.confirm, { params, body: { name: 'Nog niet gebeld', startLater: false } })
  await expect.poll(status).toBe('done')
}

async function openCase(caseNumber: string) {
  const { body: customers } = await api.call(customerApi.list)
  const customerID = customers.find(({ name }) => name === 'Demo Incasso')?.customerID ?? 0
  const { body } = await api.call(caseApi.search, { query: { customerID, q: caseNumber } })
  await page.goto(`${product.url}/cases/${body.rows[0]?.caseID ?? 0}`)
  await seen('Dossier geïmporteerd')
}

test('a call by hand: it rings, is talked in and hung up by keys, and its result is asked and kept once, however often the page is loaded', async () => {
  // Numbers that end in 77 are always answered.
  await openCase('D1030')
  await page.keyboard.press('b')
  const strip = page.getByRole('region', { name: 'Gesprek', exact: true })
  await strip.getByText(/Wacht op een vrije lijn|Gaat over/).waitFor()
  await strip.getByText('In gesprek').waitFor()
  await page.reload()
  await strip.getByText('In gesprek').waitFor()
  await button(/^Bellen.*Er loopt al een gesprek/).waitFor()
  const faults = await faultsInLanguages(page, 'call', (say) =>
    page
      .getByRole('region', { name: say('outreach.call.title'), exact: true })
      .getByText(say('outreach.call.talking'))
      .waitFor(),
  )
  await page.keyboard.press('h')
  const result = page.getByRole('dialog', { name: 'Resultaat van dossier D1030' })
  await result.waitFor()
  // Whoever loses the page now is still asked.
  await page.reload()
  await strip.getByRole('button', { name: 'Resultaat' }).click()
  await result.waitFor()
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  await result.waitFor({ state: 'detached' })
  await seen('Resultaat: Wil niet betalen')
  await strip.getByRole('button', { name: 'Resultaat' }).waitFor({ state: 'detached' })
  await page.reload()
  await seen('Gesprek gevoerd')
  await expect.poll(() => lines('Resultaat: Wil niet betalen')).toBe(1)
  expect(await result.count()).toBe(0)
  expect(faults).toEqual([])
})

test('an e-mail and an SMS by hand: the text as the person gets it, one sending, in three languages on a phone', async () => {
  await openCase('D1003')
  const faults: string[] = []
  for (const channel of ['email', 'sms'] as const)
    faults.push(
      ...(await faultsInLanguages(page, `compose ${channel}`, async (say) => {
        await button(say(`cases.channels.${channel}`)).click()
        const dialog = page.getByRole('dialog', { name: say(`outreach.compose.${channel}`) })
        await dialog.getByRole('button', { name: say('outreach.compose.pick'), exact: true }).click()
        await dialog.getByRole('list', { name: say('outreach.compose.which') }).waitFor()
      })),
    )
  // Empty until a text is chosen; the one of the payment link is as good as any other.
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('textbox', { name: 'Uw bericht' }).inputValue()).toBe('')
  await dialog.getByRole('button', { name: /betaallink voor factuur|Betaallink per sms/ }).click()
  await page.getByRole('region', { name: 'Zo ziet de debiteur het' }).press('Control+Enter')
  await seen('De sms staat klaar en gaat nu weg')
  await seen(/^Sms (verzonden|afgeleverd|niet afgeleverd)/)
  const before = await lines(/^E-mail (verzonden|afgeleverd)/)
  await button('E-mail').click()
  // By keys alone: the list below a slash, the second one, and back to the first.
  const words = dialog.getByRole('textbox', { name: 'Uw bericht' })
  await words.fill('/betaallink')
  await dialog.getByRole('list', { name: 'Welke tekst?' }).getByRole('button').first().waitFor()
  await words.press('ArrowDown')
  await words.press('ArrowUp')
  await words.press('Enter')
  await dialog.getByRole('region', { name: 'Zo ziet de debiteur het' }).waitFor()
  await dialog.getByRole('button', { name: 'E-mail versturen' }).dblclick()
  await seen('De e-mail staat klaar en gaat nu weg')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => lines(/^E-mail (verzonden|afgeleverd)/)).toBe(before + 1)
  expect(faults).toEqual([])
})

test('a payment link leaves in two presses; on its page the debtor says what is wrong, and the case waits for us', async () => {
  await openCase('D1005')
  const faults = await faultsInLanguages(page, 'send link', async (say) => {
    await button(say('paymentLinks.send.button')).first().click()
    await page
      .getByRole('dialog', { name: say('paymentLinks.send.title') })
      .getByText('€')
      .first()
      .waitFor()
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Betaallink sturen' }).click()
  await seen(/^De betaallink gaat weg per /)
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // The demo has debtors of each language: the fourth reads Dutch, the fifth English, the sixth French.
  for (const [caseNumber, objection] of [
    ['D1006', 'Une erreur ?'],
    ['D1005', 'Is something wrong?'],
    ['D1004', 'Klopt dit niet?'],
  ] as const) {
    await openCase(caseNumber)
    await page.getByRole('tab', { name: 'Betaling' }).click()
    const address = await page.getByRole('link', { name: /Openen/ }).getAttribute('href')
    const { page: debtor } = await openPage(browser, 'phone')
    await debtor.goto(address ?? '')
    await debtor.getByText(objection).press('Enter')
    await debtor.getByRole('radio').first().waitFor()
    faults.push(...(await faultsAt(debtor, `pay page ${caseNumber}`)))
    if (caseNumber !== 'D1004') await debtor.context().close()
    else await object(debtor)
  }
  await page.getByRole('tab', { name: 'Details' }).click()
  await seen(/Debiteur zegt dat het bedrag niet klopt: “Ik had al 20 euro betaald”/)
  await seen('Gepauzeerd')
  await seen(/^De debiteur betwist de vordering/)
  expect(faults).toEqual([])

  async function object(debtor: Page) {
    await debtor.getByLabel('Het bedrag klopt niet').check()
    await debtor.getByLabel('Toelichting').fill('Ik had al 20 euro betaald')
    await button('Versturen', debtor).click()
    await seen('Wij hebben uw bericht ontvangen', debtor)
    faults.push(...(await faultsAt(debtor, 'pay page, objected')))
    await debtor.context().close()
  }
})

test('an agent works from home: the next case is theirs alone, why it is chosen stands above it, and skipping it takes a reason', async () => {
  await bringUncalledCases()
  const { page: agent, complaints: theirs } = await openPage(browser)
  await agent.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(agent, product.url, 'medewerker', product.password)
  await agent.goto(product.url)
  await agent.getByRole('region', { name: 'Uw dag' }).waitFor()
  await agent.getByRole('region', { name: 'Volgende dossier' }).getByText('€').waitFor()
  await agent.keyboard.press('v')
  await agent.waitForURL('**/cases/*')
  const held = agent.getByRole('region', { name: 'Voor u gekozen' })
  await held.waitFor()
  const first = agent.url()
  await agent.keyboard.press('v')
  await seen('Bel eerst, of sla dit dossier over met een reden', agent)
  await held.getByRole('button', { name: 'Overslaan' }).press('Enter')
  await agent.getByRole('menuitem', { name: 'Ik ken deze persoon' }).press('Enter')
  await expect.poll(() => agent.url()).not.toBe(first)
  await held.waitFor()
  const faults = [
    // Each language is a load of the page, which keeps the case.
    ...(await faultsInLanguages(agent, 'held case', (say) => agent.getByRole('region', { name: say('nextCase.heldTitle') }).waitFor())),
  ]
  await agent.goto(product.url)
  await agent.getByRole('region', { name: 'Uw dag' }).waitFor()
  faults.push(
    ...(await faultsInLanguages(agent, 'agent home', (say) => agent.getByRole('region', { name: say('nextCase.card.title') }).waitFor())),
  )
  expect([...faults, ...theirs]).toEqual([])
  await agent.context().close()
})

test('the browser had nothing to complain about', () => expect(complaints).toEqual([]))
