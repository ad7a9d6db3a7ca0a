import { customerApi } from '@regie/contract/customers.ts'
import { letterheadApi } from '@regie/contract/letterheads.ts'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { faultsInLanguages } from './in-languages.ts'
import { openBrowser, openPage, signIn } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'
import { type Product, removeData, startProduct } from './start-product.ts'

let product: Product
let browser: Browser
let page: Page
let other: Page
const faults: string[] = []

beforeAll(async () => {
  product = await startProduct()
  await writeLetterhead()
  browser = await openBrowser()
  ;({ page } = await openPage(browser))
  ;({ page: other } = await openPage(browser))
  // What is on its way in is half transparent, and would be measured so.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, product.url, 'beheer', product.password)
  await signIn(other, product.url, 'teamleider', product.password)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) removeData(product.dataDir)
})

/** How the customer of the demo presents itself on paper. */
async function writeLetterhead() {
  const api = new ApiClient(product.url)
  await api.signIn('beheer', product.password)
  const { body: customers } = await api.call(customerApi.list)
  const customerID = customers.find(({ name }) => name === 'Demo Incasso')?.customerID ?? 0
  const { body: letterhead } = await api.call(letterheadApi.get, { params: { customerID } })
  const body = { address: 'Voorbeeldkade 12\n1099 ZZ Amsterdam', phone: '', email: '', chamberNumber: '00000012' as const, iban: '' }
  const { status, text } = await api.call(letterheadApi.change, { params: { customerID }, body: { ...body, version: letterhead.version } })
  if (status !== 200) throw new Error(`the letterhead was not kept: ${status} ${text}`)
}

const seen = (text: string | RegExp, within: Page = page) => within.getByText(text).first().waitFor()
/** The letters of a case are the dialog's own while one is open. */
const noDialog = () => page.getByRole('dialog').waitFor({ state: 'detached' })
const button = (name: string, within: Page = page) => within.getByRole('button', { name, exact: true })

test('a new case tells at each field what is missing, and then is there', async () => {
  await page.goto(`${product.url}/cases/new`)
  await page.getByLabel(/^Script \*/).selectOption({ label: 'Herinnering met betaallink' })
  await page.getByLabel(/^Dossiernummer/).waitFor()
  await button('Dossier aanmaken').click()
  await seen('Verplicht veld is leeg')
  // Eight fields first, each fault at one of them; the others are one press away.
  const fields = () => page.getByRole('form', { name: 'Nieuw dossier' }).locator('[name]').count()
  expect(await fields()).toBe(8)
  await page.getByRole('button', { name: /^Meer gegevens/ }).press('Enter')
  await expect.poll(fields).toBeGreaterThan(8)
  await page.getByRole('button', { name: /^Minder gegevens/ }).press('Enter')
  faults.push(...(await faultsOf(page, 'new case')))
  await page.getByLabel(/^Dossiernummer/).fill('E2E-1')
  await page.getByLabel(/^Openstaand bedrag/).fill('1.250,50')
  await page.getByLabel('Achternaam').fill('Proefpersoon')
  // Which cases it resembles is said while one types.
  await page.getByLabel('E-mail').fill('debiteur1003@demo.example')
  await page
    .getByRole('status')
    .getByRole('link', { name: /^D1003/ })
    .waitFor()
  faults.push(
    ...(await faultsInLanguages(page, 'new case', async (say) => {
      await seen(say('cases.edit.draft'))
      await page
        .getByRole('status')
        .getByRole('link', { name: /^D1003/ })
        .waitFor()
    })),
  )
  await page.getByLabel('E-mail').fill('proef@demo.example')
  await page
    .getByRole('status')
    .getByRole('link', { name: /^D1003/ })
    .waitFor({ state: 'detached' })
  await button('Dossier aanmaken').click()
  await page.getByRole('heading', { name: 'Proefpersoon' }).waitFor()
  await seen('€ 1.250,50')
  // So that the script leaves it alone for the rest of this story.
  await page.keyboard.press('p')
  await button('Dossier pauzeren').click()
  await button('Hervatten').waitFor()
  await noDialog()
})

