import { twoFactorApi } from '@regie/contract/two-factor.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { softwarePasskey } from '../../../../test/software-passkey.ts'
import { rightPassword, twoFactorStory } from '../../../../test/two-factor-story.ts'
import { relyingPartyOf } from '../../identity/two-factor/relying-party.ts'

const rpId = 'regie.example'
const origin = `https://${rpId}`

let app: TestApp
let story: ReturnType<typeof twoFactorStory>
let staff: Staff
let passkey: ReturnType<typeof softwarePasskey>
beforeEach(async () => {
  app = await openTestApp({ env: { PUBLIC_URL: origin } })
  story = twoFactorStory(app)
  staff = await app.build.staff()
  passkey = softwarePasskey()
})
afterEach(() => app.close())

const failed = { status: 422, body: { error: 'twoFactor.failed' } }
const challengeOf = (options: Record<string, unknown>) => ({ origin, rpId, challenge: String(options.challenge) })

async function start(who = staff) {
  return (await app.call(twoFactorApi.startPasskey, { body: { password: rightPassword } }).as(who)).body
}
const add = (made: Record<string, unknown>, who = staff) =>
  app.call(twoFactorApi.addPasskey, { body: { name: 'Laptop', passkey: made } }).as(who)
const addPasskey = async () => add(passkey.make(challengeOf(await start())))
const ask = async (half: Staff) => (await app.call(twoFactorApi.askPasskey).as(half)).body
const give = (half: Staff, answer: Record<string, unknown>) => app.call(twoFactorApi.giveCode, { body: { passkey: answer } }).as(half)

test('a passkey is added, comes with recovery codes, and signs in', async () => {
  const options = await start()
  expect(options).toMatchObject({ rp: { id: rpId, name: 'Regie' }, user: { name: staff.username }, attestation: 'none' })
  expect((await add(passkey.make(challengeOf(options)))).body.recoveryCodes).toHaveLength(10)
  const { step, staff: half } = await story.signIn(staff)
  expect(step).toEqual({ next: 'otp', methods: ['passkey'] })
  const asked = await ask(half)
  expect(asked).toMatchObject({ rpId, userVerification: 'preferred', allowCredentials: [{ id: passkey.id }] })
  const given = await give(half, passkey.answer(challengeOf(asked)))
  expect(given).toMatchObject({ status: 200, body: { next: 'ok' } })
  expect((await story.info(story.afterwards(half, given.headers))).status).toBe(200)
  const { methods } = (await app.call(twoFactorApi.list).as(staff)).body
  expect(methods).toMatchObject([{ type: 'passkey', target: 'Laptop', lastUsedAt: app.clock.now().toISOString() }])
})

test('a second one is offered no key that is there already, and each is removed by itself', async () => {
  const { recoveryCodes } = (await addPasskey()).body
  const options = await start()
  expect(options.excludeCredentials).toMatchObject([{ id: passkey.id }])
  expect(await add(passkey.make(challengeOf(options)))).toMatchObject({ status: 409, body: { error: 'twoFactor.alreadyThere' } })
  const second = softwarePasskey()
  expect((await add(second.make(challengeOf(await start())))).body.recoveryCodes).toBeNull()
  const [first] = (await app.call(twoFactorApi.list).as(staff)).body.methods
  const remove = (passkeyID: number, token: string) =>
    app.call(twoFactorApi.remove, { body: { type: 'passkey', passkeyID, password: rightPassword, token } }).as(staff)
  expect(await remove(9_999, recoveryCodes?.[0] ?? '')).toMatchObject({ status: 404, body: { error: 'twoFactor.notThere' } })
  expect((await remove(first?.passkeyID ?? 0, recoveryCodes?.[0] ?? '')).status).toBe(204)
  expect((await app.call(twoFactorApi.list).as(staff)).body).toMatchObject({ methods: [{ type: 'passkey' }], recoveryLeft: 9 })
})

test('an answer counts once, in its own session and within five minutes', async () => {
  await addPasskey()
  const [one, other] = [(await story.signIn(staff)).staff, (await story.signIn(staff)).staff]
  const answer = passkey.answer(challengeOf(await ask(one)))
  expect(await give(other, answer)).toMatchObject(failed)
  expect((await give(one, answer)).status).toBe(200)
  const late = passkey.answer(challengeOf(await ask(other)))
  app.clock.advance(5 * 60_000)
  expect(await give(other, late)).toMatchObject(failed)
  // A wrong answer uses the question up.
  const asked = challengeOf(await ask(other))
  expect(await give(other, { id: passkey.id })).toMatchObject(failed)
  expect(await give(other, passkey.answer(asked))).toMatchObject(failed)
})

test('an answer for another site, of another key or of a copied one is refused', async () => {
  await addPasskey()
  const half = async () => (await story.signIn(staff)).staff
  const one = await half()
  expect(await give(one, passkey.answer({ ...challengeOf(await ask(one)), origin: 'https://evil.example' }))).toMatchObject(failed)
  expect(await give(one, passkey.answer({ ...challengeOf(await ask(one)), rpId: 'evil.example' }))).toMatchObject(failed)
  expect(await give(one, softwarePasskey().answer(challengeOf(await ask(one))))).toMatchObject(failed)
  passkey.copyFrom(0)
  expect(await give(one, passkey.answer(challengeOf(await ask(one))))).toMatchObject(failed)
  passkey.copyFrom(20)
  expect((await give(one, passkey.answer(challengeOf(await ask(one))))).status).toBe(200)
})

test('a passkey of somebody else opens nothing', async () => {
  await addPasskey()
  const other = await app.build.staff()
  const theirs = softwarePasskey()
  await add(theirs.make(challengeOf(await start(other))), other)
  const half = (await story.signIn(staff)).staff
  expect(await give(half, theirs.answer(challengeOf(await ask(half))))).toMatchObject(failed)
})

test('five wrong answers end the attempt to sign in', async () => {
  await addPasskey()
  const half = (await story.signIn(staff)).staff
  for (let i = 0; i < 4; i++) expect(await give(half, {})).toMatchObject(failed)
  const spent = { status: 429, body: { error: 'twoFactor.tooManyTries' } }
  expect(await give(half, {})).toMatchObject(spent)
  expect(await give(half, passkey.answer(challengeOf(await ask(half))))).toMatchObject(spent)
})

test('what was not begun, or made for another site, is not added', async () => {
  const made = passkey.make({ origin, rpId, challenge: 'x' })
  expect(await add(made)).toMatchObject({ status: 409, body: { error: 'twoFactor.notBegun' } })
  expect(await add(passkey.make({ ...challengeOf(await start()), origin: 'https://evil.example' }))).toMatchObject(failed)
  await start()
  for (const broken of [{}, { id: 'x' }, { ...made, response: { clientDataJSON: 'x', attestationObject: '!' } }]) {
    await start()
    expect(await add(broken)).toMatchObject(failed)
  }
})

test('on one\u2019s own machine passkeys are made for the name localhost; elsewhere for the configured host, whatever is asked', () => {
  expect(relyingPartyOf('http://127.0.0.1:4300', 'http://localhost:4300')).toEqual({ id: 'localhost', origin: 'http://localhost:4300' })
  expect(relyingPartyOf('http://127.0.0.1:4300', 'http://evil.example')).toEqual({ id: '127.0.0.1', origin: 'http://127.0.0.1:4300' })
  expect(relyingPartyOf(origin, 'http://localhost:4300')).toEqual({ id: rpId, origin })
  expect(relyingPartyOf(origin, undefined)).toEqual({ id: rpId, origin })
})
