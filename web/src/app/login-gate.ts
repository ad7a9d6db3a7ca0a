import { type LoginInfo, loginApi } from '@regie/contract/login.ts'
import { callApi } from '../api/call-api.ts'
import { forgetEarly } from '../api/early-answers.ts'
import { queryClient } from '../api/query-client.ts'
import { apiQuery } from '../api/use-api.ts'
import { forgetSignIn, isSignInHint, rememberSignIn, wasSignedIn } from '../session/signed-in-hint.ts'
import { sessionQuery } from '../session/use-session.ts'
import { loginAddress } from './login-redirect.ts'

// Moving between screens does not ask again within half a minute; a session that ended shows itself as 401 on the next call.
const pingQuery = apiQuery(loginApi.ping, {}, { staleMs: 30_000 })

/** Lets in who is signed in, with their info loaded; everyone else goes to the sign-in screen by a full load, which also forgets all data. */
export async function passLoginGate(wanted: string) {
  // A browser that was signed in probably still is: both answers are asked for at once, which saves a round trip on the first load.
  const early = wasSignedIn() ? queryClient.ensureQueryData(sessionQuery).catch(() => null) : null
  const ping = await queryClient.fetchQuery(pingQuery)
  if (ping.loggedIn) {
    const session = (await early) ?? (await queryClient.ensureQueryData(sessionQuery))
    rememberSignIn()
    return session
  }
  forgetSignIn()
  location.replace(loginAddress(wanted, ping.enforce2fa ? '/2fa' : '/login'))
  return new Promise<never>(() => undefined)
}

/** A page that the browser kept and shows again (back button) may be of a session that has ended: nothing is seen before that is known. */
export function recheckKeptPages() {
  const hide = (isHidden: boolean) => {
    document.documentElement.hidden = isHidden
  }
  addEventListener('pagehide', ({ persisted }) => persisted && hide(true))
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted)
      void renewSession().then(
        () => hide(false),
        () => location.reload(),
      )
  })
  // Signed out in another tab: this one says goodbye as well.
  addEventListener('storage', ({ key, newValue }) => {
    if (isSignInHint(key) && newValue === null) void renewSession().catch(() => undefined)
  })
}

/**
 * Asked every half hour: renews rights and settings, or leads to the sign-in screen when the session has ended. When somebody else has signed in in this
 * browser meanwhile, the page is loaded anew: what it holds is the other one's.
 */
export async function renewSession(loadAnew = () => location.reload()) {
  forgetEarly()
  const ping = await queryClient.fetchQuery({ ...pingQuery, staleTime: 0 })
  if (!ping.loggedIn) {
    location.replace(loginAddress(location.pathname + location.search, ping.enforce2fa ? '/2fa' : '/login'))
    await new Promise<never>(() => undefined)
  }
  const before = queryClient.getQueryData<LoginInfo>(sessionQuery.queryKey)
  const session = await callApi(loginApi.info, {})
  if (before !== undefined && before.userID !== session.userID) {
    loadAnew()
    await new Promise<never>(() => undefined)
  }
  queryClient.setQueryData(sessionQuery.queryKey, session)
}
