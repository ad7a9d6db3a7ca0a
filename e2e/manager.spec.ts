import { auditApi } from '@regie/contract/audit.ts'
import { customerApi } from '@regie/contract/customers.ts'
import { rightsApi } from '@regie/contract/rights.ts'
import { userApi } from '@regie/contract/users.ts'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { fillSignIn, type LoginLab, openLoginLab, type Person } from './login-lab.ts'
import { choose } from './open-browser.ts'
import { faultsOf } from './screen-faults.ts'

let lab: LoginLab
let admin: Page
beforeAll(async () => {
  lab = await openLoginLab()
  admin = await signedIn({ username: 'beheer', password: lab.product.password })
})
afterAll(() => lab?.close())

async function signedIn({ username, password }: Pick<Person, 'username' | 'password'>): Promise<Page> {
  const { page } = await lab.openBrowser()
  await page.goto(`${lab.url}/login`)
  await fillSignIn(page, username, password)
  await page.getByRole('navigation', { name: 'Menu' }).waitFor()
  return page
}
const open = (page: Page, path: string) => page.goto(`${lab.url}${path}`)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const menuEntry = (page: Page, name: string) => page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name })

async function openUser(username: string) {
  await open(admin, `/manager?q=${username}`)
  await admin.getByRole('link', { name: username, exact: true }).click()
  const dialog = admin.getByRole('dialog').first()
  await dialog.getByLabel('Achternaam').waitFor()
  return dialog
}
/** Answers the question that stands open with its action. */
async function answer(name: string) {
  const dialogs = admin.getByRole('dialog')
  const before = await dialogs.count()
  await dialogs.last().getByRole('button', { name, exact: true }).click()
  await expect.poll(() => dialogs.count(), { timeout: 10_000 }).toBeLessThan(before)
}

test('somebody new: what is wrong is said at its field, the invitation comes, and with its link he comes in', async () => {
  await open(admin, '/manager')
  await button(admin, 'Gebruiker toevoegen').click()
  await button(admin, 'Toevoegen en uitnodigen').click()
  await admin.getByText('Vul de achternaam in').waitFor()
  await admin.getByText('Kies minstens één rechtengroep').waitFor()
  const faults = await faultsOf(admin, 'add-wrong')
  await admin.getByLabel('Gebruikersnaam').fill('medewerker')
  await admin.getByLabel('Voornaam').fill('نور')
  await admin.getByLabel('Achternaam').fill('<b>Vermeer</b>')
  await admin.getByLabel('E-mail').fill('nieuw@demo.example')
  await admin.getByLabel('Mobiel').fill('bel maar')
  await admin.getByLabel(/^Medewerker/).check()
  await admin.getByLabel(/^Demo Incasso/).check()
  await button(admin, 'Toevoegen en uitnodigen').click()
  await admin.getByText('Vul een geldig telefoonnummer in').waitFor()
  await admin.getByLabel('Mobiel').fill('06 12345678')
  await button(admin, 'Toevoegen en uitnodigen').click()
  await admin.getByText('Deze gebruikersnaam is al in gebruik').waitFor()
  await expect.poll(() => admin.getByLabel('Achternaam').inputValue()).toBe('<b>Vermeer</b>')
  await admin.getByLabel('Gebruikersnaam').fill('nieuwe.collega')
  await button(admin, 'Toevoegen en uitnodigen').click()
  await admin.getByText('nieuwe.collega is uitgenodigd').waitFor()
  faults.push(...(await faultsOf(admin, 'add-done')))

  const { page } = await lab.openBrowser()
  await page.goto(await lab.linkTo('nieuw@demo.example'))
  await page.getByLabel('Nieuw wachtwoord', { exact: true }).fill('Blauwe-Fiets-77!')
  await page.getByLabel('Nieuw wachtwoord nogmaals').fill('Blauwe-Fiets-77!')
  await button(page, 'Wachtwoord instellen').click()
  await page.getByText('Uw nieuwe wachtwoord is ingesteld').waitFor()
  await fillSignIn(page, 'nieuwe.collega', 'Blauwe-Fiets-77!')
  await menuEntry(page, 'Batches').waitFor()
  const dialog = await openUser('nieuwe.collega')
  await dialog.getByText('Actief').waitFor()
  await dialog.getByRole('heading', { name: '<b>Vermeer</b>' }).waitFor()
  expect(faults).toEqual([])
})

