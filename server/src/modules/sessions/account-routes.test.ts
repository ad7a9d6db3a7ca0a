import { accountApi } from '@regie/contract/account.ts'
import { allEndpoints } from '@regie/contract/all-endpoints.ts'
import { loginApi } from '@regie/contract/login.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { scriptApi } from '@regie/contract/scripts.ts'
import { userApi } from '@regie/contract/users.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Staff } from '../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../test/open-test-app.ts'
import { readPost } from '../../../test/run-jobs.ts'
import { signIn } from '../../../test/sign-in.ts'
import { sendPasswordLink } from '../identity/passwords/send-password-link.ts'
import { deviceName } from './device-name.ts'

let app: TestApp
let staff: Staff
beforeEach(async () => {
  app = await openTestApp()
  staff = await app.build.staff()
  await app.db
    .updateTable('contacts')
    .set({ email: 'mees@example.nl', first_name: 'Mees', last_name: 'Berg', mobile: '+31612345678' })
    .where('user_id', '=', staff.userId)
    .execute()
})
afterEach(() => app.close())

const contact = {
  initials: 'M.',
  firstName: 'Mees',
  middleName: 'van den',
  lastName: 'Berg',
  email: 'mees@example.nl',
  phone: '',
  mobile: '06 12345678',
}
const change = (changes: Partial<typeof contact>, { version = 1, password }: { version?: number; password?: string } = {}) =>
  app
    .call(accountApi.changeContact, { body: { contact: { ...contact, ...changes }, version, ...(password !== undefined && { password }) } })
    .as(staff)

test('the account shows how I am reached and how I sign in', async () => {
  const { id } = await app.build.customer()
  await app.db.updateTable('customers').set({ password_expiry_days: 90 }).where('id', '=', id).execute()
  const changed = new Date('2026-06-01T00:00:00Z')
  await app.db.updateTable('users').set({ customer_id: id, password_changed_at: changed }).where('id', '=', staff.userId).execute()
  expect((await app.call(accountApi.get).as(staff)).body).toMatchObject({
    username: staff.username,
    contact: { firstName: 'Mees', mobile: '+31612345678' },
    locale: 'nl',
    hasPassword: true,
    passwordChangedAt: '2026-06-01T00:00:00.000Z',
    passwordExpiresAt: '2026-08-30T00:00:00.000Z',
    apiKey: { hint: null },
    version: 1,
  })
})

test('numbers are kept as the world writes them; names need no password', async () => {
  expect(await change({ phone: '020 623 4567' })).toMatchObject({ status: 200, body: { version: 2 } })
  expect((await app.call(accountApi.get).as(staff)).body.contact).toEqual({
    ...contact,
    phone: '+31206234567',
    mobile: '+31612345678',
  })
})

test.each([
  [{ lastName: ' ' }, 'user.lastNameMissing', 'contact.lastName'],
  [{ email: 'geen adres' }, 'user.emailInvalid', 'contact.email'],
  [{ email: 'a@example.nl\r\nBcc: b@example.nl' }, 'user.emailInvalid', 'contact.email'],
  [{ mobile: '12' }, 'user.phoneInvalid', 'contact.mobile'],
  [{ phone: '06 12345678 toestel 4' }, 'user.phoneInvalid', 'contact.phone'],
  [{ firstName: 'x'.repeat(101) }, 'error.invalid', 'contact.firstName'],
])('%j is refused at its field', async (changes, error, field) => {
  const answer = await change(changes, { password: staff.password })
  expect(answer.body).toMatchObject({ error, field })
})

test('another address or mobile asks the password, and the former address is notified', async () => {
  expect(await change({ email: 'nieuw@example.nl' })).toMatchObject({
    status: 403,
    body: { error: 'password.confirmNeeded', field: 'password' },
  })
  expect(await change({ mobile: '06 87654321' })).toMatchObject({ status: 403 })
  expect(await change({ email: 'nieuw@example.nl' }, { password: 'fout' })).toMatchObject({
    status: 403,
    body: { error: 'password.incorrect' },
  })

  const user = await app.db.selectFrom('staff').selectAll().where('id', '=', staff.userId).executeTakeFirstOrThrow()
  await app.services.db.transaction().execute((tx) => sendPasswordLink(tx, app.services, user, { kind: 'reset', locale: 'nl' }))
  expect((await change({ email: 'nieuw@example.nl' }, { password: staff.password })).status).toBe(200)
  expect(await app.db.selectFrom('password_links').selectAll().execute()).toEqual([])
  const post = await readPost(app.services)
  expect(post.at(-1)).toContain('To: mees@example.nl\nSubject: Uw e-mailadres is veranderd')
})

