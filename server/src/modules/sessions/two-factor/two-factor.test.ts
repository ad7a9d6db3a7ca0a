import { twoFactorApi } from '@regie/contract/two-factor.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { rightPassword, twoFactorStory } from '../../../../test/two-factor-story.ts'
import { GatewayRefused } from '../../../gateways/gateway-errors.ts'

let app: TestApp
let story: ReturnType<typeof twoFactorStory>
let staff: Staff
beforeEach(async () => {
  app = await openTestApp()
  story = twoFactorStory(app)
  staff = await app.build.staff()
})
afterEach(() => app.close())

const list = async () => (await app.call(twoFactorApi.list).as(staff)).body
const refused = (status: number, error: string) => ({ status, body: { error } })

test('an app counts after its first code, comes with ten recovery codes, and is asked for from then on', async () => {
  const { body: begun } = await app.call(twoFactorApi.startApp, { body: { password: rightPassword } }).as(staff)
  expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(begun.otpauthUrl).toContain(`secret=${begun.secret}`)
  expect(begun.qrSvg).toMatch(/^<svg .*<\/svg>\s*$/s)
  expect(await list()).toEqual({ methods: [], recoveryLeft: 0, enforced: false, asksPassword: true })
  expect((await story.signIn(staff)).step).toEqual({ next: 'ok' })

  const token = story.appCode(begun.secret)
  const { body: added } = await app.call(twoFactorApi.confirm, { params: { type: 'app' }, body: { token } }).as(staff)
  expect(added.recoveryCodes).toHaveLength(10)
  expect(new Set(added.recoveryCodes).size).toBe(10)
  expect(await list()).toMatchObject({ methods: [{ type: 'app', target: '' }], recoveryLeft: 10 })

  const { step, staff: half } = await story.signIn(staff)
  expect(step).toEqual({ next: 'otp', methods: ['app'] })
  expect(await story.info(half)).toMatchObject(refused(401, 'login.required'))
  app.clock.advance(60_000)
  const given = await story.giveCode(half, story.appCode(begun.secret))
  expect(given).toMatchObject({ status: 200, body: { next: 'ok' } })
  const whole = story.afterwards(half, given.headers)
  expect(whole.secret).not.toBe(half.secret)
  expect((await story.info(whole)).status).toBe(200)
  // The secret of before opens nothing any more.
  expect((await story.info(half)).status).toBe(401)
})

test('the key is kept encrypted, codes only as hashes', async () => {
  const { key, recoveryCodes } = await story.addApp(staff)
  await story.addSent(staff, 'email', 'jan@example.nl')
  await app.call(twoFactorApi.sendCode, { params: { type: 'email' } }).as(staff)
  const code = story.lastCode()
  const kept = await Promise.all([
    app.db.selectFrom('user_factors').selectAll().execute(),
    app.db.selectFrom('recovery_codes').selectAll().execute(),
    app.db.selectFrom('session_codes').selectAll().execute(),
    app.db.selectFrom('system_messages').selectAll().execute(),
  ])
  const dump = JSON.stringify(kept, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && 'data' in value ? Buffer.from(value.data as number[]).toString('latin1') : value,
  )
  expect(code).toMatch(/^\d{6}$/)
  for (const secret of [key, code, ...recoveryCodes, ...recoveryCodes.map((one) => one.replace('-', ''))])
    expect(dump).not.toContain(secret)
})

test('a code counts once, an old one not at all, and a clock that is wrong is told so', async () => {
  const { key } = await story.addApp(staff)
  const first = story.appCode(key)
  expect((await story.giveCode((await story.signIn(staff)).staff, first)).status).toBe(200)
  const again = (await story.signIn(staff)).staff
  expect(await story.giveCode(again, first)).toMatchObject(refused(422, 'twoFactor.failed'))
  expect(await story.giveCode(again, story.appCode(key, -4))).toMatchObject(refused(422, 'twoFactor.clockDrift'))
  const early = story.appCode(key, 4)
  expect(await story.giveCode(again, early)).toMatchObject({ ...refused(422, 'twoFactor.clockDrift'), body: { field: 'token' } })
  app.clock.advance(4 * 30_000)
  expect(await story.giveCode(again, early)).toMatchObject(refused(422, 'twoFactor.failed'))
  expect((await story.giveCode(again, story.appCode(key, 1))).status).toBe(200)
})

test('two who give the same code at once do not both get in', async () => {
  const { key } = await story.addApp(staff)
  const both = [(await story.signIn(staff)).staff, (await story.signIn(staff)).staff]
  const answers = await Promise.all(both.map((half) => story.giveCode(half, story.appCode(key))))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
})

