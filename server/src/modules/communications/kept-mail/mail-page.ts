/**
 * The policy of a mail in a frame of ours: its own style sheets, pictures that stand in it, our own picture of how its payment request stands, and nothing
 * else. No script, nothing fetched from outside, so that looking tells no sender that we looked; `sandbox` holds also where somebody opens the address by
 * itself.
 */
export const mailPagePolicy = (publicUrl: string) =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data: ${publicUrl}/i/`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox',
  ].join('; ')

const sheets = /(<style\b[^>]*>)(.*?)(<\/style\s*>|$)/gis
// The policy refuses these anyway, each with a fault; so they are left out.
const scripts = /<script\b.*?(?:<\/script\s*>|$)/gis
const fetching = /<\/?(?:link|base|iframe|frame|object|embed)\b[^>]{0,2000}>|<meta\b[^>]{0,2000}http-equiv[^>]{0,2000}>/gis
const imports = /@import\b[^;}<]{0,2000};?/gi
const remote = /url\(\s*(?!["']?data:)[^)]{0,2000}\)/gi
const asked = /prefers-color-scheme\s*:\s*(light|dark)/gi

/** A mail as a page of its own: as it left, in light or in dark. What it asks of the reader's screen is answered by `scheme`, not by the screen of who looks. */
export function mailPage(html: string, scheme: 'light' | 'dark'): string {
  const clean = html
    .replace(scripts, '')
    .replace(fetching, '')
    .replace(sheets, (_all, begin: string, rules: string, end: string) => begin + cleanRules(rules, scheme) + (end || '</style>'))
  // A mail that knows nothing of dark stands on white, as its reader sees it.
  const canvas = /color-scheme/i.test(html) ? scheme : 'light'
  return `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="${canvas}"><meta name="viewport" content="width=device-width">${clean}`
}

function cleanRules(rules: string, scheme: 'light' | 'dark'): string {
  const kept = rules.replace(imports, '').replace(remote, 'none')
  return kept.replace(asked, (_all, wanted: string) => (wanted.toLowerCase() === scheme ? 'min-width: 0' : 'max-width: 0'))
}
