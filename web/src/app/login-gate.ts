import { loginApi } from '@regie/contract/login.ts'
import { queryClient } from '../api/query-client.ts'
import { apiQuery } from '../api/use-api.ts'
import { sessionQuery } from '../session/use-session.ts'
import { loginAddress } from './login-redirect.ts'

// Moving between screens does not ask again within half a minute; a session that ended shows itself as 401 on the next call.
const pingQuery = apiQuery(loginApi.ping, {}, { staleMs: 30_000 })

const hintKey = 'regie.wasSignedIn'

/** Lets in who is signed in, with their info loaded; everyone else goes to the sign-in screen by a full load, which also forgets all data. */
export async function passLoginGate(wanted: string) {
  // A browser that was signed in probably still is: both answers are asked for at once, which saves a round trip on the first load.
  const early = localStorage.getItem(hintKey) === null ? null : queryClient.ensureQueryData(sessionQuery).catch(() => null)
  const ping = await queryClient.fetchQuery(pingQuery)
  if (ping.loggedIn) {
    const session = (await early) ?? (await queryClient.ensureQueryData(sessionQuery))
    localStorage.setItem(hintKey, '1')
    return session
  }
  localStorage.removeItem(hintKey)
  location.replace(loginAddress(wanted))
  return new Promise<never>(() => undefined)
}

/** Asked every half hour: renews rights and settings, or leads to the sign-in screen when the session has ended. */
export async function renewSession() {
  const ping = await queryClient.fetchQuery({ ...pingQuery, staleTime: 0 })
  if (!ping.loggedIn) location.assign(loginAddress(location.pathname + location.search))
  else await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

export function forgetSignIn() {
  localStorage.removeItem(hintKey)
}
