import { peopleApi } from '@regie/contract/people.ts'
import { queryClient } from '../api/query-client.ts'
import { apiQuery } from '../api/use-api.ts'

const peopleQuery = apiQuery(peopleApi.names, {}, { staleMs: 600_000 })

/** Asks what colleagues are called, so that it is known before the first list shows who did something. */
export function fetchPeople(): void {
  void queryClient.prefetchQuery({ ...peopleQuery, gcTime: Number.POSITIVE_INFINITY })
}

/** What the user with this login name is called; the login name itself where nobody knows. Login names stand in the management of users alone. */
export function personName(username: string): string {
  return queryClient.getQueryData(peopleQuery.queryKey)?.find((person) => person.username === username)?.name ?? username
}
