import { loginApi } from '@regie/contract/login.ts'
import { queryClient } from '../api/query-client.ts'
import { apiQuery } from '../api/use-api.ts'
import { sessionQuery } from '../session/use-session.ts'
import { loginAddress } from './login-redirect.ts'

// Moving between screens does not ask again within half a minute; a session that ended shows itself as 401 on the next call.
const pingQuery = apiQuery(loginApi.ping, {}, { staleMs: 30_000 })

/** Lets in who is signed in, with their info loaded; everyone else goes to the sign-in screen by a full load, which also forgets all data. */
export async function passLoginGate(wanted: string) {
  // Both at once, for the sake of the first load; who is not signed in gets a refusal for the second that nobody looks at.
  const [ping, session] = await Promise.allSettled([queryClient.fetchQuery(pingQuery), queryClient.ensureQueryData(sessionQuery)])
  if (ping.status === 'rejected') throw ping.reason
  if (ping.value.loggedIn) {
    if (session.status === 'fulfilled') return session.value
    throw session.reason
  }
  location.replace(loginAddress(wanted))
  return new Promise<never>(() => undefined)
}

/** Asked every half hour: renews rights and settings, or leads to the sign-in screen when the session has ended. */
export async function renewSession() {
  const ping = await queryClient.fetchQuery({ ...pingQuery, staleTime: 0 })
  if (!ping.loggedIn) location.assign(loginAddress(location.pathname + location.search))
  else await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
}
