import type { CallOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { keepPreviousData, queryOptions, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AnyEndpoint, callApi } from './call-api.ts'

export type ApiOptions<Data = unknown> = {
  isEnabled?: boolean
  /** Show the previous answer while a changed request (filter, page) is under way. */
  keepsPrevious?: boolean
  /** How long after an answer it is asked again; by what it says, or false: not by itself. */
  refetchMs?: number | ((data: Data) => number | false)
  staleMs?: number
  /** What the answer was made of: it is asked again when this changes. */
  asOf?: string
}

/** Answers of one endpoint begin with the same two words, so that a change can refresh all of them. */
export function apiKey<E extends AnyEndpoint>(endpoint: E, request?: CallOf<E>): QueryKey {
  return request === undefined ? [endpoint.method, endpoint.path] : [endpoint.method, endpoint.path, request]
}

function intervalOf<Data>(refetchMs: NonNullable<ApiOptions<Data>['refetchMs']>) {
  if (typeof refetchMs === 'number') return refetchMs
  return ({ state }: { state: { data: Data | undefined } }) => (state.data === undefined ? false : refetchMs(state.data))
}

/** Query options for loaders and for `queryClient.fetchQuery`. */
export function apiQuery<E extends AnyEndpoint>(endpoint: E, request: CallOf<E>, options: ApiOptions<ResponseOf<E>> = {}) {
  return queryOptions({
    queryKey: options.asOf === undefined ? apiKey(endpoint, request) : [...apiKey(endpoint, request), options.asOf],
    queryFn: async ({ signal }) => ((await callApi(endpoint, request, signal)) ?? null) as ResponseOf<E>,
    enabled: options.isEnabled ?? true,
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.refetchMs === undefined ? {} : { refetchInterval: intervalOf(options.refetchMs) }),
  })
}

/** Server data for a screen: `useApi(batchApi.get, { params: { batchID } })`. */
export function useApi<E extends AnyEndpoint>(endpoint: E, request: CallOf<E>, options: ApiOptions<ResponseOf<E>> = {}) {
  return useQuery({
    ...apiQuery(endpoint, request, options),
    ...(options.keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

/** A change: `const pause = useApiChange(batchApi.pause, { refresh: [batchApi.list, batchApi.get] })`, then `await pause.mutateAsync({ params, body })`. */
export function useApiChange<E extends AnyEndpoint>(endpoint: E, { refresh = [] }: { refresh?: readonly AnyEndpoint[] } = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (request: CallOf<E>) => callApi(endpoint, request),
    onSuccess: () => Promise.all(refresh.map((changed) => client.invalidateQueries({ queryKey: apiKey(changed) }))),
  })
}
