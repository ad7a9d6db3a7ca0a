import { fileApi, type RefusedRow } from '@regie/contract/files.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { callApi } from '../../../api/call-api.ts'
import { apiKey, useApiChange } from '../../../api/use-api.ts'

/** The rows that are not imported, by the check that refused them, so many at a time. */
export function useRefusedRows(importID: number, checkNo: number) {
  const query = useInfiniteQuery({
    queryKey: [...apiKey(fileApi.refused, { params: { importID }, query: {} }), checkNo],
    queryFn: ({ pageParam, signal }) => callApi(fileApi.refused, { params: { importID }, query: { after: pageParam } }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ rows, hasMore }) => (hasMore ? rows.at(-1)?.row : undefined),
  })
  const rows: readonly RefusedRow[] = query.data?.pages.flatMap((page) => page.rows) ?? []
  return { ...query, rows }
}

export const useRepairRows = () => useApiChange(fileApi.repair, { refresh: [fileApi.getImport] })
