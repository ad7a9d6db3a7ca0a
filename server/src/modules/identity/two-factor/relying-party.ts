export type RelyingParty = { id: string; origin: string }

const loopback = ['localhost', '127.0.0.1', '[::1]']

/**
 * The relying party of passkeys: the host that we are known by. On one's own machine we may be known by a number, for which browsers make none: who comes by
 * the name `localhost` then gets them for that name.
 */
export function relyingPartyOf(publicUrl: string, origin: string | undefined): RelyingParty {
  const known = new URL(publicUrl)
  if (origin !== undefined && URL.canParse(origin)) {
    const given = new URL(origin)
    if (loopback.includes(known.hostname) && given.hostname === 'localhost') return { id: given.hostname, origin: given.origin }
  }
  return { id: known.hostname, origin: known.origin }
}
