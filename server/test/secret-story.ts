import { PassThrough } from 'node:stream'
import { accountApi } from '@regie/contract/account.ts'
import { feedbackApi } from '@regie/contract/feedback.ts'
import { loginApi } from '@regie/contract/login.ts'
import { organisationApi } from '@regie/contract/organisation.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { twoFactorApi } from '@regie/contract/two-factor.ts'
import { userApi } from '@regie/contract/users.ts'
import { vi } from 'vitest'
import { openLog } from '../src/platform/log.ts'
import type { Staff } from './builders.ts'
import { openOidcPeer } from './oidc-peer.ts'
import { openTestApp } from './open-test-app.ts'
import { openRightStory } from './right-story.ts'
import { lastLink, readPost, runJobs } from './run-jobs.ts'
import { signIn } from './sign-in.ts'
import { rightPassword, twoFactorStory } from './two-factor-story.ts'

const context = { route: '/batches', version: '1', screen: '1440×900', browser: 'x', requestIDs: [] }
const mees = {
  ...{ initials: 'M.', firstName: 'Meesje', middleName: '', lastName: 'Ooievaar' },
  ...{ email: 'meesje@example.nl', phone: '', mobile: '06 12345678' },
}
/** What people type by mistake where their name belongs. */
const typedAsName = 'Geheimpje-42x'
const wrongPassword = 'Bijna goed 12!'
const feedbackText = 'Bij mevrouw Kraanvogel klopt het bedrag niet'

/**
 * A colleague comes to be and goes through everything that makes a secret. What is a secret is given by name, and so is what is merely private;
 * the log is kept at the level that says most.
 */
export async function runSecretStory() {
  const lines: string[] = []
  const stream = new PassThrough()
  stream.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
  const app = await openTestApp({
    env: { ALLOW_PRIVATE_HOSTS: '127.0.0.1', FEEDBACK_TO: 'makers@example.nl' },
    log: openLog('trace', stream),
  })
  const inject = vi.spyOn(app.app, 'inject')
  const peer = await openOidcPeer(`${app.origin}/api/login/sso/1/callback`)
  const story = twoFactorStory(app)
  const { id: customerID } = await app.build.customer()
  const manager = await app.build.staff({ rights: Object.values(Right), customers: [customerID] })
  const groupIDs = [await openRightStory(app).group(customerID, [Right.viewBatches])]

  const { body: made } = await app
    .call(userApi.create, { body: { username: 'meesje', contact: mees, customerID, groupIDs, locale: 'nl' } })
    .as(manager)
  const inviteToken = await lastLink(app.services)
  await app.call(loginApi.changePassword, { body: { token: inviteToken, newPassword: 'kort' } }).asNobody()
  await app.call(loginApi.changePassword, { body: { token: inviteToken, newPassword: rightPassword } }).asNobody()

  await signIn(app, typedAsName, 'fout')
  await signIn(app, 'meesje', wrongPassword)
  const { cookies } = await signIn(app, 'meesje', rightPassword)
  const staff: Staff = { userId: made.userID, username: 'meesje', password: rightPassword, secret: cookies['regie-session'] ?? '' }
  await app.call(accountApi.resetApiKey, { body: { password: wrongPassword } }).as(staff)
  const { apiKey } = (await app.call(accountApi.resetApiKey, { body: { password: rightPassword } }).as(staff)).body
  await app.call(loginApi.info).asNobody({ authorization: `Bearer ${apiKey}` })

  const { key, recoveryCodes } = await story.addApp(staff)
  await story.addSent(staff, 'email', 'meesje.thuis@example.nl')
  const confirmCode = story.lastCode()
  const half = (await story.signIn(staff)).staff
  await app.call(twoFactorApi.sendCode, { params: { type: 'email' } }).as(half)
  const sentCode = story.lastCode()
  const appCode = story.appCode(key)
  await story.giveCode(half, '000000')
  const whole = story.afterwards(half, (await story.giveCode(half, appCode)).headers)
  await app.call(twoFactorApi.sendCode, { params: { type: 'email' } }).as((await story.signIn(staff)).staff)
  const waitingCode = story.lastCode()

  await app.call(loginApi.reset, { body: { username: 'meesje', locale: 'nl' } }).asNobody()
  const resetToken = await lastLink(app.services)
  await app.call(loginApi.checkLink, { params: { token: resetToken } }).asNobody()
  // Paths that lead nowhere are the ones that libraries write down themselves.
  for (const url of [`/change/${resetToken}`, `/api/login/change/${resetToken}/x`, `/api/nergens?token=${resetToken}`])
    await app.app.inject({ url })

  const sso = { issuer: peer.issuer, clientID: peer.clientId, clientSecret: peer.clientSecret, buttonText: 'Bedrijf' }
  const rules = { enforceTwoFactor: false, passwordExpiryDays: null, localPasswords: true, version: 1 }
  const change = (more: object) =>
    app.call(organisationApi.change, { params: { customerID }, body: { ...rules, sso: { ...sso, ...more } } }).as(manager)
  await change({ issuer: 'http://127.0.0.1:9' })
  const { status: ssoKept } = await change({})
  await app.call(feedbackApi.send, { body: { text: feedbackText, image: null, context } }).as(whole)
  await runJobs(app.services)
  const mails = await readPost(app.services)
  const answers = await Promise.all(inject.mock.results.map(({ value }) => value as Promise<{ statusCode: number; body: string }>))
  inject.mockRestore()

  return {
    app,
    staff,
    manager,
    mails,
    refusals: answers.filter(({ statusCode }) => statusCode >= 400).map(({ body }) => body),
    lines: () => lines.join(''),
    wentWell: { ssoKept, signedIn: whole.secret !== half.secret, codes: recoveryCodes.length },
    secrets: {
      ...{ password: rightPassword, wrongPassword, typedAsName, apiKey, apiKeyWithoutPrefix: apiKey.replace('regie_', ''), factorKey: key },
      ...{ inviteToken, resetToken, confirmCode, sentCode, appCode, waitingCode, clientSecret: peer.clientSecret },
      ...{ session: staff.secret, halfSession: half.secret, wholeSession: whole.secret, device: cookies['regie-device'] ?? '' },
      ...Object.fromEntries(
        recoveryCodes.flatMap((code, i) => [[`recovery${i}`, code] as const, [`bare${i}`, code.replace('-', '')] as const]),
      ),
    } as Record<string, string>,
    personal: [mees.email, 'meesje.thuis@example.nl', mees.firstName, mees.lastName, '+31612345678', 'Kraanvogel', 'meesje'],
    async close() {
      peer.close()
      await app.close()
    },
  }
}
