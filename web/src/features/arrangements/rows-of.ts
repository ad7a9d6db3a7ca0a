import type { UseQueryResult } from '@tanstack/react-query'
import type { TableRows } from '../../ui/data-table.tsx'

/** A list that comes in one piece, as a table wants it. */
export function rowsOf<Row>(
  answer: Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>,
  rows: readonly Row[] | undefined,
): TableRows<Row> {
  return {
    rows: rows ?? [],
    total: rows === undefined ? null : { value: rows.length, exact: true },
    isLoading: answer.isPending,
    failure: answer.error,
    hasMore: false,
    loadMore: () => undefined,
    retry: () => void answer.refetch(),
  }
}