test('an SMS goes to the number, masked on screen; a code is for its own session and is dead after ten minutes', async () => {
  expect((await story.addSent(staff, 'sms', '06-12345612')).body.recoveryCodes).toHaveLength(10)
  expect(story.posts().at(-1)?.to).toBe('+31612345612')
  expect((await list()).methods).toMatchObject([{ type: 'sms', target: '06 •• •• 12' }])
  const one = (await story.signIn(staff)).staff
  const other = (await story.signIn(staff)).staff
  const send = app.call(twoFactorApi.sendCode, { params: { type: 'sms' } })
  expect((await send.as(one)).body).toEqual({ sent: true, target: '06 •• •• 12', retryAfter: 30 })
  const code = story.lastCode()
  expect(await story.giveCode(other, code)).toMatchObject(refused(422, 'twoFactor.failed'))
  app.clock.advance(10 * 60_000)
  expect(await story.giveCode(one, code)).toMatchObject(refused(422, 'twoFactor.failed'))
  await send.as(one)
  expect((await story.giveCode(one, story.lastCode())).status).toBe(200)
})

test('asked again within half a minute nothing is sent; after it a new code replaces the first; ten an hour is enough', async () => {
  await story.addSent(staff, 'email', 'jan@example.nl')
  const half = (await story.signIn(staff)).staff
  const send = app.call(twoFactorApi.sendCode, { params: { type: 'email' } })
  await send.as(half)
  const first = story.lastCode()
  app.clock.advance(12_000)
  expect((await send.as(half)).body).toMatchObject({ target: 'j•••@example.nl', retryAfter: 18 })
  expect(story.lastCode()).toBe(first)
  app.clock.advance(18_000)
  await send.as(half)
  expect(story.posts()).toHaveLength(3)
  if (story.lastCode() !== first) expect(await story.giveCode(half, first)).toMatchObject(refused(422, 'twoFactor.failed'))
  for (let i = 0; i < 7; i++) {
    app.clock.advance(30_000)
    expect((await send.as(half)).status).toBe(200)
  }
  app.clock.advance(30_000)
  expect(await send.as(half)).toMatchObject(refused(429, 'error.tooManyRequests'))
})

test('a code that could not be sent is said so, and may be asked for again at once', async () => {
  await story.addSent(staff, 'email', 'jan@example.nl')
  const half = (await story.signIn(staff)).staff
  const { email } = app.services.gateways
  const send = app.call(twoFactorApi.sendCode, { params: { type: 'email' } })
  const refuse = () => Promise.reject(new GatewayRefused('550', 'No such mailbox'))
  Object.assign(app.services.gateways, { email: { ...email, simulated: false, send: refuse } })
  expect(await send.as(half)).toMatchObject(refused(502, 'twoFactor.notSent'))
  Object.assign(app.services.gateways, { email })
  expect(await send.as(half)).toMatchObject({ status: 200, body: { retryAfter: 30 } })
  expect((await story.giveCode(half, story.lastCode())).status).toBe(200)
})

test('a target must be one, and is taken from the account when none is given', async () => {
  const start = (type: 'sms' | 'email', target?: string) =>
    app
      .call(twoFactorApi.startSent, { params: { type }, body: { password: rightPassword, ...(target !== undefined && { target }) } })
      .as(staff)
  for (const [type, target] of [
    ['sms', '12'],
    ['sms', 'x'],
    ['email', 'jan'],
    ['email', 'a@b.nl\r\nBcc: x@y.nl'],
  ] as const)
    expect(await start(type, target)).toMatchObject({ ...refused(422, 'twoFactor.targetInvalid'), body: { field: 'target' } })
  expect(await start('sms')).toMatchObject(refused(422, 'twoFactor.targetInvalid'))
  await app.db
    .updateTable('contacts')
    .set({ mobile: '+31687654321', email: 'ada@example.nl' })
    .where('user_id', '=', staff.userId)
    .execute()
  expect((await start('sms')).body.target).toBe('06 •• •• 21')
  expect((await start('email')).body.target).toBe('a•••@example.nl')
})

test('adding asks for the password, in the server too', async () => {
  const starts = [
    (password?: string) => app.call(twoFactorApi.startApp, { body: { ...(password !== undefined && { password }) } }).as(staff),
    (password?: string) =>
      app
        .call(twoFactorApi.startSent, {
          params: { type: 'email' },
          body: { target: 'jan@example.nl', ...(password !== undefined && { password }) },
        })
        .as(staff),
    (password?: string) => app.call(twoFactorApi.startPasskey, { body: { ...(password !== undefined && { password }) } }).as(staff),
  ]
  for (const start of starts) {
    expect(await start()).toMatchObject(refused(403, 'password.confirmNeeded'))
    expect(await start('fout')).toMatchObject(refused(403, 'password.incorrect'))
    expect(await start('')).toMatchObject(refused(422, 'twoFactor.passwordMissing'))
    await app.db.deleteFrom('sign_in_tries').execute()
  }
  const confirm = app.call(twoFactorApi.confirm, { params: { type: 'app' }, body: { token: '123456' } })
  expect(await confirm.as(staff)).toMatchObject(refused(409, 'twoFactor.notBegun'))
})

