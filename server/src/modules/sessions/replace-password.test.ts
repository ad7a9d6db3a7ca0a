import { accountApi } from '@regie/contract/account.ts'
import { loginApi } from '@regie/contract/login.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { ping, signIn } from '../../../test/sign-in.ts'

const fresh = 'Marmelade-pot 7'
let app: TestApp
beforeEach(async () => {
  app = await openTestApp()
})
afterEach(() => app.close())

const replace = async (cookies: Record<string, string>, oldPassword: string, newPassword: string) => {
  const answer = await app.app.inject({
    method: 'PUT',
    url: '/api/login/replace',
    payload: { oldPassword, newPassword },
    cookies,
    headers: { origin: app.origin },
  })
  const session = answer.cookies.find(({ name }) => name === 'regie-session')?.value
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>(), cookies: { 'regie-session': session ?? '' } }
}
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * 24 * 60 * 60_000)

test('who knows the old password changes it: other sessions end, this one goes on under a new secret', async () => {
  const { username, password } = await app.build.user()
  const here = (await signIn(app, username, password)).cookies
  const elsewhere = (await signIn(app, username, password)).cookies
  expect(await replace(here, 'Iets anders 1', fresh)).toMatchObject({
    status: 422,
    body: { error: 'password.oldIncorrect', field: 'oldPassword' },
  })

  const replaced = await replace(here, password, fresh)
  expect(replaced).toMatchObject({ status: 200, body: { next: 'ok' } })
  const known = await Promise.all([here, elsewhere, replaced.cookies].map((cookies) => ping(app, cookies)))
  expect(known.map(({ loggedIn }) => loggedIn)).toEqual([false, false, true])
  // Not even for the moment that callers are remembered.
  expect((await app.app.inject({ url: '/api/login/info', cookies: here })).statusCode).toBe(401)
})

test('the first password, which came with the account, is not taken again either', async () => {
  const { username, password } = await app.build.user()
  const { cookies } = await signIn(app, username, password)
  const next = 'Marmelade-pot 9'
  const second = await replace(cookies, password, next)
  app.clock.advance(1_000)
  expect(await replace(second.cookies, next, password)).toMatchObject({ status: 422, body: { error: 'password.usedBefore' } })
})

test('none of the last ten passwords is taken again', async () => {
  const { username, password } = await app.build.user()
  let { cookies } = await signIn(app, username, password)
  const passwords = [password, ...Array.from({ length: 11 }, (_, i) => `Marmelade-pot ${i + 10}`)]
  for (const [i, next] of passwords.slice(1).entries()) {
    app.clock.advance(1_000)
    const answer = await replace(cookies, passwords[i] ?? '', next)
    expect(answer.status).toBe(200)
    cookies = answer.cookies
  }
  const now = passwords.at(-1) ?? ''
  expect(await replace(cookies, now, passwords[1] ?? '')).toMatchObject({ status: 422, body: { error: 'password.usedBefore' } })
  expect(await replace(cookies, now, now)).toMatchObject({ status: 422, body: { error: 'password.usedBefore' } })
  expect((await replace(cookies, now, passwords[0] ?? '')).status).toBe(200)
})

test('a session that was stolen cannot be used to guess the password', async () => {
  const { username, password } = await app.build.user()
  const { cookies } = await signIn(app, username, password)
  for (let i = 0; i < 9; i++) {
    expect((await replace(cookies, 'fout', fresh)).status).toBe(422)
    app.clock.advance(81_000)
  }
  expect((await replace(cookies, 'fout', fresh)).status).toBe(423)
  expect((await replace(cookies, password, fresh)).status).toBe(423)
  // Signing in is not touched by it.
  expect((await signIn(app, username, password)).status).toBe(200)
})

test('an expired password opens nothing until it is changed, and then the next step follows', async () => {
  const { username, password, userId } = await app.build.user()
  const { id } = await app.build.customer()
  await app.db.updateTable('customers').set({ password_expiry_days: 90, enforce_two_factor: true }).where('id', '=', id).execute()
  await app.db
    .updateTable('users')
    .set({ customer_id: id, password_changed_at: daysAgo(91) })
    .where('id', '=', userId)
    .execute()
  const { body, cookies } = await signIn(app, username, password)
  expect(body).toEqual({ next: 'password_expired' })
  expect(await ping(app, cookies)).toMatchObject({ loggedIn: false, enforce2fa: false })
  expect((await app.app.inject({ url: '/api/login/info', cookies })).json()).toMatchObject({ error: 'login.passwordExpired' })

  const replaced = await replace(cookies, password, fresh)
  expect(replaced).toMatchObject({ status: 200, body: { next: '2fa_setup' } })
  expect(await ping(app, replaced.cookies)).toMatchObject({ loggedIn: false, enforce2fa: true })
  expect((await app.app.inject({ url: '/api/login/info', cookies: replaced.cookies })).json()).toMatchObject({
    error: 'login.twoFactorRequired',
  })
})

