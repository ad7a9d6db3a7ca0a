import * as OTPAuth from 'otpauth'
import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSignIn, forgetCookies, type LoginLab, openLoginLab, type Person } from './login-lab.ts'
import { faultsOf } from './screen-faults.ts'

let lab: LoginLab
beforeAll(async () => {
  lab = await openLoginLab()
})
afterAll(() => lab?.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
const panel = (page: Page, name: string) => page.getByRole('region', { name })
const codeOf = (secret: string, steps = 0) =>
  new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function openAccount({ username, password }: Person): Promise<{ page: Page; context: BrowserContext }> {
  const opened = await lab.openBrowser()
  await opened.page.goto(`${lab.url}/account`)
  await fillSignIn(opened.page, username, password)
  await heading(opened.page, 'Mijn account')
  return opened
}

async function keepCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Herstelcodes', exact: true })
  const codes = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByLabel('Ik heb de codes bewaard').check()
  await dialog.getByRole('button', { name: 'Klaar' }).click()
  return codes
}

test('contact details: what is wrong stands at its field, another address asks the password', async () => {
  const person = await lab.newPerson()
  const { page } = await openAccount(person)
  const faults = await faultsOf(page, 'account')
  const contact = panel(page, 'Contactgegevens')
  await contact.getByLabel('Achternaam').fill('')
  await contact.getByLabel('E-mailadres').fill('geen adres')
  await contact.getByLabel('Telefoon').fill('12')
  await contact.getByRole('button', { name: 'Opslaan' }).click()
  await contact.getByText('Vul de achternaam in').waitFor()
  await contact.getByText('Vul een geldig e-mailadres in').waitFor()
  faults.push(...(await faultsOf(page, 'account-wrong')))
  await contact.getByLabel('Achternaam').fill('Dam')
  await contact.getByLabel('E-mailadres').fill('pim.van.dam@demo.example')
  await contact.getByLabel('Uw wachtwoord').fill('fout')
  await contact.getByLabel('Telefoon').fill('020 123 4567')
  await contact.getByRole('button', { name: 'Opslaan' }).click()
  await contact.getByText('Het wachtwoord klopt niet').waitFor()
  await expect.poll(() => contact.getByLabel('Telefoon').inputValue()).toBe('020 123 4567')
  await contact.getByLabel('Uw wachtwoord').fill(person.password)
  await contact.getByRole('button', { name: 'Opslaan' }).click()
  await page.getByText('Uw contactgegevens zijn opgeslagen').waitFor()
  await lab.messageTo(person.email, /e-mailadres van uw account/)
  await page.reload()
  await expect.poll(() => contact.getByLabel('E-mailadres').inputValue()).toBe('pim.van.dam@demo.example')
  await expect.poll(() => contact.getByLabel('Telefoon').inputValue()).toBe('+31201234567')
  expect(faults).toEqual([])
})

