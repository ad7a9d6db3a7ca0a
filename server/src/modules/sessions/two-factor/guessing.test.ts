import { twoFactorApi } from '@regie/contract/two-factor.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Staff } from '../../../../test/builders.ts'
import { openTestApp, type TestApp } from '../../../../test/open-test-app.ts'
import { twoFactorStory } from '../../../../test/two-factor-story.ts'

let app: TestApp
let story: ReturnType<typeof twoFactorStory>
let staff: Staff
let key: string
let recoveryCodes: string[]
beforeEach(async () => {
  app = await openTestApp()
  story = twoFactorStory(app)
  staff = await app.build.staff()
  const added = await story.addApp(staff)
  key = added.key
  recoveryCodes = added.recoveryCodes
})
afterEach(() => app.close())

const spent = { status: 429, body: { error: 'twoFactor.tooManyTries' } }
const failed = { status: 422, body: { error: 'twoFactor.failed' } }
/** Of a code that nobody has at this moment. */
const wrongOnes = Array.from({ length: 1_000 }, (_none, i) => String(i).padStart(6, '0'))

/** Sessions of somebody who knows the password but not the code. */
async function halfSessions(count: number): Promise<Staff[]> {
  const made: Staff[] = []
  for (let i = 0; i < count; i++) made.push({ ...staff, secret: await app.build.session(staff.userId) })
  await app.db.updateTable('sessions').set({ stage: 'otp' }).where('user_id', '=', staff.userId).execute()
  return made
}

test('after five wrong codes the right one does not help; who begins anew gets in', async () => {
  const half = (await story.signIn(staff)).staff
  for (let i = 0; i < 4; i++) expect(await story.giveCode(half, '000000')).toMatchObject(failed)
  expect(await story.giveCode(half, '000000')).toMatchObject(spent)
  expect(await story.giveCode(half, story.appCode(key))).toMatchObject(spent)
  expect(await story.giveCode(half, recoveryCodes[0] ?? '')).toMatchObject(spent)
  const again = (await story.signIn(staff)).staff
  expect((await story.giveCode(again, story.appCode(key))).status).toBe(200)
  expect(await app.db.selectFrom('code_failures').selectAll().execute()).toEqual([])
})

test('sending a code again gives no new tries', async () => {
  await story.addSent(staff, 'email', 'jan@example.nl')
  const half = (await story.signIn(staff)).staff
  const send = app.call(twoFactorApi.sendCode, { params: { type: 'email' } })
  for (let i = 0; i < 5; i++) {
    await send.as(half)
    await story.giveCode(half, story.lastCode() === '000000' ? '111111' : '000000')
    app.clock.advance(30_000)
  }
  await send.as(half)
  expect(await story.giveCode(half, story.lastCode())).toMatchObject(spent)
})

test('a thousand guesses at once from a hundred addresses are no more than ten', async () => {
  const guessers = await halfSessions(100)
  const guess = (token: string, i: number) =>
    app.app.inject({
      method: 'POST',
      url: '/api/login/otp',
      payload: { token },
      remoteAddress: `10.2.0.${i % 100}`,
      headers: { origin: app.origin, cookie: app.cookieOf(guessers[i % 100] ?? staff) },
    })
  const rightOnes = [-1, 0, 1].map((steps) => story.appCode(key, steps))
  const answers = await Promise.all(wrongOnes.filter((code) => !rightOnes.includes(code)).map(guess))
  const verified = answers.filter(({ statusCode }) => statusCode === 422)
  expect(verified.length).toBeLessThanOrEqual(10)
  // Of so many at once some find the server busy.
  expect(answers.filter(({ statusCode }) => ![422, 429, 503].includes(statusCode))).toEqual([])
  const half = (await story.signIn(staff)).staff
  expect(await story.giveCode(half, story.appCode(key))).toMatchObject(spent)
  app.clock.advance(15 * 60_000)
  expect((await story.giveCode(half, story.appCode(key))).status).toBe(200)
}, 120_000)

test('while somebody guesses six digits, a recovery code is still a way in', async () => {
  for (let round = 0; round < 2; round++) {
    const half = (await story.signIn(staff)).staff
    for (let i = 0; i < 5; i++) await story.giveCode(half, '000000')
  }
  const half = (await story.signIn(staff)).staff
  expect(await story.giveCode(half, story.appCode(key))).toMatchObject(spent)
  expect((await story.giveCode(half, recoveryCodes[0] ?? '')).status).toBe(200)
})

test('a wrong code leaves a line in the audit log', async () => {
  await story.giveCode((await story.signIn(staff)).staff, '000000')
  const lines = await app.db
    .selectFrom('audit')
    .select(['action', 'entity_id', 'user_id'])
    .where('action', '=', 'login.codeFailed')
    .execute()
  expect(lines).toEqual([{ action: 'login.codeFailed', entity_id: String(staff.userId), user_id: staff.userId }])
})
