import type { SignInStage } from '@regie/contract/sign-in-stage.ts'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../../platform/config.ts'
import { withAllCustomers } from '../../../platform/db/scope.ts'
import { ownPathOf } from '../../../platform/http/own-path.ts'
import { type PageAnswer, type PageRequest, type PageRoute, page } from '../../../platform/http/page-route.ts'
import { newToken } from '../../../platform/security/secret-token.ts'
import type { Services } from '../../../services.ts'
import { readSessionCookie, writeSessionCookie } from '../session-cookie.ts'
import { beginSso } from '../../identity/sso/begin-sso.ts'
import { finishSso } from './finish-sso.ts'
import { callbackPath } from '../../identity/sso/provider.ts'

// Each is a row of ours and may be a call to the provider; an office signs in from one address.
const floods = { perMinute: 300 }

/** Ways to the provider of single sign-on and back: opened by the browser itself, not by the app. */
export const ssoPages: PageRoute<Services>[] = [
  page('GET', '/api/login/sso/:customerID', 'public', leave, floods),
  page('GET', callbackPath(':customerID'), 'public', comeBack, floods),
]

async function leave(services: Services, { params, query, request, reply }: PageRequest): Promise<PageAnswer> {
  const { config, log } = services
  const redirect = ownPathOf(typeof query.redirect === 'string' ? query.redirect : undefined)
  const customerId = Number(params.customerID)
  const browser = request.cookies[cookieName(config)] ?? newToken()
  const url = await beginSso(services, { customerId: Number.isSafeInteger(customerId) ? customerId : 0, redirect, browser }).catch(
    (error: unknown) => {
      log.warn({ customerId, reason: error instanceof Error ? error.name : 'unknown' }, 'a provider of single sign-on did not answer')
      return null
    },
  )
  if (url === null) return { redirect: failed(redirect) }
  markBrowser(reply, config, browser)
  return { redirect: url }
}

async function comeBack(services: Services, { params, query, request, reply }: PageRequest): Promise<PageAnswer> {
  const { config } = services
  const actor = { userId: null, username: null, via: 'public', address: request.ip, requestId: request.id, action: 'login.sso' } as const
  const { redirect, signedIn } = await withAllCustomers(
    () =>
      finishSso(services, {
        customerId: Number(params.customerID),
        query: queryOf(request),
        state: typeof query.state === 'string' ? query.state : undefined,
        browser: request.cookies[cookieName(config)],
        formerSecret: readSessionCookie(request, config),
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
      }),
    { actor },
  )
  if (!signedIn) return { redirect: failed(redirect) }
  writeSessionCookie(reply, config, signedIn.secret)
  return { redirect: after(signedIn.stage, redirect) }
}

const screens: Record<SignInStage, string | null> = { full: null, otp: '/otp', '2faSetup': '/2fa', passwordExpired: '/login' }

function after(stage: SignInStage, redirect: string): string {
  const screen = screens[stage]
  if (screen === null) return redirect
  return redirect === '/' ? screen : `${screen}?redirect=${encodeURIComponent(redirect)}`
}

const failed = (redirect: string) => `/login?sso=failed${redirect === '/' ? '' : `&redirect=${encodeURIComponent(redirect)}`}`

const queryOf = ({ url }: FastifyRequest) => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

const isHttps = ({ publicUrl }: Pick<Config, 'publicUrl'>) => publicUrl.startsWith('https:')
const cookieName = (config: Pick<Config, 'publicUrl'>) => (isHttps(config) ? '__Host-regie-sso' : 'regie-sso')

/** Tells this browser from others until it comes back. */
function markBrowser(reply: PageRequest['reply'], config: Pick<Config, 'publicUrl'>, browser: string) {
  reply.setCookie(cookieName(config), browser, { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config), maxAge: 600 })
}