test('two-factor: the app is added, e-mail too, and both go with password and code', async () => {
  const person = await lab.newPerson()
  const { page } = await openAccount(person)
  const twoFactor = panel(page, 'Tweestapsverificatie')
  await twoFactor.getByRole('button', { name: 'Toevoegen' }).click()
  await page.getByRole('menuitem', { name: 'Authenticator-app' }).click()
  let dialog = page.getByRole('dialog', { name: 'Authenticator-app toevoegen' })
  await dialog.getByLabel('Uw wachtwoord').fill('fout')
  await dialog.getByRole('button', { name: 'Verder' }).click()
  await dialog.getByText('Het wachtwoord klopt niet').waitFor()
  const faults = await faultsOf(page, 'account-add-password')
  await dialog.getByLabel('Uw wachtwoord').fill(person.password)
  await dialog.getByRole('button', { name: 'Verder' }).click()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  faults.push(...(await faultsOf(page, 'account-add-app')))
  await dialog.getByLabel('Typ daarna de code die de app toont').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Bevestigen' }).click()
  await page.getByRole('dialog', { name: 'Herstelcodes', exact: true }).waitFor()
  faults.push(...(await faultsOf(page, 'account-recovery')))
  const codes = await keepCodes(page)
  expect(codes).toHaveLength(10)
  await twoFactor.getByText('Nog 10 herstelcodes').waitFor()

  await twoFactor.getByRole('button', { name: 'Toevoegen' }).click()
  await page.getByRole('menuitem', { name: 'Code per e-mail' }).click()
  dialog = page.getByRole('dialog', { name: 'Code per e-mail toevoegen' })
  await dialog.getByLabel('Uw wachtwoord').fill(person.password)
  await dialog.getByRole('button', { name: 'Code versturen' }).click()
  await dialog.getByText(/Code verstuurd naar p.*@demo\.example/).waitFor()
  await dialog.getByLabel('Code', { exact: true }).fill(await lab.messageTo(person.email, /code is (\d{6})/))
  await dialog.getByRole('button', { name: 'Bevestigen' }).click()
  await twoFactor.getByText('Code per e-mail').waitFor()
  faults.push(...(await faultsOf(page, 'account-two-factors')))

  await lab.sql.query(
    `update recovery_codes
      set used_at = now()
      where (user_id, code_hash) in (select user_id, code_hash
        from recovery_codes
        where user_id = (select id from users where username = $1)
        limit 8)`,
    [person.username],
  )
  await page.reload()
  await twoFactor.getByText('Nog 2 herstelcodes').waitFor()
  await twoFactor.getByRole('button', { name: 'Nieuwe herstelcodes' }).click()
  dialog = page.getByRole('dialog', { name: 'Nieuwe herstelcodes' })
  await dialog.getByLabel('Uw wachtwoord').fill(person.password)
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
  await dialog.getByRole('button', { name: 'Nieuwe codes maken' }).click()
  await page.getByRole('dialog', { name: 'Herstelcodes', exact: true }).waitFor()
  const newCodes = await keepCodes(page)
  expect(newCodes.filter((code) => codes.includes(code))).toEqual([])

  await twoFactor.getByRole('button', { name: 'Authenticator-app verwijderen' }).click()
  dialog = page.getByRole('dialog', { name: 'Authenticator-app verwijderen' })
  await dialog.getByLabel('Uw wachtwoord').fill(person.password)
  await dialog.getByLabel('Code', { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: 'Verwijderen' }).click()
  await dialog.getByText('De code klopt niet of is niet meer geldig').waitFor()
  faults.push(...(await faultsOf(page, 'account-remove-wrong')))
  await dialog.getByLabel('Code', { exact: true }).fill(newCodes[0] ?? '')
  await dialog.getByRole('button', { name: 'Verwijderen' }).click()
  await page.getByText('Authenticator-app is verwijderd').waitFor()
  await twoFactor.getByRole('button', { name: 'Code per e-mail verwijderen' }).click()
  dialog = page.getByRole('dialog', { name: 'Code per e-mail verwijderen' })
  await dialog.getByLabel('Uw wachtwoord').fill(person.password)
  await dialog.getByLabel('Code', { exact: true }).fill(newCodes[1] ?? '')
  await dialog.getByRole('button', { name: 'Verwijderen' }).click()
  await twoFactor.getByText('Nog niet ingesteld').waitFor()
  expect(faults).toEqual([])
})

test('codes by SMS are added; a telephone whose clock is off is told so; on paper there are the recovery codes alone', async () => {
  const person = await lab.newPerson()
  const { page } = await openAccount(person)
  const twoFactor = panel(page, 'Tweestapsverificatie')
  await twoFactor.getByRole('button', { name: 'Toevoegen' }).click()
  await page.getByRole('menuitem', { name: 'Code per sms' }).click()
  let dialog = page.getByRole('dialog', { name: 'Code per sms toevoegen' })
  await dialog.getByLabel('Uw wachtwoord').fill(person.password)
  await dialog.getByLabel('Mobiel nummer').fill('bel maar')
  await dialog.getByRole('button', { name: 'Code versturen' }).click()
  await dialog.getByText('Hier kan geen code naartoe').waitFor()
  await dialog.getByLabel('Mobiel nummer').fill('')
  await dialog.getByRole('button', { name: 'Code versturen' }).click()
  await dialog.getByLabel('Code', { exact: true }).fill(await lab.messageTo(person.mobile, /Regie is (\d{6})/))
  await dialog.getByRole('button', { name: 'Bevestigen' }).click()
  const codes = page.getByRole('dialog', { name: 'Herstelcodes', exact: true })
  await codes.waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.getByText('Regie · Herstelcodes').waitFor()
  await expect.poll(async () => [await page.getByRole('button').count(), await page.getByRole('listitem').count()]).toEqual([0, 10])
  await page.emulateMedia({ media: 'screen' })
  await keepCodes(page)

  await twoFactor.getByRole('button', { name: 'Toevoegen' }).click()
  await page.getByRole('menuitem', { name: 'Authenticator-app' }).click()
  dialog = page.getByRole('dialog', { name: 'Authenticator-app toevoegen' })
  await dialog.getByLabel('Uw wachtwoord').fill(person.password)
  await dialog.getByRole('button', { name: 'Verder' }).click()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByLabel('Typ daarna de code die de app toont').fill(codeOf(secret, -6))
  await dialog.getByRole('button', { name: 'Bevestigen' }).click()
  await dialog.getByText('De klok van uw telefoon loopt niet gelijk').waitFor()
})