test('who changed from an older version is told, and nothing is lost', async () => {
  await change({ firstName: 'Eerst' })
  expect(await change({ firstName: 'Later' }, { version: 1 })).toMatchObject({
    status: 409,
    body: { error: 'error.conflict', current: { version: 2, contact: { firstName: 'Eerst' } } },
  })
  const both = await Promise.all([change({ firstName: 'Een' }, { version: 2 }), change({ firstName: 'Twee' }, { version: 2 })])
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
})

test('sessions are shown with where they are, and ended one by one or all others at once', async () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:138.0) Gecko/20100101 Firefox/138.0'
  const { cookies } = await signIn(app, staff.username, staff.password, { address: '192.0.2.9', headers: { 'user-agent': firefox } })
  const here: Staff = { ...staff, secret: cookies['regie-session'] ?? '' }
  const { body } = await app.call(accountApi.listSessions).as(here)
  expect(body).toMatchObject([
    { current: true, device: 'Firefox · Windows', address: '192.0.2.9' },
    { current: false, device: '' },
  ])
  const stranger = await app.build.staff()
  const other = body[1]?.sessionID ?? 0
  const end = (sessionID: number, as: Staff) => app.call(accountApi.endSession, { params: { sessionID } }).as(as)
  expect(await end(other, stranger)).toMatchObject({ status: 404, body: { error: 'session.notFound' } })
  expect((await app.call(loginApi.info).as(staff)).status).toBe(200)
  expect((await end(other, here)).status).toBe(204)
  expect((await app.call(loginApi.changeLocale, { body: { locale: 'nl' } }).as(staff)).status).toBe(401)

  await signIn(app, staff.username, staff.password)
  await signIn(app, staff.username, staff.password)
  expect((await app.call(accountApi.endOtherSessions).as(here)).body).toEqual({ ended: 2 })
  expect((await app.call(accountApi.listSessions).as(here)).body).toHaveLength(1)
})

test('a program calls with a key as its user; the old key is refused at the very next call, also on another process', async () => {
  await app.build.grant(staff.userId, [Right.viewScripts, ...(await customerRights())])
  const reset = (password: string) => app.call(accountApi.resetApiKey, { body: { password } }).as(staff)
  expect(await reset('fout')).toMatchObject({ status: 403, body: { error: 'password.incorrect' } })
  const first = (await reset(staff.password)).body.apiKey
  expect(first).toMatch(/^regie_[\w-]{43}$/)
  const info = (key: string) => app.call(loginApi.info).asNobody({ authorization: `Bearer ${key}` })
  expect((await info(first)).body).toMatchObject({
    username: staff.username,
    rights: expect.arrayContaining([Right.viewScripts]) as unknown,
  })

  const second = (await reset(staff.password)).body.apiKey
  expect([(await info(first)).status, (await info(second)).status]).toEqual([401, 200])
  await app.call(accountApi.removeApiKey).as(staff)
  expect((await info(second)).status).toBe(401)
  expect(JSON.stringify(await app.db.selectFrom('api_keys').selectAll().execute())).not.toContain(second)
})

test('a key shows when and from where it was used, at most once a minute, and dies with its user', async () => {
  const { apiKey } = (await app.call(accountApi.resetApiKey, { body: { password: staff.password } }).as(staff)).body
  const call = () => app.app.inject({ url: '/api/login/info', headers: { authorization: `Bearer ${apiKey}` }, remoteAddress: '192.0.2.4' })
  await call()
  const began = app.clock.now().toISOString()
  app.clock.advance(30_000)
  await call()
  const state = async () => (await app.call(accountApi.get).as(staff)).body.apiKey
  expect(await state()).toMatchObject({ hint: apiKey.slice(0, 10), lastUsedAt: began, lastUsedFrom: '192.0.2.4' })
  app.clock.advance(31_000)
  await call()
  expect((await state()).lastUsedAt).toBe(app.clock.now().toISOString())
  await app.db.updateTable('users').set({ locked_at: new Date() }).where('id', '=', staff.userId).execute()
  expect((await call()).statusCode).toBe(401)
})

