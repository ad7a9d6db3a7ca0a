import type { UseQueryResult } from '@tanstack/react-query'
import type { TableRows, TableSort } from '../../ui/data-table.tsx'

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

/** Rows in the order of a column, by the words or the moment that it shows; of two that are the same the list's own order stays. */
export function inOrder<Row>(
  rows: readonly Row[],
  { key, direction }: TableSort,
  values: Readonly<Record<string, (row: Row) => string>>,
): readonly Row[] {
  const valueOf = values[key]
  if (valueOf === undefined) return rows
  const sign = direction === 'desc' ? -1 : 1
  return rows.toSorted((one, other) => sign * valueOf(one).localeCompare(valueOf(other)))
}
