import { loginApi } from '@regie/contract/login.ts'
import { publicRoute, type Route, route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { changeSettings } from '../users/change-settings.ts'
import { findCaller } from './find-caller.ts'
import { logIn } from './log-in.ts'
import { loginInfo } from './login-info.ts'
import { removeSession } from './session-changes.ts'
import { readSessionCookie, writeSessionCookie } from './session-cookie.ts'

// product.md 5.15: ten attempts a minute from one address.
const attempts = { perMinute: 10 }

export const loginRoutes: Route<Services>[] = [
  publicRoute(loginApi.ping, async (services: Services, { request }) => ({
    loggedIn: (await findCaller(services, readSessionCookie(request, services.config))) !== null,
    enforce2fa: false,
  })),
  route(loginApi.info, (services: Services, { caller }) => loginInfo(services, caller)),
  publicRoute(
    loginApi.logIn,
    async (services: Services, { body, request, reply }) => {
      const secret = await logIn(services, { ...body, formerSecret: readSessionCookie(request, services.config) })
      writeSessionCookie(reply, services.config, secret)
      return { next: 'ok' } as const
    },
    attempts,
  ),
  route(loginApi.logOut, async ({ db, config }: Services, { request, reply }) => {
    const secret = readSessionCookie(request, config)
    if (secret !== undefined) await db.transaction().execute((tx) => removeSession(tx, secret))
    writeSessionCookie(reply, config, null)
    // What the browser kept of other people's data goes with the session.
    reply.header('clear-site-data', '"cache", "storage"')
  }),
  route(loginApi.changeLocale, async ({ db }: Services, { caller, body }) => {
    await changeSettings(db, caller.userId, { locale: body.locale })
  }),
  route(loginApi.changeSettings, ({ db }: Services, { caller, body }) => changeSettings(db, caller.userId, body.settings)),
]
