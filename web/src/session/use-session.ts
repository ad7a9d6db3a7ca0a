import { type LoginInfo, loginApi } from '@regie/contract/login.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { apiQuery } from '../api/use-api.ts'

/** Who is signed in; loaded by the login gate and renewed every half hour. */
export const sessionQuery = apiQuery(loginApi.info, {}, { staleMs: Number.POSITIVE_INFINITY })

/** The signed-in user. Only below the login gate, where it is always there. */
export function useSession(): LoginInfo {
  return useSuspenseQuery({
    queryKey: sessionQuery.queryKey,
    queryFn: sessionQuery.queryFn as () => Promise<LoginInfo>,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}

export function changeSession(change: (session: LoginInfo) => LoginInfo) {
  queryClient.setQueryData(sessionQuery.queryKey, (session: LoginInfo | undefined) => session && change(session))
}
