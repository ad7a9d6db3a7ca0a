import { accountApi } from '@regie/contract/account.ts'
import { batchApi } from '@regie/contract/batches.ts'
import { loginApi } from '@regie/contract/login.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { twoFactorApi } from '@regie/contract/two-factor.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import WebSocket from 'ws'
import type { Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { rightPassword, twoFactorStory } from '../../../../test/two-factor-story.ts'

let app: TestApp
let story: ReturnType<typeof twoFactorStory>
let customerID: number
let staff: Staff
beforeEach(async () => {
  app = await openTestApp()
  story = twoFactorStory(app)
  customerID = (await app.build.customer()).id
  staff = await app.build.staff({ home: customerID, rights: [Right.viewBatches], customers: [customerID] })
})
afterEach(() => app.close())

const enforce = (is = true) => app.db.updateTable('customers').set({ enforce_two_factor: is }).where('id', '=', customerID).execute()
const batches = (who: Staff) => app.call(batchApi.list, { query: { customerID } }).as(who)
const required = { status: 403, body: { error: 'login.twoFactorRequired' } }

/** Does the live socket let this person in? */
async function mayListen(who: Staff): Promise<boolean> {
  const { port } = app.app.server.address() as { port: number }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`, {
    origin: `http://127.0.0.1:${port}`,
    headers: { cookie: app.cookieOf(who) },
  })
  const isIn = await new Promise<boolean>((resolve) => {
    socket.on('open', () => resolve(true))
    socket.on('error', () => resolve(false))
  })
  socket.terminate()
  return isIn
}

test('switched on while somebody works, it counts with his next call, whatever he asks; setting up lets him go on', async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  expect((await batches(staff)).status).toBe(200)
  await enforce()
  await expect.poll(async () => (await batches(staff)).status).toBe(403)
  expect(await batches(staff)).toMatchObject(required)
  expect(await app.call(accountApi.get).as(staff)).toMatchObject(required)
  expect(await app.call(loginApi.info).as(staff)).toMatchObject(required)
  expect((await app.call(loginApi.ping).as(staff)).body).toMatchObject({ loggedIn: false, enforce2fa: true })
  expect(await mayListen(staff)).toBe(false)

  const { body } = await app.call(twoFactorApi.startApp, { body: {} }).as(staff)
  const confirm = app.call(twoFactorApi.confirm, { params: { type: 'app' }, body: { token: story.appCode(body.secret) } })
  const confirmed = await confirm.as(staff)
  expect(confirmed.body.recoveryCodes).toHaveLength(10)
  const whole = story.afterwards(staff, confirmed.headers)
  expect(whole.secret).not.toBe(staff.secret)
  expect((await batches(whole)).status).toBe(200)
  expect((await batches(staff)).status).toBe(401)
  expect(await mayListen(whole)).toBe(true)
})

test('who signs in without a factor gets as far as setting one up', async () => {
  await enforce()
  const { step, staff: half } = await story.signIn(staff)
  expect(step).toEqual({ next: '2fa_setup' })
  expect(await batches(half)).toMatchObject(required)
  expect((await app.call(twoFactorApi.list).as(half)).body).toEqual({ methods: [], recoveryLeft: 0, enforced: true, asksPassword: false })
  // A code cannot be given where none is asked.
  expect(await story.giveCode(half, '000000')).toMatchObject(required)
  const started = await app.call(twoFactorApi.startSent, { params: { type: 'email' }, body: { target: 'jan@example.nl' } }).as(half)
  expect(started.status).toBe(200)
  const confirm = app.call(twoFactorApi.confirm, { params: { type: 'email' }, body: { token: story.lastCode() } })
  const confirmed = await confirm.as(half)
  expect((await batches(story.afterwards(half, confirmed.headers))).status).toBe(200)
})

