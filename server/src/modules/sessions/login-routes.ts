import { loginApi } from '@regie/contract/login.ts'
import { AppError } from '../../platform/app-error.ts'
import { signInBudget } from '../../platform/budgets.ts'
import { addressGroup } from '../../platform/http/address-group.ts'
import { publicRoute, type Route, route } from '../../platform/http/route.ts'
import { openWorkGate } from '../../platform/http/work-gate.ts'
import type { Services } from '../../services.ts'
import { changeSettings } from '../identity/users/change-settings.ts'
import { changePassword, checkLink, replacePassword } from './change-password.ts'
import { findCaller } from './find-caller.ts'
import { carriesMark, knownDevice, markDevice } from './known-device.ts'
import { logIn } from './log-in.ts'
import { loginInfo } from './login-info.ts'
import { askPasswordLink } from './mail-password-link.ts'
import { removeSession } from './session-changes.ts'
import { readSessionCookie, writeSessionCookie } from './session-cookie.ts'
import { mustHaveSession } from './sessions.ts'
import { findSignInFacts, stepOf } from './sign-in-stages.ts'

// Only against floods: who may be mailed how often is decided per account.
const asks = { perMinute: 300 }

// Nobody's sign-ins wait for those of one address.
const signIns = openWorkGate(signInBudget)

export const loginRoutes: Route<Services>[] = [
  publicRoute(loginApi.ping, async (services: Services, { request }) => {
    const caller = await findCaller(services, readSessionCookie(request, services.config))
    const answer = { loggedIn: caller?.stage === 'full', enforce2fa: caller?.stage === '2faSetup' }
    if (caller?.stage !== 'otp' && caller?.stage !== 'passwordExpired') return answer
    const { methods } = await findSignInFacts(services.db, caller.userId, services.clock.now())
    return { ...answer, ...stepOf(caller.stage, methods) }
  }),
  route(loginApi.info, (services: Services, { caller }) => loginInfo(services, caller)),
  publicRoute(
    loginApi.logIn,
    async (services: Services, { body, request, reply }) => {
      const leave = await signIns.enter(addressGroup(request.ip), (giveUp) => reply.raw.once('close', giveUp))
      const { config, clock } = services
      const signedIn = await logIn(services, {
        ...body,
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        formerSecret: readSessionCookie(request, config),
        deviceOf: carriesMark(request, config) ? (userId) => knownDevice(request, config, userId, clock.now()) : null,
      }).finally(leave)
      if ('waitSeconds' in signedIn) {
        reply.header('retry-after', String(signedIn.waitSeconds))
        throw new AppError('error.tooManyRequests', { params: { seconds: signedIn.waitSeconds } })
      }
      writeSessionCookie(reply, config, signedIn.secret)
      markDevice(request, reply, config, signedIn.userId, clock.now())
      return signedIn.step
    },
    { perMinute: signInBudget.perMinute },
  ),
  route(loginApi.logOut, async ({ db, clock, config }: Services, { request, reply }) => {
    const secret = readSessionCookie(request, config)
    if (secret !== undefined) await db.transaction().execute((tx) => removeSession(tx, secret, clock.now()))
    writeSessionCookie(reply, config, null)
    // What the browser kept of other people's data goes with the session.
    reply.header('clear-site-data', '"cache", "storage"')
  }),
  route(loginApi.changeLocale, async ({ db }: Services, { caller, body }) => {
    await changeSettings(db, caller.userId, { locale: body.locale })
  }),
  route(loginApi.changeSettings, ({ db }: Services, { caller, body }) => changeSettings(db, caller.userId, body.settings)),
  publicRoute(
    loginApi.reset,
    async (services: Services, { body: { username, locale, sendMail } }) => {
      if (sendMail) await askPasswordLink(services, { username, locale })
    },
    asks,
  ),
  route(loginApi.replacePassword, async (services: Services, { caller, body, reply }) => {
    const { secret, step } = await replacePassword(services, mustHaveSession(caller), body)
    writeSessionCookie(reply, services.config, secret)
    return step
  }),
  publicRoute(loginApi.checkLink, (services: Services, { params }) => checkLink(services, params.token), asks),
  publicRoute(loginApi.changePassword, (services: Services, { body }) => changePassword(services, body), asks),
]
