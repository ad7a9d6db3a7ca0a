import { fileApi, type RowReason } from '@regie/contract/files.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../api/call-api.ts'
import { apiKey, useApiChange } from '../../../api/use-api.ts'

/** The rows that are not imported, or those of one reason, by the check that refused them: one page at a time. */
export function useRefusedRows(importID: number, checkNo: number, reason: RowReason | undefined) {
  const [pageNo, setPageNo] = useState(0)
  const query = useInfiniteQuery({
    queryKey: [...apiKey(fileApi.refused, { params: { importID }, query: { reason } }), checkNo],
    queryFn: ({ pageParam, signal }) => callApi(fileApi.refused, { params: { importID }, query: { after: pageParam, reason } }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ rows, hasMore }) => (hasMore ? rows.at(-1)?.row : undefined),
  })
  const { data, fetchNextPage } = query
  const pages = data?.pages ?? []
  const before = pages.slice(0, pageNo).reduce((sum, { rows }) => sum + rows.length, 0)
  const next = async () => {
    if (pages[pageNo + 1] === undefined && (await fetchNextPage()).isError) return
    setPageNo(pageNo + 1)
  }
  return {
    query,
    rows: pages[pageNo]?.rows ?? [],
    /** How many rows stand on the pages before this one. */
    before,
    toFirst: () => setPageNo(0),
    toPrevious: pageNo === 0 ? undefined : () => setPageNo(pageNo - 1),
    toNext: pages[pageNo]?.hasMore === true ? next : undefined,
  }
}

export const useRepairRows = () => useApiChange(fileApi.repair, { refresh: [fileApi.getImport] })