test('a group given or taken counts on the open screen of the other, without reload', async () => {
  const person = await lab.newPerson()
  const other = await signedIn(person)
  await expect.poll(() => menuEntry(other, 'Bestanden uploaden').count()).toBe(0)
  const dialog = await openUser(person.username)
  await dialog.getByRole('button', { name: 'Rechtengroep toevoegen' }).click()
  await admin.getByRole('menuitem', { name: 'Teamleider' }).click()
  await answer('Toevoegen')
  await menuEntry(other, 'Bestanden uploaden').waitFor({ timeout: 5000 })
  await other.goto(`${lab.url}/files/upload`)
  await button(other, 'Bestand kiezen').waitFor()
  await dialog.getByRole('button', { name: 'Teamleider verwijderen' }).click()
  await answer('Verwijderen')
  await menuEntry(other, 'Bestanden uploaden').waitFor({ state: 'detached', timeout: 5000 })
  await other.getByText('U hebt geen recht op ‘Bestanden uploaden’', { exact: false }).waitFor({ timeout: 5000 })
})

test('the matrix by keyboard: a right counts at once, there and elsewhere', async () => {
  const person = await lab.newPerson()
  const other = await signedIn(person)
  await open(admin, '/manager/edit')
  await admin.getByPlaceholder('Zoek een recht').fill('701')
  const box = admin.getByRole('checkbox', { name: /voor Medewerker$/ })
  await expect.poll(() => box.count()).toBe(1)
  await admin.getByPlaceholder('Zoek een recht').press('Tab')
  const focused = () => admin.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? ""')
  await expect.poll(() => focused()).toMatch(/voor Beheerder$/)
  for (let steps = 0; steps < 12 && !(await focused()).endsWith('voor Medewerker'); steps += 1) await admin.keyboard.press('ArrowRight')
  await admin.keyboard.press('Space')
  // Who it touches stands there first.
  await admin.getByRole('dialog').getByRole('button', { name: 'Recht geven' }).press('Enter')
  await expect.poll(() => box.isChecked()).toBe(true)
  await menuEntry(other, 'Bestanden uploaden').waitFor({ timeout: 5000 })
  await box.press('Space')
  await admin.getByRole('dialog').getByRole('button', { name: 'Recht ontnemen' }).press('Enter')
  await menuEntry(other, 'Bestanden uploaden').waitFor({ state: 'detached', timeout: 5000 })
  await admin.getByPlaceholder('Zoek een recht').fill('')
  // The whole matrix: heads stay in sight, and what has the focus is not under them.
  await admin.keyboard.press('Tab')
  for (let steps = 0; steps < 40; steps += 1) await admin.keyboard.press('ArrowDown')
  const covered = await admin.evaluate<boolean>(
    '(() => { const box = document.activeElement.getBoundingClientRect(); return document.elementFromPoint(box.x + 5, box.y + 5) !== document.activeElement })()',
  )
  expect(covered).toBe(false)
})

