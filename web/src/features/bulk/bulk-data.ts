import { batchApi } from '@regie/contract/batches.ts'
import { bulkApi } from '@regie/contract/bulk.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

const moved = [bulkApi.list, undoApi.list, batchApi.list, batchApi.get, caseApi.list]

export const useCaseBulk = () => useApiChange(bulkApi.cases, { refresh: [bulkApi.list] })
export const useBatchBulk = () => useApiChange(bulkApi.batches, { refresh: [bulkApi.list] })
export const useCancelBulk = () => useApiChange(bulkApi.cancel, { refresh: moved })

/** My bulk actions of today at a customer; one that is at work moves by itself. */
export function useBulkJobs(customerID: number | null) {
  const { data: jobs = [] } = useApi(bulkApi.list, { query: { customerID: customerID ?? 0 } }, { isEnabled: customerID !== null })
  const atWork = jobs.find(({ state }) => state === 'waiting' || state === 'running')
  useLiveUpdates(atWork === undefined ? null : { topic: 'bulk', bulkID: atWork.bulkID }, moved)
  return jobs
}