test('a passkey is made and signs in', async () => {
  const person = await lab.newPerson()
  const { page, context } = await openAccount(person)
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const twoFactor = panel(page, 'Tweestapsverificatie')
  await twoFactor.getByRole('button', { name: 'Toevoegen' }).click()
  await page.getByRole('menuitem', { name: 'Passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Passkey toevoegen' })
  await dialog.getByLabel('Naam van deze passkey').fill('Sleutelhanger')
  await dialog.getByLabel('Uw wachtwoord').fill(person.password)
  const faults = await faultsOf(page, 'account-add-passkey')
  await dialog.getByRole('button', { name: 'Passkey maken' }).click()
  await page.getByRole('dialog', { name: 'Herstelcodes', exact: true }).waitFor()
  await keepCodes(page)
  await twoFactor.getByText('Sleutelhanger').waitFor()
  await forgetCookies(page)
  await page.goto(`${lab.url}/login?redirect=%2Faccount`)
  await fillSignIn(page, person.username, person.password)
  await page.getByRole('button', { name: 'Passkey gebruiken' }).waitFor()
  faults.push(...(await faultsOf(page, 'otp-passkey')))
  await page.getByRole('button', { name: 'Passkey gebruiken' }).click()
  await heading(page, 'Mijn account')
  expect(faults).toEqual([])
})

test('sessions are seen and ended; the other browser is out at once, and its back button shows nothing', async () => {
  const person = await lab.newPerson()
  const one = await openAccount(person)
  const other = await openAccount(person)
  await other.page.goto(`${lab.url}/batches`)
  await heading(other.page, 'Batches')
  await other.page.goto(`${lab.url}/account`)
  await heading(other.page, 'Mijn account')
  await one.page.reload()
  const sessions = panel(one.page, 'Waar u bent ingelogd')
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(2)
  await sessions.getByText('Deze browser').waitFor()
  const faults = await faultsOf(one.page, 'account-sessions')
  await sessions.getByRole('listitem').getByRole('button', { name: 'Beëindigen' }).click()
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1)
  await other.page.waitForURL(/\/login/)
  // Back leads to the list, whose page may have been kept: it is not shown before it is known that nobody is signed in.
  await other.page.goBack().catch(() => null)
  await other.page.waitForURL(/\/login\?redirect=%2Fbatches/)
  await expect.poll(() => other.page.locator('body').textContent()).not.toContain(person.email)

  const third = await openAccount(person)
  await one.page.reload()
  await sessions.getByRole('button', { name: 'Alle andere beëindigen' }).click()
  await one.page.getByRole('dialog').getByRole('button', { name: 'Alle andere beëindigen' }).click()
  await one.page.getByText('1 andere sessie beëindigd').waitFor()
  await third.page.waitForURL(/\/login/)
  expect(faults).toEqual([])
})

test('password and API key: the one is changed here, the other shown once', async () => {
  const person = await lab.newPerson()
  const { page } = await openAccount(person)
  await panel(page, 'Wachtwoord').getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
  let dialog = page.getByRole('dialog', { name: 'Wachtwoord wijzigen' })
  const faults = await faultsOf(page, 'account-password')
  await dialog.getByLabel('Huidig wachtwoord').fill(person.password)
  await dialog.getByLabel('Nieuw wachtwoord', { exact: true }).fill('Nieuwe-Fiets-8821')
  await dialog.getByLabel('Nieuw wachtwoord nogmaals').fill('Nieuwe-Fiets-8821')
  await dialog.getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
  await page.getByText('Uw wachtwoord is gewijzigd').waitFor()

  const apiKey = panel(page, 'API-sleutel')
  await apiKey.getByRole('button', { name: 'API-sleutel maken' }).click()
  dialog = page.getByRole('dialog', { name: 'API-sleutel maken' })
  await dialog.getByLabel('Uw wachtwoord').fill('Nieuwe-Fiets-8821')
  await dialog.getByRole('button', { name: 'API-sleutel maken' }).click()
  const key = (await dialog.locator('code').textContent()) ?? ''
  faults.push(...(await faultsOf(page, 'account-api-key')))
  const answer = await fetch(`${lab.product.url}/api/rights/customers`, { headers: { authorization: `Bearer ${key}` } })
  expect(answer.status).toBe(200)
  await dialog.getByRole('button', { name: 'Sluiten' }).last().click()
  await apiKey.getByText(`${key.slice(0, 6)}`).waitFor()
  await apiKey.getByRole('button', { name: 'Verwijderen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verwijderen' }).click()
  await page.getByText('De API-sleutel is verwijderd').waitFor()
  const refused = await fetch(`${lab.product.url}/api/rights/customers`, { headers: { authorization: `Bearer ${key}` } })
  expect(refused.status).toBe(401)
  for (const [language, title] of [
    ['eng', 'My account'],
    ['fr', 'Mon compte'],
    ['nl', 'Mijn account'],
  ] as const) {
    await page.getByRole('combobox').filter({ hasText: 'Français' }).selectOption(language)
    await heading(page, title)
    faults.push(...(await faultsOf(page, `account-${language}`)))
  }
  expect(faults).toEqual([])
})
