import { type LoginPath, loginPathOf } from './login-paths.ts'

/** The address of a screen of the sign-in area; where one wanted to go is kept unless it is the root. */
export function loginAddress(wanted: string, path: LoginPath = '/login', extra: Record<string, string> = {}): string {
  const pathname = wanted.split(/[?#]/)[0] ?? ''
  const isKept = wanted !== '/' && loginPathOf(pathname) === null && !pathname.startsWith('/login')
  const query = new URLSearchParams({ ...(isKept && { redirect: wanted }), ...extra }).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Where to go after signing in. Only paths of our own: an address of another site in a mailed link would make us a decoy. */
export function redirectTarget(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('redirect')
  if (wanted === null || !wanted.startsWith('/')) return '/'
  const url = URL.parse(wanted, origin)
  if (url === null || url.origin !== origin || url.pathname.startsWith('//')) return '/'
  if (url.pathname.startsWith('/login') || url.pathname.startsWith('/api/') || loginPathOf(url.pathname) !== null) return '/'
  return url.pathname + url.search + url.hash
}