test('who manages groups gives no right that he lacks: the box says why, and so does the server', async () => {
  const api = new ApiClient(lab.product.url)
  await api.signIn('beheer', lab.product.password)
  const customerID = (await api.call(customerApi.list)).body.find(({ name }) => name === 'Demo Incasso')?.customerID ?? null
  const group = (await api.call(rightsApi.addGroup, { body: { name: 'Groepsbeheer', description: '', customerID } })).body
  const objects = (await api.call(rightsApi.listObjects)).body
  for (const code of [801, 804])
    await api.call(rightsApi.addObject, {
      params: { groupID: group.id, objectID: objects.find((object) => object.code === code)?.id ?? 0 },
    })
  const person = await lab.newPerson()
  const users = (await api.call(userApi.list, { query: { q: person.username } } as never)).body.rows
  await api.call(rightsApi.addMembers, { params: { groupID: group.id }, body: { members: [users[0]?.userID ?? 0] } })

  const page = await signedIn(person)
  await open(page, '/manager/edit')
  const lacking = page.getByRole('checkbox', { name: 'Batch sluiten en heropenen voor Groepsbeheer' })
  await lacking.press('Space')
  await page.getByText('U hebt dit recht zelf niet en kunt het dus niet geven of ontnemen').waitFor()
  await expect.poll(() => lacking.isChecked()).toBe(false)
  await page.getByRole('checkbox', { name: 'Batch sluiten en heropenen voor Teamleider' }).press('Space')
  await page.getByText('Deze groep geldt voor alle klanten').waitFor()
  // What he takes from himself is asked about first.
  await page
    .getByRole('checkbox', { name: /groepen.* voor Groepsbeheer$/i })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Recht ontnemen' }).click()
  const question = page.getByRole('dialog', { name: 'Uzelf buitensluiten?' })
  await question.waitFor()
  const faults = await faultsOf(page, 'matrix-lock-out')
  await question.getByRole('button', { name: 'Annuleren' }).click()

  const his = new ApiClient(lab.product.url)
  await his.signIn(person.username, person.password)
  const objectID = objects.find(({ code }) => code === 202)?.id ?? 0
  const given = await his.call(rightsApi.addObject, { params: { groupID: group.id, objectID } })
  expect([given.status, given.error]).toEqual([403, 'right.notYours'])
  expect(faults).toEqual([])
})

test('locking ends the open session of the other within seconds; unlocked, he comes in again', async () => {
  const person = await lab.newPerson()
  const other = await signedIn(person)
  const dialog = await openUser(person.username)
  await dialog.getByRole('button', { name: 'Vergrendelen' }).click()
  const faults = await faultsOf(admin, 'lock-question')
  await answer('Vergrendelen')
  await other.waitForURL(/\/login/, { timeout: 5000 })
  await dialog.getByText('Vergrendeld').waitFor()
  await dialog.getByRole('button', { name: 'Ontgrendelen' }).click()
  await answer('Ontgrendelen')
  await fillSignIn(other, person.username, person.password)
  await menuEntry(other, 'Batches').waitFor()
  expect(faults).toEqual([])
})

test('reset link in a language, an API key shown once, two at one contact, and the end of a user', async () => {
  const person = await lab.newPerson()
  const dialog = await openUser(person.username)
  await dialog.getByRole('button', { name: 'Resetlink sturen' }).click()
  await admin.getByLabel('Taal van de e-mail').selectOption({ label: 'Français' })
  await answer('Resetlink sturen')
  await lab.messageTo(person.email, /mot de passe/)

  await button(admin, 'Meer').click()
  await admin.getByRole('menuitem', { name: 'Nieuwe API-sleutel' }).click()
  await admin.getByRole('dialog').last().getByRole('button', { name: 'Nieuwe API-sleutel' }).click()
  const key = (await admin.locator('dialog code').textContent()) ?? ''
  const faults = await faultsOf(admin, 'new-key')
  const asKey = () => fetch(`${lab.product.url}/api/batches`, { headers: { authorization: `Bearer ${key}` } })
  expect((await asKey()).status).not.toBe(401)
  await button(admin, 'Ik heb de sleutel bewaard').click()
  await button(admin, 'Meer').click()
  await admin.getByRole('menuitem', { name: 'API-sleutel verwijderen' }).click()
  await answer('API-sleutel verwijderen')
  expect((await asKey()).status).toBe(401)

  await dialog.getByLabel('Voornaam').fill('Willem')
  const api = new ApiClient(lab.product.url)
  await api.signIn('beheer', lab.product.password)
  const [user] = (await api.call(userApi.list, { query: { q: person.username } } as never)).body.rows
  if (!user) throw new Error('the person is gone')
  const { initials, firstName, middleName, lastName, email, mobile } = user
  const contact = { initials, firstName, middleName, lastName, email, mobile, phone: '+31201234567' }
  expect((await api.call(userApi.change, { params: { userID: user.userID }, body: { contact, version: user.version } })).status).toBe(200)
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await dialog.getByText('Een collega heeft dit intussen gewijzigd').waitFor()
  await expect.poll(() => dialog.getByLabel('Voornaam').inputValue()).toBe('Willem')
  faults.push(...(await faultsOf(admin, 'user-conflict')))
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await admin.getByText('De gegevens zijn opgeslagen').waitFor()

  await button(admin, 'Meer').click()
  await admin.getByRole('menuitem', { name: 'Verwijderen', exact: true }).click()
  await admin.getByText('2 rechtengroepen').waitFor()
  faults.push(...(await faultsOf(admin, 'delete-question')))
  await answer('Verwijderen')
  await admin.getByText('Geen gebruiker voldoet aan deze filters').waitFor()
  expect(faults).toEqual([])
})

