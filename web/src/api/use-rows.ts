import type { CallOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type AnyEndpoint, callApi } from './call-api.ts'
import { pageRequest, pageSize } from './page-request.ts'
import { apiKey } from './use-api.ts'

type RowsPage<Row> = { rows: Row[]; nextCursor: string | null; total: { value: number; exact: boolean } }
type PageOf<E> = ResponseOf<E> & RowsPage<RowOf<E>>
type RowOf<E> = ResponseOf<E> extends RowsPage<infer Row> ? Row : never

/** A list as the data table wants it: the rows so far, and how to get more. */
export type RowList<Row> = {
  rows: readonly Row[]
  total: { value: number; exact: boolean } | null
  isLoading: boolean
  isLoadingMore: boolean
  failure: Error | null
  hasMore: boolean
  loadMore: () => void
  retry: () => void
}

/** What the cache keeps of a list; for whoever loads its first page before the table is there. */
export function rowsQuery<E extends AnyEndpoint>(endpoint: E, request: CallOf<E>, limit = pageSize) {
  return infiniteQueryOptions({
    queryKey: [...apiKey(endpoint, request), 'rows', limit],
    queryFn: ({ pageParam, signal }) => callApi(endpoint, pageRequest(request, limit, pageParam), signal) as Promise<PageOf<E>>,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** Keyset pages of an endpoint, loaded one after the other as the table scrolls. */
export function useRows<E extends AnyEndpoint>(
  endpoint: E,
  request: CallOf<E>,
  options: { isEnabled?: boolean; pageSize?: number } = {},
): RowList<RowOf<E>> & { lastPage: PageOf<E> | undefined } {
  const query = useInfiniteQuery({ ...rowsQuery(endpoint, request, options.pageSize), enabled: options.isEnabled ?? true })
  const pages = query.data?.pages
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages])
  const lastPage = pages?.at(-1)
  return {
    rows,
    lastPage,
    total: lastPage?.total ?? null,
    isLoading: query.isPending,
    isLoadingMore: query.isFetchingNextPage,
    failure: query.error,
    hasMore: query.hasNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
    },
    retry: () => void query.refetch(),
  }
}
