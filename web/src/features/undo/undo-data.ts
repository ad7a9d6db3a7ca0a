import { batchApi } from '@regie/contract/batches.ts'
import { bulkApi } from '@regie/contract/bulk.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { type Undo, undoApi } from '@regie/contract/undo.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'

/** What I did to many cases and can still take back, newest first. What was done to one case is taken back on its own screen. */
export function useUndos(): readonly Undo[] {
  const { data = [] } = useApi(undoApi.list, {})
  return data.filter(({ action }) => action !== 'case.change')
}

export const useUndo = () =>
  useApiChange(undoApi.undo, {
    refresh: [undoApi.list, bulkApi.list, batchApi.list, batchApi.get, batchApi.question, caseApi.list, caseApi.get],
  })
