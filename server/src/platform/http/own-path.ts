const here = 'https://here.invalid'
const longest = 2_000
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const strange = /[\u0000-\u0020\u007f\\]/

/** The path if it leads to a page of ours, or `/`: never to another host, to the API or to what a browser would run. */
export function ownPathOf(given: string | undefined): string {
  if (given === undefined || given.length > longest || !given.startsWith('/') || strange.test(given)) return '/'
  if (given.startsWith('//') || !URL.canParse(given, here)) return '/'
  const { origin, pathname, search, hash } = new URL(given, here)
  // Dots may have led to what begins with two slashes, or out of the screens.
  return origin !== here || /^\/(\/|api(\/|$))/.test(pathname) ? '/' : `${pathname}${search}${hash}`
}
