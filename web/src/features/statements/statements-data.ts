import { type BankEntry, statementApi } from '@regie/contract/bank-statements.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { paymentApi } from '@regie/contract/payment-actions.ts'
import { callApi } from '../../api/call-api.ts'
import { upload, type UploadOptions } from '../../api/upload.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useRows } from '../../api/use-rows.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

/** The files of a customer; these and what waits are asked again when something of them changes. */
export function useStatements(customerID: number) {
  useLiveUpdates({ topic: 'customer', customerID }, [statementApi.list, statementApi.entries, statementApi.proposals])
  return useRows(statementApi.list, { query: { customerID } })
}

/** What came in, in one state; of one file where that is named. */
export const useEntries = (customerID: number, state: BankEntry['state'], statementID?: number) =>
  useRows(statementApi.entries, { query: { customerID, state, ...(statementID !== undefined && { statementID }) } })

export const useProposals = (entryID: number) => useApi(statementApi.proposals, { params: { entryID } }, { staleMs: 0 })

// Fewer letters find half of all cases.
const lettersMin = 3

/** Cases that somebody looks for by what they typed; nothing is asked before that can find something. */
export function useCaseSearch(customerID: number, q: string) {
  const isSearching = q.trim().length >= lettersMin
  return { isSearching, ...useRows(caseApi.search, { query: { customerID, q: q.trim() } }, { isEnabled: isSearching, pageSize: 6 }) }
}

export const sendStatement = (customerID: number, file: File, options: UploadOptions) =>
  upload(statementApi.upload, { body: { customerID } }, file, options)

export const fetchSample = (customerID: number) => callApi(statementApi.sample, { query: { customerID } })

const refresh = [statementApi.list, statementApi.entries, statementApi.proposals]
export const useBookEntry = () => useApiChange(statementApi.book, { refresh: [...refresh, caseApi.get, caseApi.payments] })
export const useIgnoreEntry = () => useApiChange(statementApi.ignore, { refresh })
export const useRestoreEntry = () => useApiChange(statementApi.restore, { refresh })
export const useTakeBack = () => useApiChange(paymentApi.withdraw, { refresh: [...refresh, caseApi.get, caseApi.payments] })