test('a key changes no account and no right, its own least of all, and needs no origin; a cookie beside it counts for nothing', async () => {
  const poor = await app.build.staff()
  const { apiKey } = (await app.call(accountApi.resetApiKey, { body: { password: staff.password } }).as(staff)).body
  const headers = { authorization: `Bearer ${apiKey}` }
  const send = (method: 'PUT' | 'POST' | 'DELETE' | 'PATCH', url: string, payload: object, more: Record<string, string> = {}) =>
    app.app.inject({ method, url: `/api${url}`, payload, headers: { ...headers, ...more } })
  const refused = await Promise.all([
    send('PUT', '/login/replace', { oldPassword: staff.password, newPassword: 'Marmelade-pot 7' }),
    send('POST', '/account/apikey', { password: staff.password }),
    send('PATCH', '/account', { contact, version: 1 }),
    send('DELETE', '/account/sessions', {}),
    send('PUT', '/login/logout', {}),
    send('DELETE', '/account/sessions', {}, { cookie: app.cookieOf(staff) }),
  ])
  expect(refused.map((answer) => answer.statusCode)).toEqual([403, 403, 403, 403, 403, 403])
  expect((await app.call(loginApi.info).as(staff)).status).toBe(200)
  // Nor of anybody else, whatever its user may do.
  await app.build.grant(staff.userId, Object.values(Right))
  const administration = Object.values(allEndpoints).filter(
    ({ method, path, access }) => method !== 'GET' && access !== 'public' && /^\/(users|rights|audit|maintenance)|\/sign-in/.test(path),
  )
  expect(administration.length).toBeGreaterThan(25)
  for (const { method, path } of administration) {
    const answer = await send(method as 'POST', path.replaceAll(/:\w+/g, '1'), {})
    expect([path, answer.statusCode, answer.json().error]).toEqual([path, 403, 'error.notByKey'])
  }
  // What needs no origin still needs the right.
  const { apiKey: poorKey } = (await app.call(accountApi.resetApiKey, { body: { password: poor.password } }).as(poor)).body
  const pause = {
    method: 'POST',
    url: '/api/batches/1/pause',
    payload: { until: null },
    headers: { authorization: `Bearer ${poorKey}` },
  } as const
  expect((await app.app.inject(pause)).json()).toMatchObject({ error: 'error.rightMissing' })
  expect(
    (
      await app
        .call(scriptApi.listOfCustomer, { query: { customerID: 1 } })
        .asNobody({ ...headers, authorization: 'Bearer regie_none', cookie: app.cookieOf(staff) })
    ).status,
  ).toBe(401)
})

test('the 601st call of a key within a minute has to wait', async () => {
  const { apiKey } = (await app.call(accountApi.resetApiKey, { body: { password: staff.password } }).as(staff)).body
  const call = async () => (await app.app.inject({ url: '/api/login/info', headers: { authorization: `Bearer ${apiKey}` } })).statusCode
  for (let i = 0; i < 12; i++) expect(await Promise.all(Array.from({ length: 50 }, call))).toEqual(Array.from({ length: 50 }, () => 200))
  expect(await call()).toBe(429)
  app.clock.advance(60_000)
  expect(await call()).toBe(200)
})

test('a manager who gives a key gives one like any other', async () => {
  const manager = await app.build.staff({ rights: [Right.resetUsers, Right.viewUsers, Right.changeRightObjects] })
  const { status, body } = await app.call(userApi.resetApiKey, { params: { userID: staff.userId } }).as(manager)
  expect(status).toBe(200)
  expect((await app.call(loginApi.info).asNobody({ authorization: `Bearer ${body.apiKey}` })).body).toMatchObject({
    username: staff.username,
  })
})

test.each([
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
    'Safari · macOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Safari/537.36 Edg/136.0.0.0',
    'Edge · Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/136.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome · iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet · Android',
  ],
  ['curl/8.5.0', ''],
  ['<script>alert(1)</script>', ''],
])('%s is called by its name', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

async function customerRights() {
  const { id } = await app.build.customer()
  return [Number(`5${id}`)]
}
