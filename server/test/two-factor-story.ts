import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { loginApi } from '@regie/contract/login.ts'
import { twoFactorApi } from '@regie/contract/two-factor.ts'
import { Secret, TOTP } from 'otpauth'
import type { Staff } from './builders.ts'
import type { TestApp } from './open-test-app.ts'

export const rightPassword = 'Zonnebloem 12!'

/** Walks through signing in with second factors, as a person with a phone and a mailbox. */
export function twoFactorStory(app: TestApp) {
  let addresses = 0

  /** Who holds the secret that an answer set; the same person as before when it set none. */
  function afterwards(staff: Staff, headers: Record<string, unknown>): Staff {
    const secret = /regie-session=([\w-]+)/.exec(String(headers['set-cookie'] ?? ''))?.[1]
    return secret === undefined ? staff : { ...staff, secret }
  }

  /** Signs in with the password, each time from another address. */
  async function signIn(user: Pick<Staff, 'userId' | 'username'>) {
    const answer = await app.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { username: user.username, password: rightPassword },
      remoteAddress: `10.1.${Math.floor(++addresses / 250)}.${addresses % 250}`,
      headers: { origin: app.origin },
    })
    const staff = afterwards({ ...user, password: rightPassword, secret: '' }, answer.headers)
    return { status: answer.statusCode, step: answer.json<{ next: string; methods?: string[] }>(), staff }
  }

  /** What an app with this key shows, at this moment or so many steps from it. */
  function appCode(key: string, steps = 0): string {
    const phone = new TOTP({ secret: Secret.fromBase32(key), algorithm: 'SHA1', digits: 6, period: 30 })
    return phone.generate({ timestamp: app.clock.now().getTime() + steps * 30_000 })
  }

  /** Adds an app and returns its key. The clock goes on by a minute, so that the next code is another. */
  async function addApp(staff: Staff) {
    const begun = await app.call(twoFactorApi.startApp, { body: { password: rightPassword } }).as(staff)
    const confirm = app.call(twoFactorApi.confirm, { params: { type: 'app' }, body: { token: appCode(begun.body.secret) } })
    const { body } = await confirm.as(staff)
    app.clock.advance(60_000)
    return { key: begun.body.secret, recoveryCodes: body.recoveryCodes ?? [] }
  }

  /** The messages to staff that left so far, the last one last. */
  function posts(): { to: string; text: string }[] {
    const dir = path.join(app.services.config.dataDir, 'simulated-mail')
    const numberOf = (name: string) => Number(/-(\d+)\.txt$/.exec(name)?.[1])
    return readdirSync(dir)
      .toSorted((one, other) => numberOf(one) - numberOf(other))
      .map((name) => readFileSync(path.join(dir, name), 'utf8'))
      .map((text) => ({ to: /^To: (.*)$/m.exec(text)?.[1] ?? '', text }))
  }

  const lastCode = () => /\b\d{6}\b/.exec(posts().at(-1)?.text.split('\n\n').slice(1).join('\n') ?? '')?.[0] ?? ''

  async function addSent(staff: Staff, type: 'sms' | 'email', target: string) {
    await app.call(twoFactorApi.startSent, { params: { type }, body: { target, password: rightPassword } }).as(staff)
    return app.call(twoFactorApi.confirm, { params: { type }, body: { token: lastCode() } }).as(staff)
  }

  const giveCode = (staff: Staff, token: string) => app.call(twoFactorApi.giveCode, { body: { token } }).as(staff)
  const info = (staff: Staff) => app.call(loginApi.info).as(staff)

  return { afterwards, signIn, appCode, addApp, addSent, posts, lastCode, giveCode, info }
}