test('groups: made from another, named, a member added and removed, deleted', async () => {
  const person = await lab.newPerson()
  await open(admin, '/manager/edit?tab=groups')
  await button(admin, 'Nieuwe rechtengroep').click()
  await admin.getByLabel('Naam').fill('Avondploeg')
  await admin.getByLabel('Begin met de rechten van').selectOption({ label: 'Medewerker' })
  const faults = await faultsOf(admin, 'new-group')
  await answer('Maken')
  await button(admin, 'Avondploeg').click()
  const dialog = admin.getByRole('dialog').first()
  // A colleague is quicker: both versions are shown, and saving again means it.
  const api = new ApiClient(lab.product.url)
  await api.signIn('beheer', lab.product.password)
  const { id: groupID = 0, version = 0 } = (await api.call(rightsApi.listGroups)).body.find(({ name }) => name === 'Avondploeg') ?? {}
  await dialog.getByLabel('Omschrijving').fill('Belt na zessen')
  await api.call(rightsApi.changeGroup, { params: { groupID }, body: { name: 'Avondploeg', description: 'Belt na vijven', version } })
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await dialog.getByText('Belt na vijven').waitFor()
  await expect.poll(() => dialog.getByLabel('Omschrijving').inputValue()).toBe('Belt na zessen')
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await admin.getByText('Opgeslagen').waitFor()
  await dialog.getByLabel('Lid toevoegen').fill(person.username)
  await dialog.getByRole('button', { name: `${person.username} toevoegen` }).click()
  await dialog.getByRole('heading', { name: 'Leden (1)' }).waitFor()
  faults.push(...(await faultsOf(admin, 'group')))
  await dialog.getByRole('button', { name: `${person.username} verwijderen` }).click()
  await answer('Verwijderen')
  await dialog.getByRole('heading', { name: 'Leden (0)' }).waitFor()
  await dialog.getByRole('button', { name: 'Rechtengroep verwijderen' }).click()
  await answer('Verwijderen')
  await button(admin, 'Avondploeg').waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('who may do this, and what another group sees', async () => {
  await open(admin, '/manager/edit?tab=who')
  await admin.getByLabel('Wie mag dit?').last().fill('sluiten')
  await button(admin, /202 Batch sluiten/).click()
  await admin
    .getByRole('row', { name: /teamleider/ })
    .getByText('Teamleider', { exact: true })
    .waitFor()
  const faults = await faultsOf(admin, 'who')
  await admin.getByRole('tab', { name: 'Bekijk als' }).click()
  await admin.getByLabel('Bekijk als lid van').waitFor()
  await choose(admin, 'Bekijk als lid van', 'Medewerker')
  await admin.getByText('Begint op: Vandaag').waitFor()
  const seen = admin.getByRole('navigation', { name: 'Menu van Medewerker' })
  await expect.poll(() => seen.getByRole('listitem').filter({ hasText: 'Gebruikers' }).textContent()).toContain('niet zichtbaar')
  faults.push(...(await faultsOf(admin, 'view-as')))
  expect(faults).toEqual([])
})

test('rights of our own: a kind and a right are made, named in three languages, and go again', async () => {
  await open(admin, '/manager/edit?tab=kinds')
  await button(admin, 'Nieuw type').click()
  const names = async (name: string) => {
    for (const language of ['Nederlands', 'English', 'Français']) await admin.getByLabel(`Naam (${language})`).fill(name)
  }
  await admin.getByLabel('Eerste cijfer').fill('9')
  await names('Eigen')
  const faults = await faultsOf(admin, 'new-kind')
  await answer('Opslaan')
  await button(admin, 'Recht toevoegen (Eigen)').click()
  await admin.getByLabel('Nummer').fill('1')
  await names('Koffie zetten')
  await admin.getByRole('dialog').getByRole('button', { name: 'Opslaan' }).click()
  await admin.getByText('Het nummer heeft twee cijfers').waitFor()
  await admin.getByLabel('Nummer').fill('01')
  await answer('Opslaan')
  await button(admin, 'Koffie zetten hernoemen').waitFor()
  faults.push(...(await faultsOf(admin, 'kinds')))
  await button(admin, 'Koffie zetten verwijderen').click()
  await answer('Verwijderen')
  await button(admin, 'Eigen verwijderen').click()
  await answer('Verwijderen')
  await button(admin, 'Recht toevoegen (Eigen)').waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('the log tells of each action who did it, and what was before and after', async () => {
  const person = await lab.newPerson()
  const dialog = await openUser(person.username)
  await dialog.getByLabel('Achternaam').fill('Damstra')
  await dialog.getByRole('button', { name: 'Opslaan' }).click()
  await admin.getByText('De gegevens zijn opgeslagen').waitFor()
  await open(admin, '/admin/audit')
  await admin.getByText('Ongewijzigd').waitFor()
  await admin.getByRole('combobox', { name: 'Handeling' }).click()
  await admin.getByLabel('Zoeken in Handeling').fill('gebruiker gew')
  const asked = admin.waitForResponse((response) => response.url().includes('action=users.change'))
  await admin.getByRole('option', { name: 'Gebruiker gewijzigd' }).click()
  await (await asked).finished()
  // How a user is named and reached stands in their contact.
  const about = 'Contact Pim van Damstra'
  // Changes of users by one person beneath each other are folded into one line, under their day.
  await admin.getByRole('row', { name: 'Vandaag' }).waitFor()
  const row = admin.getByRole('row').filter({ hasText: about }).first()
  const fold = admin
    .getByRole('row')
    .filter({ hasText: /gewijzigd.*[0-9]×/ })
    .first()
  await row.or(fold).first().waitFor()
  if (!(await row.isVisible())) await fold.getByRole('link').first().click()
  await row.getByText('achternaam').waitFor()
  await row.getByText(about).waitFor()
  // A period is one press; that of last month has nothing of today, and a second press takes it away.
  const lastMonth = button(admin, 'Vorige maand')
  await lastMonth.click()
  await admin.getByText('Niets gevonden').waitFor()
  await lastMonth.click()
  await button(admin, 'Vandaag').click()
  await row.getByText(about).waitFor()
  const faults = await faultsOf(admin, 'audit')
  await row.getByRole('link').first().click()
  const line = admin.getByRole('dialog')
  await expect.poll(() => line.getByRole('row', { name: /achternaam/ }).allTextContents()).toEqual(['achternaamDamDamstra'])
  faults.push(...(await faultsOf(admin, 'audit-line')))
  await line.getByRole('button', { name: 'Sluiten' }).last().click()
  // Looks are asked for apart, and how many they are is said beforehand.
  await admin.getByRole('switch', { name: /^Ook wie wat bekeek \([\d.]+\)/ }).check()
  await admin.waitForURL('**looks=shown*')
  const [file] = await Promise.all([admin.waitForEvent('download'), button(admin, 'Exporteren (CSV)').click()])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  await button(admin, /^Bewaard/).click()
  await admin.getByLabel('Maanden').fill('12')
  await admin.getByText('24').first().waitFor()
  faults.push(...(await faultsOf(admin, 'audit-retention')))
  await admin.getByLabel('Maanden').fill('36')
  await answer('Wijzigen')
  await button(admin, 'Bewaard: 36 maanden').waitFor()

  const api = new ApiClient(lab.product.url)
  await api.signIn('beheer', lab.product.password)
  const { rows } = (await api.call(auditApi.list, { query: { limit: 100 } } as never)).body
  const found = new Set(rows.map(({ action }) => action))
  for (const action of ['users.change', 'audit.changeRetention', 'audit.export']) expect(found).toContain(action)
  expect(faults).toEqual([])
})

test('maintenance sends the other away with a word, and brings him back to where he was', async () => {
  const other = await signedIn(await lab.newPerson())
  const wanted = `${lab.url}/batches?status=open`
  await other.goto(wanted)
  await menuEntry(other, 'Batches').waitFor()
  await open(admin, '/admin/maintenance')
  await admin.getByLabel('Bericht aan gebruikers').fill('Om drie uur zijn we terug')
  const faults = await faultsOf(admin, 'maintenance-off')
  await button(admin, 'Onderhoud beginnen').click()
  await answer('Onderhoud beginnen')
  await other.waitForURL(/\/maintenance/, { timeout: 10_000 })
  await other.getByText('Om drie uur zijn we terug').waitFor()
  faults.push(...(await faultsOf(other, 'maintenance')))
  await admin.getByText('Het onderhoud is aan').waitFor()
  faults.push(...(await faultsOf(admin, 'maintenance-on')))
  await admin.getByLabel('Bericht aan gebruikers').fill('Nog een kwartier')
  await button(admin, 'Bericht bijwerken').click()
  await other.getByText('Nog een kwartier').waitFor()
  await button(admin, 'Onderhoud beëindigen').click()
  await other.waitForURL(wanted, { timeout: 15_000 })
  await menuEntry(other, 'Batches').waitFor()
  expect(faults).toEqual([])
})

test('how users sign in: what is wrong is said at its field, what is right is kept', async () => {
  await open(admin, '/admin/sign-in')
  await admin.getByLabel('Wachtwoord verloopt').selectOption({ label: 'Na 180 dagen' })
  await admin.getByLabel('Inloggen met het account van de organisatie').check()
  await button(admin, 'Opslaan').click()
  await admin.getByText('Vul het adres van de inlogdienst in').waitFor()
  await admin.getByLabel('Adres van de aanbieder').fill('http://127.0.0.1:9/nergens')
  await admin.getByLabel('Client-ID').fill('regie')
  await button(admin, 'Opslaan').click()
  await admin.locator('[aria-invalid]').first().waitFor()
  await expect.poll(() => admin.getByLabel('Client-ID').inputValue()).toBe('regie')
  const faults = await faultsOf(admin, 'sign-in-rules')
  await admin.getByLabel('Inloggen met het account van de organisatie').uncheck()
  await button(admin, 'Opslaan').click()
  await admin.getByText('De inlogregels zijn opgeslagen').waitFor()
  await admin.reload()
  await expect.poll(() => admin.getByLabel('Wachtwoord verloopt').inputValue()).toBe('180')
  expect(faults).toEqual([])
})

test('French is longer, and fits', async () => {
  const faults: string[] = []
  const speak = async (language: string) => {
    await open(admin, '/manager')
    await button(admin, /^(Account|Compte)/).click()
    await admin.getByRole('menuitem', { name: language }).click()
  }
  await speak('Français')
  for (const [path, name] of [
    ['/manager', 'manager'],
    ['/manager?user=2', 'user'],
    ['/manager/add', 'add'],
    ['/manager/edit', 'matrix'],
    ['/manager/edit?tab=groups', 'groups'],
  ] as const) {
    await open(admin, path)
    await admin.locator('main :is([role=gridcell], input, li button)').first().waitFor()
    faults.push(...(await faultsOf(admin, `${name}-fr`)))
  }
  await speak('Nederlands')
  expect(faults).toEqual([])
})
