import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'

/** Over https the name binds the cookie to this host and to https; a browser refuses the prefix on plain http. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-regie-session' : 'regie-session'
}

/** The secret of the session that this browser holds, if it holds one. */
export function readSessionCookie(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string | undefined {
  return cookies[sessionCookieName(publicUrl)]
}

/** Hands the session to the browser; null takes it back. Script cannot read it, and foreign sites cannot send it along with a form. */
export function writeSessionCookie(
  reply: Pick<FastifyReply, 'setCookie' | 'clearCookie'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  secret: string | null,
) {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const
  if (secret === null) reply.clearCookie(sessionCookieName(publicUrl), options)
  else reply.setCookie(sessionCookieName(publicUrl), secret, options)
}
