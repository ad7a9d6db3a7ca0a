import { accountApi } from '@regie/contract/account.ts'
import { loginApi } from '@regie/contract/login.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { lastLink, readPost } from '../../../test/run-jobs.ts'
import { ping, signIn } from '../../../test/sign-in.ts'
import { sendPasswordLink } from '../identity/passwords/send-password-link.ts'

const fresh = 'Marmelade-pot 7'
let app: TestApp
beforeEach(async () => {
  app = await openTestApp({ env: { PUBLIC_URL: 'https://regie.example' } })
})
afterEach(() => app.close())

async function buildUser() {
  const user = await app.build.staff()
  await app.db.updateTable('contacts').set({ email: 'mees@example.nl', first_name: 'Mees' }).where('user_id', '=', user.userId).execute()
  return user
}
const forget = (username: string, locale: 'nl' | 'eng' | 'fr' = 'nl', headers = {}) =>
  app.call(loginApi.reset, { body: { username, locale } }).asNobody(headers)
const check = (token: string) => app.call(loginApi.checkLink, { params: { token } }).asNobody()
const choose = (token: string, newPassword = fresh) => app.call(loginApi.changePassword, { body: { token, newPassword } }).asNobody()

test('who forgot his password gets a link in the chosen language, chooses another, and signs in with it', async () => {
  const staff = await buildUser()
  const { username, password } = staff
  await app.call(accountApi.resetApiKey, { body: { password } }).as(staff)
  expect((await forget(username.toUpperCase(), 'fr')).status).toBe(204)
  const [mail = ''] = await readPost(app.services)
  expect(mail).toContain('To: mees@example.nl\nSubject: Choisir un nouveau mot de passe')
  expect(mail).toContain('Bonjour Mees,')
  const token = await lastLink(app.services)
  expect(mail).toContain(`https://regie.example/change/${token}`)

  expect((await check(token)).body).toEqual({ valid: true, username, kind: 'reset' })
  expect((await choose(token)).status).toBe(204)
  // Who needs a link may have lost more than a password.
  expect(await app.db.selectFrom('api_keys').selectAll().execute()).toEqual([])
  expect((await signIn(app, username, password)).status).toBe(401)
  expect((await signIn(app, username, fresh)).body).toEqual({ next: 'ok' })
})

test('the answer is the same whether there is such a user or not, and so is the work', async () => {
  const { username } = await buildUser()
  const answers = [await forget(username), await forget('niemand'), await forget(`${username}x`)]
  expect(new Set(answers.map(({ status, text, headers }) => `${status} ${text} ${headers['content-length']}`)).size).toBe(1)
  const { rows } = await app.pool.query<{ name: string; size: number }>(
    `select name, length(data->>'sealed') > 100 as size from pgboss.job where name = 'mailPasswordLink'`,
  )
  expect(rows).toHaveLength(3)
  // What was typed stands nowhere in the open.
  const jobs = JSON.stringify((await app.pool.query(`select data from pgboss.job where name = 'mailPasswordLink'`)).rows)
  expect(jobs).not.toContain(username)
  expect(await readPost(app.services)).toHaveLength(1)
})

test('at most three mails an hour go to one account, and none to who is locked or may not use a password', async () => {
  const { username, userId } = await buildUser()
  for (let i = 0; i < 5; i++) await forget(username)
  expect(await readPost(app.services)).toHaveLength(3)
  app.clock.advance(61 * 60_000)
  await forget(username)
  expect(await readPost(app.services)).toHaveLength(4)
  app.clock.advance(61 * 60_000)
  await app.db.updateTable('users').set({ locked_at: new Date() }).where('id', '=', userId).execute()
  await forget(username)
  const { id } = await app.build.customer()
  await app.db.updateTable('customers').set({ local_passwords: false }).where('id', '=', id).execute()
  await app.db.updateTable('users').set({ locked_at: null, customer_id: id }).where('id', '=', userId).execute()
  await forget(username)
  expect(await readPost(app.services)).toHaveLength(4)
})

test('what a request says of the address does not steer the link', async () => {
  const { username } = await buildUser()
  await forget(username, 'nl', {
    origin: 'https://regie.example',
    host: 'regie.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
  })
  const [mail = ''] = await readPost(app.services)
  expect(mail).toContain('https://regie.example/change/')
  expect(mail).not.toContain('evil')
})

