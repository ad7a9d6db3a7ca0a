import type { LoginPath } from './login-paths.ts'
import { loginAddress, redirectTarget } from './login-redirect.ts'

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Where one is in the sign-in area, as one text that changes when the address does. */
export function currentPlace(): string {
  return location.pathname + location.search
}

export function onPlace(listener: () => void) {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

/** On to another screen of the area; where one wanted to go stays in the address. Steps of one sign-in replace each other, for they cannot be gone back to. */
export function goToPlace(path: LoginPath, extra: Record<string, string> = {}, isNew = false) {
  const address = loginAddress(redirectTarget(location.search, location.origin), path, extra)
  if (isNew) history.pushState(null, '', address)
  else history.replaceState(null, '', address)
  notify()
}

/** The secret of a mailed link, taken out of the address so that it stands in no history, picture or referrer; a reload still finds it. */
export function takeLinkToken(): string | null {
  const [, path, inAddress] = location.pathname.split('/')
  if (path !== 'change') return null
  if (inAddress === undefined || inAddress === '') return keptToken()
  const token = decoded(inAddress)
  history.replaceState({ linkToken: token }, '', '/change')
  return token
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function keptToken(): string | null {
  const kept: unknown = history.state
  return typeof kept === 'object' && kept !== null && 'linkToken' in kept && typeof kept.linkToken === 'string' ? kept.linkToken : null
}