test('who knew only the password is out as soon as the owner has set up his factor', async () => {
  await enforce()
  const thieves = [(await story.signIn(staff)).staff, { ...staff, secret: await app.build.session(staff.userId) }]
  const owner = (await story.signIn(staff)).staff
  const { body } = await app.call(twoFactorApi.startApp, { body: {} }).as(owner)
  const confirm = app.call(twoFactorApi.confirm, { params: { type: 'app' }, body: { token: story.appCode(body.secret) } })
  const whole = story.afterwards(owner, (await confirm.as(owner)).headers)
  expect((await batches(whole)).status).toBe(200)
  for (const thief of thieves) {
    expect(
      await app.call(twoFactorApi.startSent, { params: { type: 'email' }, body: { target: 'x@evil.example' } }).as(thief),
    ).toMatchObject({ status: 401 })
    expect(await batches(thief)).toMatchObject({ status: 401 })
  }
})

test('where the password was given long ago, setting up asks for it again', async () => {
  await enforce()
  const long = new Date(app.clock.now().getTime() - 2 * 60 * 60_000)
  await app.db.updateTable('sessions').set({ confirmed_at: long }).where('user_id', '=', staff.userId).execute()
  const start = (body: { password?: string }) => app.call(twoFactorApi.startApp, { body }).as(staff)
  await expect.poll(async () => (await start({})).status).toBe(403)
  expect(await start({})).toMatchObject({ status: 403, body: { error: 'password.confirmNeeded', field: 'password' } })
  expect((await app.call(twoFactorApi.list).as(staff)).body.asksPassword).toBe(true)
  expect((await start({ password: rightPassword })).status).toBe(200)
})

test('the last factor cannot go while one is demanded', async () => {
  const { key } = await story.addApp(staff)
  await enforce()
  const remove = () =>
    app.call(twoFactorApi.remove, { body: { type: 'app', password: rightPassword, token: story.appCode(key) } }).as(staff)
  expect(await remove()).toMatchObject({ status: 409, body: { error: 'twoFactor.lastWhileEnforced' } })
  await enforce(false)
  expect((await remove()).status).toBe(204)
})

test('its own organisation binds a user, also when he does not serve it', async () => {
  const guest = await app.build.staff({ home: customerID })
  const { key } = await story.addApp(guest)
  await enforce()
  expect((await app.call(twoFactorApi.list).as(guest)).body.enforced).toBe(true)
  const remove = app.call(twoFactorApi.remove, { body: { type: 'app', password: rightPassword, token: story.appCode(key) } })
  expect(await remove.as(guest)).toMatchObject({ status: 409, body: { error: 'twoFactor.lastWhileEnforced' } })
})

test('who still owes his code may do nothing else, the live socket included', async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  await story.addApp(staff)
  const { staff: half } = await story.signIn(staff)
  const nobody = { status: 401, body: { error: 'login.required' } }
  expect(await batches(half)).toMatchObject(nobody)
  expect(await app.call(twoFactorApi.list).as(half)).toMatchObject(nobody)
  expect(await app.call(twoFactorApi.startApp, { body: {} }).as(half)).toMatchObject(nobody)
  expect(await mayListen(half)).toBe(false)
  expect((await app.call(loginApi.ping).as(half)).body).toMatchObject({ loggedIn: false, enforce2fa: false })
})

test('a password that has expired is asked after the code', async () => {
  const { key } = await story.addApp(staff)
  const year = new Date(app.clock.now().getTime() - 366 * 24 * 60 * 60_000)
  await app.db.updateTable('customers').set({ password_expiry_days: 365 }).where('id', '=', customerID).execute()
  await app.db.updateTable('users').set({ password_changed_at: year }).where('id', '=', staff.userId).execute()
  const { step, staff: half } = await story.signIn(staff)
  expect(step).toEqual({ next: 'otp', methods: ['app'] })
  const given = await story.giveCode(half, story.appCode(key))
  expect(given.body).toEqual({ next: 'password_expired' })
  expect(await batches(story.afterwards(half, given.headers))).toMatchObject({ status: 403, body: { error: 'login.passwordExpired' } })
})
