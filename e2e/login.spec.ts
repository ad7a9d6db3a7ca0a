import * as OTPAuth from 'otpauth'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSignIn, forgetCookies, type LoginLab, openLoginLab } from './login-lab.ts'
import { faultsOf } from './screen-faults.ts'

let lab: LoginLab
beforeAll(async () => {
  lab = await openLoginLab()
})
afterAll(() => lab?.close())

const wanted = '/batches?status=open'
const loginAt = (redirect = wanted) => `${lab.url}/login?${new URLSearchParams({ redirect })}`
const arrived = (page: Page) => page.waitForURL(`${lab.url}${wanted}`)
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
const newPassword = async (page: Page, password: string) => {
  await page.getByLabel('Nieuw wachtwoord', { exact: true }).fill(password)
  await page.getByLabel('Nieuw wachtwoord nogmaals').fill(password)
}
/** A code of this moment, or of so many half minutes later: each is taken once. */
const codeOf = (secret: string, steps = 0) =>
  new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  const secret = (await page.locator('code').first().textContent()) ?? ''
  await page.getByLabel('Typ daarna de code die de app toont').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Bevestigen' }).click()
  await heading(page, 'Herstelcodes')
  const codes = await page.getByRole('list', { name: 'Herstelcodes' }).getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  return { secret, codes }
}

test('what is empty gets the focus and a word; what is wrong is said without telling what', async () => {
  const { page } = await lab.openBrowser()
  await page.goto(loginAt())
  await page.getByRole('button', { name: 'Inloggen' }).click()
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('username')
  await page.getByText('Vul uw gebruikersnaam in').waitFor()
  const faults = await faultsOf(page, 'login-empty')
  await page.getByLabel('Gebruikersnaam').fill('niemand')
  await page.getByRole('button', { name: 'Inloggen' }).click()
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('password')
  await fillSignIn(page, 'niemand', 'fout')
  const unknown = await page.getByRole('alert').textContent()
  faults.push(...(await faultsOf(page, 'login-incorrect')))
  await fillSignIn(page, 'medewerker', 'fout')
  await expect.poll(() => page.getByRole('alert').textContent()).toBe(unknown)
  await page.goto(`${lab.url}/login?sso=failed`)
  await page.getByText('Inloggen via uw organisatie is niet gelukt').waitFor()
  faults.push(...(await faultsOf(page, 'login-sso-failed')))
  expect(faults).toEqual([])
})

