import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'

const readOnly = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses a call that changes something unless the browser says that our own pages make it. Cookies travel along with foreign forms; these headers cannot be forged by a page. */
export function mustComeFromUs(request: FastifyRequest, publicUrl: string): void {
  if (readOnly.has(request.method) || bearerOf(request) !== undefined || isFromUs(request, publicUrl)) return
  request.log.warn({ route: request.routeOptions.url }, 'a call from a foreign origin was refused')
  throw new AppError('error.originRefused')
}

/**
 * The key that a program calls with. A page of others cannot add this header without asking us first, which is refused; and who comes with a key
 * is known by it alone, whatever cookies travel along.
 */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

/** Without either header nothing is known of the page, so the answer is no. */
export function isFromUs({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  return headers.origin === undefined ? site === 'same-origin' : isOurOrigin(headers.origin, host, publicUrl)
}

/** Is this the address that we are known by, or the one that this request was sent to? */
export function isOurOrigin(origin: string | undefined, host: string, publicUrl: string): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false
  const [asked, own] = [new URL(origin), new URL(publicUrl)]
  // A page over plain http of the same name is not ours when we are reached by https: anybody on the way could have written it.
  return asked.origin === own.origin || (asked.host === host && asked.protocol === own.protocol)
}
