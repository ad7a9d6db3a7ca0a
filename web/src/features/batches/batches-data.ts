import { batchApi, batchEditApi, type BatchRow } from '@regie/contract/batches.ts'
import { bulkApi } from '@regie/contract/bulk.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { reportApi } from '@regie/contract/reports.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { download } from '../../api/download.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useRows } from '../../api/use-rows.ts'
import { useLiveRows } from '../../live/use-live-updates.ts'
import { type BatchFilters, batchFiltersQuery } from './batch-filters-query.ts'

/** The batches of a customer as the filters in the address say; they move by themselves. */
export function useBatches(customerID: number, scriptID: number | null, filters: BatchFilters) {
  useLiveBatches(customerID)
  return useRows(batchApi.list, { query: batchFiltersQuery(customerID, scriptID, filters) })
}

/** One batch, moved by the same messages as the list. */
export function useBatch(batchID: number) {
  const batch = useApi(batchApi.get, { params: { batchID } })
  useLiveBatches(batch.data?.customerID ?? null)
  return batch
}

function useLiveBatches(customerID: number | null) {
  useLiveRows(customerID === null ? null : { topic: 'batches', customerID }, batchApi.list, batchApi.get, idOfBatch)
}

function idOfBatch(batch: BatchRow): number {
  return batch.batchID
}

/** The numbers that a question shows; asked afresh each time, since they move while the batch runs. */
export function useBatchQuestion(batchID: number) {
  return useApi(batchApi.question, { params: { batchID } }, { staleMs: 0 })
}

/** What of the cases that its closing closed the script would close again at once. */
export function useReopenEnds({ batchID, customerID }: { batchID: number; customerID: number }) {
  return useApi(bulkApi.reopenQuestion, { body: { customerID, filter: { closedByBatch: batchID } } }, { staleMs: 0 })
}

const refresh = [batchApi.list, batchApi.get, batchApi.question, caseApi.list, undoApi.list]

export const usePauseBatch = () => useApiChange(batchApi.pause, { refresh })
export const useResumeBatch = () => useApiChange(batchApi.resume, { refresh })
export const useCloseBatch = () => useApiChange(batchApi.close, { refresh })
export const useReopenBatch = () => useApiChange(batchApi.reopen, { refresh })

const edited = { refresh: [batchApi.list, batchApi.get] }

export const useChangeBatch = () => useApiChange(batchEditApi.change, edited)
export const useLockBatch = () => useApiChange(batchEditApi.lock, edited)
export const useBatchTrial = () => useApiChange(batchEditApi.trial, { refresh: [...edited.refresh, batchEditApi.trialRest, undoApi.list] })

/** What waits for the end of a trial run; asked afresh each time. */
export function useTrialRest(batchID: number) {
  return useApi(batchEditApi.trialRest, { params: { batchID } }, { staleMs: 0 })
}

export const useBatchResults = (batchID: number) => useApi(reportApi.batch, { params: { batchID } })

/** The results of one batch as a CSV file. */
export function downloadResults(batchID: number, locale: Locale) {
  return download(reportApi.csv, { body: { kind: 'batch', batchIDs: [batchID], locale } }, `batch-${batchID}.csv`)
}