test('who forgot the password gets a mail, chooses another, and comes where he wanted to go', async () => {
  const { username, email } = await lab.newPerson()
  const { page } = await lab.openBrowser()
  await page.goto(loginAt())
  await page.getByLabel('Gebruikersnaam').fill(username)
  await page.getByRole('button', { name: 'Wachtwoord vergeten?' }).click()
  await heading(page, 'Wachtwoord vergeten')
  await expect.poll(() => page.getByLabel('Gebruikersnaam').inputValue()).toBe(username)
  const faults = await faultsOf(page, 'forgot')
  await page.getByRole('button', { name: 'Link aanvragen' }).click()
  await heading(page, 'Kijk in uw e-mail')
  const shown = await page.locator('main').textContent()
  faults.push(...(await faultsOf(page, 'forgot-sent')))
  await page.getByRole('button', { name: 'Andere gebruikersnaam' }).click()
  await page.getByLabel('Gebruikersnaam').fill('niemand-met-deze-naam')
  await page.getByRole('button', { name: 'Link aanvragen' }).click()
  await heading(page, 'Kijk in uw e-mail')
  await expect.poll(() => page.locator('main').textContent()).toBe(shown)

  await lab.messageTo(email, /om een nieuw wachtwoord gevraagd/)
  const link = await lab.linkTo(email)
  await page.goto(`${link}?${new URLSearchParams({ redirect: wanted })}`)
  await page.getByText(`Voor ${username}`).waitFor()
  // The secret is in no address that the browser keeps.
  expect(page.url()).not.toContain(link.split('/').at(-1))
  await page.reload()
  await page.getByText(`Voor ${username}`).waitFor()
  faults.push(...(await faultsOf(page, 'change')))
  await page.getByLabel('Nieuw wachtwoord', { exact: true }).fill('Kort1')
  await page.getByText('Sterkte: Zwak').waitFor()
  await page.getByLabel('Nieuw wachtwoord nogmaals').fill('Anders')
  await page.getByText('De wachtwoorden zijn nog niet gelijk').waitFor()
  await page.getByRole('button', { name: 'Wachtwoord instellen' }).click()
  await page.getByText('Het wachtwoord voldoet nog niet aan alle eisen').waitFor()
  faults.push(...(await faultsOf(page, 'change-weak')))
  await page.getByRole('button', { name: 'Wachtwoord voorstellen' }).click()
  const suggested = (await page.locator('code').textContent()) ?? ''
  await page.getByRole('button', { name: 'Wachtwoord kopiëren' }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(suggested)
  await page.getByText('Sterkte: Zeer sterk').waitFor()
  await page.getByText('De wachtwoorden zijn gelijk').waitFor()
  faults.push(...(await faultsOf(page, 'change-suggested')))
  await page.getByRole('button', { name: 'Wachtwoord instellen' }).click()
  await page.getByText('Uw nieuwe wachtwoord is ingesteld').waitFor()
  await expect.poll(() => page.getByLabel('Gebruikersnaam').inputValue()).toBe(username)
  faults.push(...(await faultsOf(page, 'login-changed')))
  await page.goto(link)
  await heading(page, 'Deze link werkt niet meer')
  faults.push(...(await faultsOf(page, 'change-invalid')))
  await page.goto(loginAt())
  await fillSignIn(page, username, suggested)
  await arrived(page)
  expect(faults).toEqual([])
})

test('after ten wrong passwords the account is locked for a while, also for the right one', async () => {
  const { username, password } = await lab.newPerson()
  const { page } = await lab.openBrowser()
  await page.goto(loginAt())
  await lab.sql.query('update users set failed_logins = 9, failures_since = now() where username = $1', [username])
  await fillSignIn(page, username, 'fout')
  await page.getByText(/Dit account is tijdelijk vergrendeld/).waitFor()
  const faults = await faultsOf(page, 'login-locked')
  await fillSignIn(page, username, password)
  await page.getByText(/over 1\d minuten opnieuw/).waitFor()
  expect(faults).toEqual([])
})

test('an expired password is changed on the way in, and the way is kept', async () => {
  const { username, password } = await lab.newPerson()
  await lab.sql.query("update customers set password_expiry_days = 90 where name = 'Demo Incasso'")
  await lab.sql.query("update users set password_changed_at = now() - interval '91 days' where username = $1", [username])
  const { page } = await lab.openBrowser()
  await page.goto(loginAt())
  await fillSignIn(page, username, password)
  await heading(page, 'Wachtwoord verlopen')
  const faults = await faultsOf(page, 'login-expired')
  await page.getByLabel('Huidig wachtwoord').fill('fout')
  await newPassword(page, 'Nieuwe-Fiets-8821')
  await page.getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
  await page.getByText('Het huidige wachtwoord klopt niet').waitFor()
  await page.getByLabel('Huidig wachtwoord').fill(password)
  await newPassword(page, password)
  await page.getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
  await page.getByText('Dit wachtwoord hebt u eerder gebruikt').waitFor()
  await newPassword(page, 'Nieuwe-Fiets-8821')
  await page.getByRole('button', { name: 'Wachtwoord wijzigen' }).click()
  await arrived(page)
  await lab.sql.query("update customers set password_expiry_days = null where name = 'Demo Incasso'")
  expect(faults).toEqual([])
})

test('an organisation that demands a second step lets nobody past it; app, recovery code and back again', async () => {
  const { username, password } = await lab.newPerson()
  await lab.sql.query("update customers set enforce_two_factor = true where name = 'Demo Incasso'")
  const { page } = await lab.openBrowser()
  await page.goto(loginAt())
  await fillSignIn(page, username, password)
  await heading(page, 'Beveilig uw account')
  const faults = await faultsOf(page, '2fa-choose')
  await page.goto(`${lab.url}${wanted}`)
  await heading(page, 'Beveilig uw account')
  expect(page.url()).toContain('/2fa?redirect=')
  await page.getByRole('button', { name: 'Verder' }).click()
  await page.getByAltText('QR-code voor uw authenticator-app').waitFor()
  faults.push(...(await faultsOf(page, '2fa-app')))
  await page.getByLabel('Typ daarna de code die de app toont').fill('000000')
  await page.getByRole('button', { name: 'Bevestigen' }).click()
  await page.getByText('De code klopt niet of is niet meer geldig').waitFor()
  const { secret, codes } = await setUpApp(page)
  faults.push(...(await faultsOf(page, '2fa-recovery')))
  await page.getByRole('button', { name: 'Kopiëren' }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'))
  await page.getByLabel('Ik heb de codes bewaard').check()
  await page.getByRole('button', { name: 'Naar Regie' }).click()
  await arrived(page)
  await lab.sql.query("update customers set enforce_two_factor = false where name = 'Demo Incasso'")

  await forgetCookies(page)
  await page.goto(loginAt())
  await fillSignIn(page, username, password)
  await heading(page, 'Bevestig dat u het bent')
  faults.push(...(await faultsOf(page, 'otp-app')))
  const field = page.getByLabel('Code', { exact: true })
  await expect.poll(() => field.getAttribute('inputmode')).toBe('numeric')
  await expect.poll(() => field.getAttribute('autocomplete')).toBe('one-time-code')
  await field.fill('123 456')
  await page.getByRole('button', { name: 'Bevestigen' }).click()
  await page.getByText('De code klopt niet of is niet meer geldig').waitFor()
  faults.push(...(await faultsOf(page, 'otp-wrong')))
  await page.reload()
  const code = codeOf(secret, 1)
  await page.evaluate(`navigator.clipboard.writeText('${code.slice(0, 3)} ${code.slice(3)}')`)
  await page.getByLabel('Code', { exact: true }).press('ControlOrMeta+v')
  await page.getByRole('button', { name: 'Bevestigen' }).click()
  await arrived(page)

  await forgetCookies(page)
  await page.goto(loginAt())
  await fillSignIn(page, username, password)
  await page.getByRole('button', { name: 'Herstelcode gebruiken' }).click()
  faults.push(...(await faultsOf(page, 'otp-recovery')))
  await page.getByLabel('Herstelcode', { exact: true }).fill(codes[0]?.toLowerCase() ?? '')
  await page.getByRole('button', { name: 'Bevestigen' }).click()
  await arrived(page)
  expect(faults).toEqual([])
})

test('codes by SMS and e-mail: where they went, when again, and in which language the screens are', async () => {
  const { username, password, mobile } = await lab.newPerson()
  await lab.sql.query(
    `insert into user_factors (user_id, type, target, confirmed_at)
      select id, 'sms', mobile, now()
      from staff
      where username = $1
      union all
      select id, 'email', email, now()
      from staff
      where username = $1`,
    [username],
  )
  const { page } = await lab.openBrowser()
  await page.goto(loginAt())
  await fillSignIn(page, username, password)
  await heading(page, 'Bevestig dat u het bent')
  await page.getByLabel('Code per sms').check()
  const faults = await faultsOf(page, 'otp-choose')
  await page.getByRole('button', { name: 'Code versturen' }).click()
  await page.getByText(/Code verstuurd naar \+?\d.*••/).waitFor()
  await page.getByText(/Opnieuw versturen kan over \d+ seconden/).waitFor()
  faults.push(...(await faultsOf(page, 'otp-sent')))
  for (const [language, title] of [
    ['English', 'Confirm that it is you'],
    ['Français', 'Confirmez votre identité'],
    ['Nederlands', 'Bevestig dat u het bent'],
  ] as const) {
    await page.getByRole('button', { name: language }).click()
    await heading(page, title)
    faults.push(...(await faultsOf(page, `otp-${language}`)))
  }
  await page.getByLabel('Code', { exact: true }).fill(await lab.messageTo(mobile, /\b(\d{6})\b/))
  await page.getByRole('button', { name: 'Bevestigen' }).click()
  await arrived(page)
  expect(faults).toEqual([])
})
