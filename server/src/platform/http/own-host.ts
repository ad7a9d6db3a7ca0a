import { isIP } from 'node:net'

/** Names under which a probe may ask: it knows the machine, not the site. */
const probed = /^\/api\/(health|ready)\/?(\?|$)/

/**
 * Is a request to this host meant for us? PUBLIC_URL's host and ALLOWED_HOSTS are our names. An IP address or localhost is a name that no page of
 * others can have, so it is let through; any other name is one that somebody else lets lead to us (DNS rebinding, a poisoned link).
 */
export function isOurHost(
  host: string,
  path: string,
  { publicUrl, allowedHosts }: { publicUrl: string; allowedHosts: readonly string[] },
): boolean {
  if (probed.test(path)) return true
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  if (hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return true
  const own = new URL(publicUrl)
  return hostname === own.hostname || allowedHosts.some((allowed) => allowed === host.toLowerCase() || allowed === hostname)
}
