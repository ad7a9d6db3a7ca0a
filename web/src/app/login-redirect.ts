/** The address of the sign-in screen; where one wanted to go is kept unless it is the root. */
export function loginAddress(wanted: string): string {
  return wanted === '/' || wanted.startsWith('/login') ? '/login' : `/login?${new URLSearchParams({ redirect: wanted })}`
}

/** Where to go after signing in. Only paths of our own: an address of another site in a mailed link would make us a decoy. */
export function redirectTarget(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('redirect')
  if (wanted === null || !wanted.startsWith('/')) return '/'
  const url = URL.parse(wanted, origin)
  if (url === null || url.origin !== origin || url.pathname.startsWith('/login') || url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}
