import type { CallOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type AnyEndpoint, callApi } from './call-api.ts'
import { apiKey } from './use-api.ts'

type RowsPage<Row> = { rows: Row[]; nextCursor: string | null; total: { value: number; exact: boolean } }
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

const pageSize = 100

/** Keyset pages of an endpoint, loaded one after the other as the table scrolls. */
export function useRows<E extends AnyEndpoint>(
  endpoint: E,
  request: CallOf<E>,
  options: { isEnabled?: boolean; pageSize?: number } = {},
): RowList<RowOf<E>> {
  const limit = options.pageSize ?? pageSize
  const query = useInfiniteQuery({
    queryKey: [...apiKey(endpoint, request), 'rows', limit],
    queryFn: ({ pageParam, signal }) => callApi(endpoint, pageRequest(request, limit, pageParam), signal) as Promise<RowsPage<RowOf<E>>>,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: options.isEnabled ?? true,
  })
  const pages = query.data?.pages
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages])
  return {
    rows,
    total: pages?.at(-1)?.total ?? null,
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

function pageRequest<E extends AnyEndpoint>(request: CallOf<E>, limit: number, cursor: string | null): CallOf<E> {
  const query = 'query' in request ? request.query : {}
  return { ...request, query: { ...(query as object), limit, ...(cursor === null ? {} : { cursor }) } }
}

/** Rows that are here already, in the same shape. */
export function heldRows<Row>(rows: readonly Row[]): RowList<Row> {
  const nothing = () => undefined
  return {
    rows,
    total: { value: rows.length, exact: true },
    isLoading: false,
    isLoadingMore: false,
    failure: null,
    hasMore: false,
    loadMore: nothing,
    retry: nothing,
  }
}