test('a link works once, for an hour, until a newer one, and to the address that it was sent to', async () => {
  const { username, userId } = await buildUser()
  const linkFor = async () => {
    await forget(username)
    return lastLink(app.services)
  }
  const first = await linkFor()
  const second = await linkFor()
  expect([(await check(first)).status, (await check(second)).status]).toEqual([410, 200])
  expect(await choose(first)).toMatchObject({ status: 410, body: { error: 'login.linkInvalid' } })

  const both = await Promise.all([choose(second), choose(second, 'Marmelade-pot 8')])
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 410])
  expect([(await choose(second)).status, (await check(second)).status]).toEqual([410, 410])

  app.clock.advance(61 * 60_000)
  const third = await linkFor()
  app.clock.advance(60 * 60_000)
  expect((await choose(third)).status).toBe(410)

  const fourth = await linkFor()
  await app.db.updateTable('contacts').set({ email: 'ander@example.nl' }).where('user_id', '=', userId).execute()
  expect((await choose(fourth)).status).toBe(410)
  expect((await choose('geen link')).status).toBe(410)
})

test('only the hash of a link is kept, and the mail that held it is emptied when it has left', async () => {
  const { username } = await buildUser()
  await forget(username)
  const token = await lastLink(app.services)
  const kept = JSON.stringify([
    await app.db.selectFrom('password_links').selectAll().execute(),
    await app.db.selectFrom('system_messages').selectAll().execute(),
  ])
  expect(kept).not.toContain(token)
  expect(await app.db.selectFrom('system_messages').select(['state', 'content']).execute()).toEqual([{ state: 'sent', content: null }])
})

test('choosing a password ends every session, frees a delayed account, and is told to its owner', async () => {
  const staff = await buildUser()
  await app.db
    .updateTable('users')
    .set({ failed_logins: 12, delayed_until: new Date('2030-01-01') })
    .where('id', '=', staff.userId)
    .execute()
  await forget(staff.username)
  await choose(await lastLink(app.services))
  expect((await app.call(accountApi.get).as(staff)).status).toBe(401)
  expect((await signIn(app, staff.username, fresh)).status).toBe(200)
  expect((await readPost(app.services)).at(-1)).toContain('Uw wachtwoord is veranderd')
})

test('a link does not go around the second factor', async () => {
  const { username, userId } = await buildUser()
  await app.db
    .insertInto('user_factors')
    .values({ user_id: userId, type: 'email', target: 'mees@example.nl', confirmed_at: new Date() })
    .execute()
  await forget(username)
  const answer = await choose(await lastLink(app.services))
  expect(answer.headers['set-cookie']).toBeUndefined()
  const { body, cookies } = await signIn(app, username, fresh)
  expect(body).toEqual({ next: 'otp', methods: ['email'] })
  expect(await ping(app, cookies)).toMatchObject({ loggedIn: false, enforce2fa: false })
})

test.each([
  ['kort1!', 'password.tooWeak', 'tooShort,noUppercase'],
  ['zonderhoofdletter 1', 'password.tooWeak', 'noUppercase'],
  ['Welkom2026!', 'password.common', undefined],
  ['Met-meesvdberg-1', 'password.personal', undefined],
  ['Zonnebloem 12!', 'password.usedBefore', undefined],
] as const)('the password %j is refused as %s, and the link goes on to count', async (newPassword, error, faults) => {
  const { userId } = await buildUser()
  await app.db.updateTable('users').set({ username: 'meesvdberg' }).where('id', '=', userId).execute()
  await forget('meesvdberg')
  const token = await lastLink(app.services)
  expect(await choose(token, newPassword)).toMatchObject({
    status: 422,
    body: { error, field: 'newPassword', ...(faults !== undefined && { params: { faults } }) },
  })
  expect((await check(token)).status).toBe(200)
})

test.each(['Spatie achteraan 1 ', '  Spatie vooraan 1', 'Emoji 😀 1', 'Ünïcødé—日本 1', `Lang 1!${'é'.repeat(120)}`])(
  'the password %j is kept as it is',
  async (newPassword) => {
    const { username } = await buildUser()
    await forget(username)
    expect((await choose(await lastLink(app.services), newPassword)).status).toBe(204)
    expect((await signIn(app, username, newPassword.trim() === newPassword ? `${newPassword} ` : newPassword.trim())).status).toBe(401)
    expect((await signIn(app, username, newPassword)).status).toBe(200)
  },
)

test('an invitation counts for a week, for somebody without a password', async () => {
  const { userId, username } = await buildUser()
  await app.db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()
  const user = await app.db.selectFrom('staff').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const invite = () =>
    app.services.db.transaction().execute((tx) => sendPasswordLink(tx, app.services, user, { kind: 'invite', locale: 'eng' }))
  await invite()
  const late = await lastLink(app.services)
  app.clock.advance(7 * 24 * 60 * 60_000)
  expect((await check(late)).status).toBe(410)
  await invite()
  const token = await lastLink(app.services)
  expect((await check(token)).body).toEqual({ valid: true, username, kind: 'invite' })
  expect((await choose(token)).status).toBe(204)
  expect((await signIn(app, username, fresh)).status).toBe(200)
})
