import { blacklistApi } from '@regie/contract/blacklist.ts'
import { failedMessageApi } from '@regie/contract/failed-messages.ts'
import { failureApi, type FailureCount } from '@regie/contract/failures.ts'
import { providerApi } from '@regie/contract/providers.ts'
import { undoApi } from '@regie/contract/undo.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useRows } from '../../api/use-rows.ts'

export const useFailureCounts = (customerID: number, days: number) =>
  useApi(failureApi.counts, { query: { customerID, days } }, { keepsPrevious: true })

export const useFailureCodes = (customerID: number, isEnabled: boolean) =>
  useApi(failureApi.codes, { query: { customerID } }, { isEnabled })

export const useSettleCode = () =>
  useApiChange(failureApi.settle, { refresh: [failureApi.codes, failureApi.counts, failedMessageApi.messages] })

/** The messages behind a line of the counts. */
export function useFailedMessages(customerID: number, days: number, { channel, cause, code }: FailureCount) {
  return useRows(failedMessageApi.messages, {
    query: { customerID, days, channel, code, ...(cause !== null && { cause }) },
  })
}

type Chosen = { customerID: number; communicationIDs: number[] }
export type Work = 'retry' | 'list'

/** What would be done with these, asked when the question opens. */
export const useWorkAnswer = (work: Work, chosen: Chosen) =>
  useApi(work === 'retry' ? failedMessageApi.askRetry : failedMessageApi.askList, { body: chosen }, { staleMs: 0 })

const refresh = [failureApi.counts, failedMessageApi.messages]
export const useRetryMany = () => useApiChange(failedMessageApi.retryMany, { refresh })
export const useListMany = () => useApiChange(failedMessageApi.listMany, { refresh: [...refresh, blacklistApi.list, undoApi.list] })
export const useTestProvider = () => useApiChange(providerApi.test, { refresh: [providerApi.list] })
