import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { newToken } from '../../platform/security/secret-token.ts'

// Half a year without signing in, and a browser is a stranger again.
const livesMs = 180 * 24 * 60 * 60_000
// A desk in a call centre has more than one user.
const usersMax = 5

type Settings = Pick<Config, 'publicUrl' | 'secretKey'>

/** The mark that a browser carries since somebody signed in there: whose it is, a number, since when, and our signature. It opens nothing by itself. */
function deviceCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-regie-device' : 'regie-device'
}

/** Did anybody ever sign in here? */
export const carriesMark = ({ cookies }: Pick<FastifyRequest, 'cookies'>, { publicUrl }: Pick<Config, 'publicUrl'>) =>
  cookies[deviceCookieName(publicUrl)] !== undefined

/** The number of this browser for a user, or null when he did not sign in here (lately). */
export function knownDevice(request: Pick<FastifyRequest, 'cookies'>, config: Settings, userId: number, now: Date): string | null {
  for (const mark of marksOf(request, config)) {
    const [user = '', since = '', device = '', signature = ''] = mark.split('.')
    const expected = Buffer.from(signatureOf(config.secretKey, user, since, device))
    const given = Buffer.from(signature)
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
    const age = now.getTime() - Number(since)
    if (isOurs && user === String(userId) && age >= 0 && age < livesMs) return device
  }
  return null
}

/** Marks the browser after a good sign-in; the other people of this browser keep their marks. */
export function markDevice(
  request: Pick<FastifyRequest, 'cookies'>,
  reply: FastifyReply,
  config: Settings,
  userId: number,
  now: Date,
): void {
  const device = knownDevice(request, config, userId, now) ?? newToken()
  const since = String(now.getTime())
  const own = [String(userId), since, device, signatureOf(config.secretKey, String(userId), since, device)].join('.')
  const others = marksOf(request, config).filter((mark) => mark.split('.')[0] !== String(userId))
  reply.setCookie(deviceCookieName(config.publicUrl), [own, ...others].slice(0, usersMax).join('~'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: livesMs / 1000,
  })
}

function marksOf({ cookies }: Pick<FastifyRequest, 'cookies'>, { publicUrl }: Settings): string[] {
  const marks = cookies[deviceCookieName(publicUrl)] ?? ''
  return marks === '' ? [] : marks.slice(0, 1_000).split('~').slice(0, usersMax)
}

function signatureOf(secretKey: Buffer, ...parts: string[]): string {
  return createHmac('sha256', secretKey)
    .update(`device:${parts.join(':')}`)
    .digest('base64url')
}