test('the code comes before the expired password', async () => {
  const { username, password, userId } = await app.build.user()
  const { id } = await app.build.customer()
  await app.db.updateTable('customers').set({ password_expiry_days: 90 }).where('id', '=', id).execute()
  await app.db
    .updateTable('users')
    .set({ customer_id: id, password_changed_at: daysAgo(91) })
    .where('id', '=', userId)
    .execute()
  await app.db
    .insertInto('user_factors')
    .values({ user_id: userId, type: 'sms', target: '+31612345678', confirmed_at: new Date() })
    .execute()
  const { body, cookies } = await signIn(app, username, password)
  expect(body).toEqual({ next: 'otp', methods: ['sms'] })
  expect((await replace(cookies, password, fresh)).status).toBe(401)
  const leave = { method: 'PUT', url: '/api/login/logout', cookies, headers: { origin: app.origin } } as const
  expect([(await app.app.inject(leave)).statusCode, (await app.app.inject(leave)).statusCode]).toEqual([204, 401])
})

test('an organisation that begins to demand a second factor stops who is in without one, at once', async () => {
  const staff = await app.build.staff()
  const { id } = await app.build.customer()
  await app.db.updateTable('users').set({ customer_id: id }).where('id', '=', staff.userId).execute()
  expect((await app.call(loginApi.info).as(staff)).status).toBe(200)
  await app.db.updateTable('customers').set({ enforce_two_factor: true }).where('id', '=', id).execute()
  const enforced = { status: 403, body: { error: 'login.twoFactorRequired' } }
  await expect.poll(() => app.call(loginApi.info).as(staff)).toMatchObject(enforced)
  expect(await app.call(loginApi.changeLocale, { body: { locale: 'fr' } }).as(staff)).toMatchObject(enforced)
  expect(await app.call(accountApi.get).as(staff)).toMatchObject(enforced)
  await app.db.updateTable('customers').set({ enforce_two_factor: false }).where('id', '=', id).execute()
  await expect.poll(async () => (await app.call(loginApi.info).as(staff)).status).toBe(200)
})

test('where only single sign-on counts, that is told to who knows the password, and the one who looks after the installation gets in', async () => {
  const { id } = await app.build.customer()
  await app.db.updateTable('customers').set({ local_passwords: false }).where('id', '=', id).execute()
  const [user, keeper] = [await app.build.user(), await app.build.user({ rights: [831] })]
  await app.db.updateTable('users').set({ customer_id: id }).where('id', 'in', [user.userId, keeper.userId]).execute()
  expect(await signIn(app, user.username, 'fout')).toMatchObject({ status: 401, body: { error: 'login.incorrect' } })
  expect(await signIn(app, user.username, user.password)).toMatchObject({ status: 403, body: { error: 'login.onlySso' }, cookies: {} })
  expect((await signIn(app, keeper.username, keeper.password)).status).toBe(200)
})

test('who was locked out hears so when he gives the right password; a guesser does not', async () => {
  const { username, password, userId } = await app.build.user()
  await app.db.updateTable('users').set({ locked_at: new Date() }).where('id', '=', userId).execute()
  expect(await signIn(app, username, 'fout')).toMatchObject({ status: 401, body: { error: 'login.incorrect' } })
  expect(await signIn(app, username, password)).toMatchObject({ status: 423, body: { error: 'login.locked' }, cookies: {} })
  // Somebody who knows the password of a locked account is worth a line of his own.
  const { rows } = await app.pool.query(`select entity_id, after from audit where action = 'login.failed' order by id`)
  expect(rows).toEqual([
    { entity_id: String(userId), after: null },
    { entity_id: String(userId), after: { refusal: 'login.locked' } },
  ])
})

test('who signs in with the old password while a new one is being kept does not get in', async () => {
  const { username, password, userId } = await app.build.user()
  const client = await app.pool.connect()
  await client.query('begin')
  await client.query('select from users where id = $1 for update', [userId])
  const signingIn = signIn(app, username, password)
  await expect
    .poll(
      async () =>
        (
          await app.pool.query(`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        ).rowCount,
    )
    .toBe(1)
  await client.query(`update users set password_hash = 'another' where id = $1`, [userId])
  await client.query('commit')
  client.release()
  expect(await signingIn).toMatchObject({ status: 401, body: { error: 'login.incorrect' } })
  expect(await app.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).toEqual([])
})

test('a session that somebody planted is not the one that is opened', async () => {
  const [thief, victim] = [await app.build.staff(), await app.build.user()]
  const planted = { 'regie-session': thief.secret }
  const { cookies } = await signIn(app, victim.username, victim.password, { cookies: planted })
  expect(cookies['regie-session']).not.toBe(thief.secret)
  // What the browser held is over.
  expect((await ping(app, planted)).loggedIn).toBe(false)
  const chosen = { 'regie-session': 'A'.repeat(22) }
  const { cookies: again } = await signIn(app, victim.username, victim.password, { cookies: chosen })
  expect(again['regie-session']).not.toBe('A'.repeat(22))
  expect((await ping(app, chosen)).loggedIn).toBe(false)
})
