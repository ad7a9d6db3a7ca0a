import type { FastifyHelmetOptions } from '@fastify/helmet'

const nobody = ["'none'"]
const ourselves = ["'self'"]

/** What browsers are told with every answer. Over https a year of https only; on plain http that header would mean nothing. */
export function securityHeaders(isHttps: boolean): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': nobody,
        'script-src': ourselves,
        // The component library sets style attributes; style elements and foreign sheets stay forbidden.
        'style-src': ourselves,
        'style-src-attr': ["'unsafe-inline'"],
        'img-src': [...ourselves, 'data:', 'blob:'],
        'font-src': ourselves,
        'connect-src': ourselves,
        'media-src': ourselves,
        'frame-src': ourselves,
        'manifest-src': ourselves,
        'worker-src': ourselves,
        'object-src': nobody,
        'base-uri': nobody,
        'form-action': ourselves,
        'frame-ancestors': nobody,
      },
    },
    hsts: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  }
}

/** The policy of pages for people without an account: no script, no frame, nothing from elsewhere; forms lead to us, and to one other origin where a page says so. */
export function pagePolicy(formOrigin = ''): string {
  return `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self' ${formOrigin}; base-uri 'none'; frame-ancestors 'none'`
}
