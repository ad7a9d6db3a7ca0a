import { ApiFailure, isCancelled } from './api-failure.ts'

/** What the whole app does about a failed call (spec §4 and §8); `pass` leaves it to the caller. */
export type TransportOutcome = 'pass' | 'root' | 'twoFactor' | 'passwordExpired' | 'maintenance' | 'notification'

type Circumstances = { requestPath: string; pagePath: string; isOnline: boolean; isLeaving: boolean }

/** Decides the outcome of a failed call. The 401 of signing in and of the login gate is an answer, not a lost session. */
export function transportOutcome(failure: unknown, { requestPath, pagePath, isOnline, isLeaving }: Circumstances): TransportOutcome {
  if (isCancelled(failure) || !(failure instanceof ApiFailure)) return 'pass'
  if (failure.status === 401) return isLoginCall(requestPath) ? 'pass' : 'root'
  if (failure.code === 'login.twoFactorRequired') return 'twoFactor'
  if (failure.code === 'login.passwordExpired') return 'passwordExpired'
  // A refusal with a code of its own, such as too many sign-ins at once, is an answer and not maintenance.
  if (failure.status === 503) return failure.code === 'server.busy' ? 'pass' : 'maintenance'
  // A page that goes cuts its requests; where it was is where it comes back.
  if (failure.status === 0) return isOnline && !isLeaving ? 'maintenance' : 'pass'
  if (failure.status === 500) return pagePath === '/maintenance' ? 'pass' : 'notification'
  return 'pass'
}

// Browsers cut the requests of a page that goes after `beforeunload` and before `pagehide`. Who then stays, asked about what they typed, is here again soon.
const leavingMs = 5000
let isLeaving = false
let follow: (outcome: TransportOutcome, failure: ApiFailure) => void = () => undefined

/** The app says how outcomes are followed: it knows the router and the notification, calls do not. */
export function followTransportOutcomes(follower: typeof follow, page: EventTarget) {
  follow = follower
  let staying: ReturnType<typeof setTimeout>
  const leave = (isSure: boolean) => {
    isLeaving = true
    clearTimeout(staying)
    if (!isSure) staying = setTimeout(stay, leavingMs)
  }
  const stay = () => {
    isLeaving = false
  }
  page.addEventListener('beforeunload', () => leave(false))
  page.addEventListener('pagehide', () => leave(true))
  // Out of the browser's memory it is there again.
  page.addEventListener('pageshow', stay)
}

/** Reports a failed call to the app and hands the failure on to the caller. */
export function notifyOutcome(failure: unknown, requestPath: string): unknown {
  const outcome = transportOutcome(failure, { requestPath, pagePath: location.pathname, isOnline: navigator.onLine, isLeaving })
  if (outcome !== 'pass') follow(outcome, failure as ApiFailure)
  return failure
}

function isLoginCall(path: string): boolean {
  return path === '/login' || path === '/login/info' || path.startsWith('/login/otp')
}
