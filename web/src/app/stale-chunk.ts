const storageKey = 'regie.reloadedAt'
const pauseMs = 60_000

/** May the page be loaded anew for this target? Once a minute and no more, so that a file that is truly gone cannot make it loop. */
export function mayReload(kept: string | null, target: string, now: number): boolean {
  if (kept === null) return true
  const { to, at } = JSON.parse(kept) as { to: string; at: number }
  return to !== target || now - at > pauseMs
}

/**
 * A part of the app that a newer build has taken away: the page is loaded anew at the place one was going to (spec §4, Application start).
 * `wanted` tells where the router is on its way to.
 */
export function recoverStaleChunks(wanted: () => string) {
  addEventListener('vite:preloadError', (event) => {
    const target = wanted()
    if (!mayReload(sessionStorage.getItem(storageKey), target, Date.now())) return
    event.preventDefault()
    sessionStorage.setItem(storageKey, JSON.stringify({ to: target, at: Date.now() }))
    if (target === location.pathname + location.search) location.reload()
    else location.assign(target)
  })
}