test('what was begun is not for ever, and the same method is not added twice', async () => {
  const { body } = await app.call(twoFactorApi.startApp, { body: { password: rightPassword } }).as(staff)
  app.clock.advance(31 * 60_000)
  const confirm = app.call(twoFactorApi.confirm, { params: { type: 'app' }, body: { token: story.appCode(body.secret) } })
  expect(await confirm.as(staff)).toMatchObject(refused(409, 'twoFactor.notBegun'))
  await story.addApp(staff)
  expect(await app.call(twoFactorApi.startApp, { body: { password: rightPassword } }).as(staff)).toMatchObject(
    refused(409, 'twoFactor.alreadyThere'),
  )
})

test('removing asks for the password and a code of any factor; recovery codes go with the last one', async () => {
  const { key } = await story.addApp(staff)
  await story.addSent(staff, 'sms', '0612345678')
  const remove = (type: 'app' | 'sms' | 'email', token: string, password = rightPassword) =>
    app.call(twoFactorApi.remove, { body: { type, password, token } }).as(staff)
  expect(await remove('app', story.appCode(key), 'fout')).toMatchObject(refused(403, 'password.incorrect'))
  expect(await remove('app', '000000')).toMatchObject(refused(422, 'twoFactor.failed'))
  expect(await remove('email', story.appCode(key))).toMatchObject(refused(404, 'twoFactor.notThere'))
  await app.call(twoFactorApi.sendCode, { params: { type: 'sms' } }).as(staff)
  expect((await remove('app', story.lastCode())).status).toBe(204)
  expect((await list()).methods.map(({ type }) => type)).toEqual(['sms'])
  app.clock.advance(30_000)
  await app.call(twoFactorApi.sendCode, { params: { type: 'sms' } }).as(staff)
  expect((await remove('sms', story.lastCode())).status).toBe(204)
  expect(await list()).toEqual({ methods: [], recoveryLeft: 0, enforced: false, asksPassword: true })
})

test('the owner is told by mail that a factor came, and that one went', async () => {
  await app.db.updateTable('contacts').set({ email: 'jan@example.nl' }).where('user_id', '=', staff.userId).execute()
  const { key } = await story.addApp(staff)
  await app.call(twoFactorApi.remove, { body: { type: 'app', password: rightPassword, token: story.appCode(key) } }).as(staff)
  const found = await app.db.selectFrom('system_messages').select(['kind', 'recipient']).orderBy('id').execute()
  expect(found).toEqual([
    { kind: 'factorAdded', recipient: 'jan@example.nl' },
    { kind: 'factorRemoved', recipient: 'jan@example.nl' },
  ])
})

test('a recovery code counts once, however it is typed, and how many are left is told', async () => {
  const { recoveryCodes, key } = await story.addApp(staff)
  const [one = '', two = ''] = recoveryCodes
  const given = await story.giveCode((await story.signIn(staff)).staff, ` ${one.toLowerCase().replace('-', ' ')} `)
  expect(given).toMatchObject({ status: 200, body: { next: 'ok', recoveryLeft: 9 } })
  expect(await story.giveCode((await story.signIn(staff)).staff, one)).toMatchObject(refused(422, 'twoFactor.failed'))
  const renew = app.call(twoFactorApi.renewRecoveryCodes, { body: { password: rightPassword, token: story.appCode(key) } })
  expect((await renew.as(staff)).body.recoveryCodes).toHaveLength(10)
  expect(await story.giveCode((await story.signIn(staff)).staff, two)).toMatchObject(refused(422, 'twoFactor.failed'))
  expect((await list()).recoveryLeft).toBe(10)
})

test('nobody gives a code of somebody else', async () => {
  const other = await app.build.staff()
  const { key, recoveryCodes } = await story.addApp(other)
  await story.addApp(staff)
  const half = (await story.signIn(staff)).staff
  expect(await story.giveCode(half, story.appCode(key))).toMatchObject(refused(422, 'twoFactor.failed'))
  expect(await story.giveCode(half, recoveryCodes[0] ?? '')).toMatchObject(refused(422, 'twoFactor.failed'))
})

test('pages of others cannot give a code', async () => {
  const { key } = await story.addApp(staff)
  const half = (await story.signIn(staff)).staff
  const foreign = { origin: 'https://evil.example' }
  const give = app.call(twoFactorApi.giveCode, { body: { token: story.appCode(key) } })
  expect(await give.as(half, foreign)).toMatchObject(refused(403, 'error.originRefused'))
})
