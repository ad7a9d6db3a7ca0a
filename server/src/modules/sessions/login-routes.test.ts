import { loginApi } from '@regie/contract/login.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'

let app: TestApp
let attempts = 0
beforeEach(async () => {
  app = await openTestApp()
})
afterEach(() => app.close())

/** Signs in, each time from another address, so that the limit per address is not what is tested. */
async function signIn(username: string, password: string, headers: Record<string, string> = {}) {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { username, password },
    remoteAddress: `10.0.${Math.floor(++attempts / 250)}.${attempts % 250}`,
    headers: { origin: app.origin, ...headers },
  })
  return { status: answer.statusCode, body: answer.json<object>(), cookie: sessionCookieIn(answer.headers['set-cookie']) }
}

const sessionCookieIn = (header: string | string[] | undefined) =>
  [header ?? []].flat().find((cookie) => cookie.includes('regie-session=')) ?? ''
const ping = async (cookie: string) =>
  (await app.app.inject({ url: '/api/login/ping', headers: { cookie } })).json<{ loggedIn: boolean }>().loggedIn
const valueOf = (cookie: string) => cookie.split(';')[0] ?? ''

test('who signs in gets a cookie that script cannot read, and is known by it', async () => {
  const { username, password } = await app.build.user({ rights: [Right.viewBatches] })
  const { status, body, cookie } = await signIn(username.toUpperCase(), password)
  expect({ status, body }).toEqual({ status: 200, body: { next: 'ok' } })
  expect(cookie).toMatch(/^regie-session=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(await ping(valueOf(cookie))).toBe(true)
})

test('over https the cookie is bound to this host', async () => {
  const https = await openTestApp({ env: { PUBLIC_URL: 'https://regie.example' } })
  const { username, password } = await https.build.user()
  const answer = await https.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { username, password },
    headers: { origin: 'https://regie.example' },
  })
  expect(sessionCookieIn(answer.headers['set-cookie'])).toMatch(/^__Host-regie-session=[\w-]{22}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect([answer.headers['set-cookie']].flat()[1]).toMatch(/^__Host-regie-device=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  await https.close()
})

test('only a hash of the session is kept, and signing in again ends the former session', async () => {
  const { username, password } = await app.build.user()
  const first = await signIn(username, password)
  const second = await signIn(username, password, { cookie: valueOf(first.cookie) })
  expect([await ping(valueOf(first.cookie)), await ping(valueOf(second.cookie))]).toEqual([false, true])
  const kept = JSON.stringify(await app.db.selectFrom('sessions').selectAll().execute())
  expect(kept).not.toContain(valueOf(second.cookie).split('=')[1])
})

test('a wrong password and an unknown name get the same answer', async () => {
  const { username } = await app.build.user()
  const [wrong, unknown] = [await signIn(username, 'fout'), await signIn('niemand', 'fout')]
  expect(wrong.status).toBe(401)
  expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  expect((await signIn('', 'x')).body).toMatchObject({ error: 'login.empty', field: 'username' })
})

test('a locked account loses its open sessions at once', async () => {
  const staff = await app.build.staff()
  expect(await ping(app.cookieOf(staff))).toBe(true)
  await app.db.updateTable('users').set({ locked_at: new Date() }).where('id', '=', staff.userId).execute()
  expect(await ping(app.cookieOf(staff))).toBe(false)
})

test('a session ends by itself after an hour without a call, and after twelve hours whatever happens', async () => {
  const staff = await app.build.staff()
  const call = () => app.call(loginApi.info).as(staff)
  for (let i = 0; i < 13; i++) {
    expect((await call()).status, `call ${i}`).toBe(200)
    app.clock.advance(55 * 60_000)
  }
  app.clock.advance(10 * 60_000)
  expect((await call()).status).toBe(401)
  const idle = await app.build.staff()
  app.clock.advance(60 * 60_000 + 1)
  expect((await app.call(loginApi.info).as(idle)).status).toBe(401)
})

test('signing out ends the session at once and clears what the browser kept', async () => {
  const staff = await app.build.staff()
  const { status, headers } = await app.call(loginApi.logOut).as(staff)
  expect(status).toBe(204)
  expect(headers['clear-site-data']).toContain('storage')
  expect((await app.call(loginApi.info).as(staff)).status).toBe(401)
})

test('a right that is given or taken away counts within a moment', async () => {
  const staff = await app.build.staff({ rights: [Right.viewScripts] })
  const { id } = await app.build.customer()
  await app.build.grant(staff.userId, [Right.viewBatches, Number(`5${id}`)])
  expect((await app.call(loginApi.info).as(staff)).body).toMatchObject({
    rights: [Number(`5${id}`), Right.viewBatches, Right.viewScripts].sort((a, b) => a - b),
    customerID: id,
  })
  await app.db.deleteFrom('right_group_members').where('user_id', '=', staff.userId).execute()
  // The news travels by NOTIFY; a call in the same millisecond may still be answered by the old rights.
  await expect.poll(async () => (await app.call(loginApi.info).as(staff)).body).toMatchObject({ rights: [], customerID: null })
})

test('a setting that is not kept is refused, and with it the others of the same call', async () => {
  const staff = await app.build.staff()
  for (const settings of [{ wallboard: [] }, { caseInfo: false, callReport: [] }])
    expect(await app.call(loginApi.changeSettings, { body: { settings: settings as object } }).as(staff)).toMatchObject({ status: 400 })
  expect((await app.call(loginApi.info).as(staff)).body.settings).toMatchObject({ caseInfo: true })
})

test('the caller is shown with all that is known of how to reach them', async () => {
  const staff = await app.build.staff()
  const names = { initials: 'D.', first_name: 'Daan', middle_name: 'van', last_name: 'Dijk', phone: '+31101234567', mobile: '+31612345678' }
  await app.db.updateTable('contacts').set(names).where('user_id', '=', staff.userId).execute()
  await app.call(loginApi.changeLocale, { body: { locale: 'fr' } }).as(staff)
  expect((await app.call(loginApi.info).as(staff)).body.contactInfo).toMatchObject({
    initials: 'D.',
    firstName: 'Daan',
    middleName: 'van',
    lastName: 'Dijk',
    phone: '+31101234567',
    mobile: '+31612345678',
    locale: 'fr',
  })
})

test('what a user chose at a customer is kept, as filters and right groups and nothing else', async () => {
  const staff = await app.build.staff()
  const selection = { 3: { filters: { users: { state: 'locked' } }, rightGroups: [4] } }
  expect((await app.call(loginApi.changeSettings, { body: { settings: { selection } } }).as(staff)).body).toMatchObject({ selection })
  expect((await app.call(loginApi.info).as(staff)).body.settings).toMatchObject({ selection })
  const many = Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`f${at}`, 'x']))
  const strange = { elsewhere: { filters: {}, rightGroups: [] } }
  const tooMany = { 3: { filters: { users: many }, rightGroups: [] } }
  for (const refused of [strange, tooMany])
    expect(await app.call(loginApi.changeSettings, { body: { settings: { selection: refused } } }).as(staff)).toMatchObject({ status: 400 })
})

test('settings are kept one by one, and language too', async () => {
  const staff = await app.build.staff()
  const columns = [{ key: 'name', headerProps: { class: 'd-none' } }]
  await app.call(loginApi.changeSettings, { body: { settings: { batchHeaders: columns } } }).as(staff)
  const { body } = await app.call(loginApi.changeSettings, { body: { settings: { smallMenuToggle: true } } }).as(staff)
  expect(body).toMatchObject({ batchHeaders: columns, smallMenuToggle: true, locale: 'nl' })
  await app.call(loginApi.changeLocale, { body: { locale: 'fr' } }).as(staff)
  expect((await app.call(loginApi.info).as(staff)).body.settings).toMatchObject({ batchHeaders: columns, locale: 'fr' })
})
