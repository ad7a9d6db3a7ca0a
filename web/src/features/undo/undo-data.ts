import { arrangementApi } from '@regie/contract/arrangements.ts'
import { batchApi } from '@regie/contract/batches.ts'
import { bulkApi } from '@regie/contract/bulk.ts'
import { blacklistApi } from '@regie/contract/blacklist.ts'
import { caseActionApi } from '@regie/contract/case-actions.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { paymentRequestApi } from '@regie/contract/payment-requests.ts'
import { savedViewApi } from '@regie/contract/saved-views.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'

/** What I did and can still undo, newest first. */
export const useUndos = () => useApi(undoApi.list, {}).data ?? []

export const useUndo = () =>
  useApiChange(undoApi.undo, {
    refresh: [
      undoApi.list,
      bulkApi.list,
      batchApi.list,
      batchApi.get,
      batchApi.question,
      caseApi.list,
      caseApi.search,
      caseApi.get,
      caseApi.timeline,
      blacklistApi.ofCase,
      blacklistApi.list,
      caseApi.payments,
      paymentRequestApi.list,
      caseActionApi.closeQuestion,
      caseActionApi.permission,
      arrangementApi.list,
      savedViewApi.list,
    ],
  })