test('on paper the case stands alone, with who printed it at its foot', async () => {
  await page.emulateMedia({ media: 'print' })
  await page.getByText('Tijdlijn').first().waitFor()
  await seen('€ 1.250,50')
  const left = await page.getByRole('button').or(page.getByRole('textbox')).or(page.getByRole('navigation')).or(page.getByRole('tab')).all()
  expect((await Promise.all(left.map((one) => one.isVisible()))).filter(Boolean)).toEqual([])
  const foot = await page.evaluate<string>("document.documentElement.style.getPropertyValue('--printed')")
  expect(foot).toMatch(/^"Dossier E2E-1 · afgedrukt door Bea Beheer op /)
  await seen('De stappen van het script staan niet op dit papier.')
  // The letterhead of the customer, and the claim; of a claim without an invoice no day is made up.
  await seen('Voorbeeldkade 12')
  const claim = page.getByRole('table', { name: 'Overzicht' }).getByRole('row').filter({ hasText: 'Vordering' })
  await expect.poll(() => claim.getByRole('cell').allTextContents()).toEqual(['Vordering', '', '€\u00a01.250,50'])
  expect(await page.evaluate<string>("document.documentElement.style.getPropertyValue('--page-of')")).toBe('" van "')
  faults.push(...(await faultsOf(page, 'case on paper')))
  await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' })
})

test('one letter chooses a result, Enter saves it, and it can be taken back', async () => {
  await page.keyboard.press('r')
  await page.getByRole('dialog', { name: 'Resultaat van dossier E2E-1' }).waitFor()
  faults.push(...(await faultsOf(page, 'result')))
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  // The bar still offers to undo the pause until the result is in.
  await seen('Resultaat: Wil niet betalen')
  await noDialog()
  await page.getByRole('button', { name: /^Ongedaan maken/ }).click()
  await seen('Ongedaan gemaakt.')
  await seen('Ongedaan gemaakt')
})

test('two people at one case see each other, and who was not first sees both versions and keeps what was typed', async () => {
  await other.goto(page.url())
  await seen('Tess de Leider kijkt ook')
  await button('Wijzigen').click()
  await page.getByLabel('Plaats').fill('Utrecht')
  await seen('is dit dossier aan het wijzigen', other)
  await page.reload()
  await button('Wijzigen').click()
  await seen('Uw concept is teruggezet')
  await expect.poll(() => page.getByLabel('Plaats').inputValue()).toBe('Utrecht')

  await other.keyboard.press('r')
  await other.getByRole('dialog', { name: 'Resultaat van dossier E2E-1' }).waitFor()
  await other.keyboard.press('k')
  await other.keyboard.press('Enter')
  await seen('Dit dossier is intussen veranderd')
  faults.push(...(await faultsOf(page, 'stale')))
  await button('Toch: Wijzigingen opslaan').click()
  await seen('De gegevens zijn bewaard.')
  await seen('Gegevens gewijzigd: plaats')
  await seen('Resultaat: Kan niet betalen')
})

test('a part that came in is booked in two presses and an amount, the rest stays open, and the booking is taken back', async () => {
  await noDialog()
  await button('Betaling boeken').click()
  faults.push(...(await faultsOf(page, 'book payment')))
  await page
    .getByRole('dialog')
    .getByLabel(/^Bedrag/)
    .fill('250,50')
  await seen(/Deelbetaling: er blijft €\s1\.000,00 open/)
  await page.getByRole('dialog').getByRole('button', { name: 'Betaling boeken' }).click()
  await noDialog()
  await seen(/250,50 van €\s1\.250,50 betaald/)
  await seen(/Betaling geboekt: €\s250,50/)
  await button('Terugnemen').click()
  await page.getByLabel(/^Reden/).fill('Verkeerd dossier')
  faults.push(...(await faultsOf(page, 'take back')))
  await button('Boeking terugnemen').click()
  await noDialog()
  await seen('Nog niets betaald')
  await seen(/Boeking teruggenomen: €\s250,50 .+ Verkeerd dossier/)
})

test('of a paused case no payment link is sent, and the button says why', async () => {
  const send = page.getByRole('button', { name: /^Betaallink sturen.*Dossier is gepauzeerd/ }).first()
  await send.waitFor()
  expect(await send.getAttribute('aria-disabled')).toBe('true')
})

test('closing asks for a result that ends a case, and reopening lets it go on', async () => {
  await page.keyboard.press('s')
  // Each result is one press away.
  await page.getByRole('dialog').getByRole('group', { name: 'Resultaat' }).getByLabel('Retour opdrachtgever').check()
  await button('Dossier sluiten').click()
  await seen('Dossier gesloten: Retour opdrachtgever')
  await button('Heropenen').click()
  await button('Dossier heropenen').click()
  await seen('Dossier heropend')
  expect(faults).toEqual([])
})

test('what is arranged with somebody stands at the case and in the lists, and a call-back is never at a moment at which one may not call', async () => {
  await page.goto(`${product.url}/cases/new`)
  await page.getByLabel('Klant', { exact: true }).selectOption({ label: 'Rijnmond Incasso' })
  await page.getByLabel(/^Script \*/).selectOption({ label: 'Herinnering met betaallink' })
  await page.getByLabel(/^Dossiernummer/).fill('E2E-2')
  await page.getByLabel(/^Openstaand bedrag/).fill('100,00')
  await page.getByLabel('Achternaam').fill('Afspraak')
  await page.getByLabel('E-mail').fill('afspraak@demo.example')
  await button('Dossier aanmaken').click()
  await page.getByRole('heading', { name: 'Afspraak' }).waitFor()
  await button('Pauzeren').waitFor()
  await page.keyboard.press('p')
  await button('Dossier pauzeren').click()
  await button('Hervatten').waitFor()

  // News of the pause may draw the field anew while one types.
  const kept = async () => {
    await page.getByLabel('Nieuwe notitie').fill('Belt liever na vijven.')
    return page.evaluate<string>('JSON.stringify(localStorage)')
  }
  await expect.poll(kept).toContain('Belt liever na vijven.')
  await page.reload()
  await seen('Niet opgeslagen tekst')
  await page.getByLabel('Nieuwe notitie').press('Control+Enter')
  await seen('Notitie opgeslagen')
  await page.getByRole('listitem').getByText('Belt liever na vijven.').waitFor()

  const arrange = async (what: string) => {
    await button('Nieuw').click()
    await page.getByRole('menuitem', { name: what, exact: true }).click()
  }
  await arrange('Terugbelafspraak')
  await page.getByLabel(/^Moment/).fill(`${sundayAfterNext()}T10:00`)
  await button('Afspraak opslaan').click()
  await seen('Op dat moment mag er niet gebeld worden')
  await page.getByRole('button', { name: /^Kies / }).click()
  await page.getByLabel('Waarover?').fill('Vraagt naar de rente')
  await button('Afspraak opslaan').click()
  await page.getByRole('region', { name: 'Terugbelafspraak' }).getByText('Vraagt naar de rente').waitFor()

  await arrange('Betalingsregeling')
  await page.getByLabel('Bedrag termijn 2').fill('50')
  await seen('€ 16,67 te veel.')
  await page.getByLabel(/^Termijnen/).fill('4')
  faults.push(...(await faultsOf(page, 'plan')))
  await button('Regeling vastleggen').click()
  await seen('0 van 4 betaald')
  // A pause that waits for what was promised keeps no link from going out: it is how the promise is kept.
  // By night it waits for the hours in which one may write: that alone may stand in its name.
  const link = page.getByRole('button', { name: /^Betaallink sturen/ }).first()
  await expect.poll(() => link.textContent()).not.toContain('Dossier is gepauzeerd')

  await arrange('Klacht')
  await page.getByLabel(/^Wat zegt de debiteur/).fill('Te vaak gebeld')
  await button('Klacht vastleggen').click()
  await seen(/^nog .+ om te bevestigen$/)
  faults.push(...(await faultsOf(page, 'arrangements')))

  await page.goto(`${product.url}/arrangements`)
  await seen('Te vaak gebeld')
  // A board in an order of one's own, kept by name; it comes back with two presses.
  await page.getByRole('columnheader', { name: 'Naam' }).click()
  await page.getByRole('button', { name: 'Weergave', exact: true }).click()
  await button('Opslaan als nieuwe weergave').click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('Op naam')
  await button('Weergave opslaan').click()
  await button('Weergave: Op naam').waitFor()
  await page.goto(`${product.url}/arrangements`)
  await page.getByRole('button', { name: 'Weergave', exact: true }).click()
  await page.getByRole('button', { name: 'Op naam', exact: true }).click()
  await page.waitForURL(/sort=name&view=/)
  faults.push(...(await faultsOf(page, 'complaints')))
  await button('Terugbelafspraken').click()
  await page.getByRole('dialog').getByRole('link', { name: 'Afspraak' }).click()
  await button('Bevestigen').click()
  await button('Ja, de ontvangst is bevestigd').click()
  await page.getByRole('region', { name: 'Klacht' }).getByRole('button', { name: 'Afhandelen' }).click()
  await page.getByLabel(/^Uitkomst/).fill('Excuses gemaakt')
  await button('Klacht afhandelen').click()
  await seen('Klacht of betwisting afgehandeld')
  expect(faults).toEqual([])
})

/** A Sunday as yyyy-MM-dd, far enough away that it is one everywhere. */
function sundayAfterNext(): string {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + 14 - day.getUTCDay())
  return day.toISOString().slice(0, 10)
}
