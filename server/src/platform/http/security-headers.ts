const parts = [
  "default-src 'none'",
  "script-src 'self'",
  // The component library sets style attributes; style elements and foreign sheets stay forbidden.
  // Two sheets of the library that draws the feedback's picture, in its copy of the page; they change with its version.
  "style-src 'self' 'sha256-UP0QZg7irvSMvOBz9mH2PIIE28+57UiavRfeVea0l3g=' 'sha256-LqJZeIxdk+VxhwwMLAvP7YmfWB2mdHAWFKaRkaKZiTs='",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  // That copy names the page's own address as its base.
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]
const policy = parts.join('; ')

/** The policy of the app where browsers of the staff are telephones: they may also reach these exchanges. */
export const phonePolicy = (origins: readonly string[]): string =>
  parts.map((part) => (part.startsWith('connect-src ') ? [part, ...origins].join(' ') : part)).join('; ')

/** The policy of pages for people without an account: no script, no frame, nothing from elsewhere; forms lead to us, and to one other origin where a page says so. */
export function pagePolicy(formOrigin = ''): string {
  return `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self' ${formOrigin}; base-uri 'none'; frame-ancestors 'none'`
}

/** The policy of the chat in a frame: scripts of ours alone, and only these sites may show it. */
export function framePolicy(sites: readonly string[]): string {
  const own = ["script-src 'self'", "style-src 'self'", "img-src 'self'", "font-src 'self'", "connect-src 'self'", "base-uri 'none'"]
  return ["default-src 'none'", ...own, "form-action 'none'", `frame-ancestors ${["'self'", ...sites].join(' ')}`].join('; ')
}

/** What every answer says to browsers. Made once: they are the same for all. Over https a year of https only; on plain http that would mean nothing. */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    // The telephone at the desk; nothing that is shown in a frame, and nothing else of the machine.
    'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}
