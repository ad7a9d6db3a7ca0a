import { type AddedKind, type CaseDocument, caseDocumentApi, type PlacedInvoice } from '@regie/contract/case-documents.ts'
import { letterApi } from '@regie/contract/letters.ts'
import { caseApi } from '@regie/contract/cases.ts'
import { manualMessageApi } from '@regie/contract/manual-messages.ts'
import { upload } from '../../api/upload.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'

/** The documents of a case; asked again whenever the case changes. */
export function useDocuments(caseID: number) {
  useLiveUpdates({ topic: 'case', caseID }, [caseDocumentApi.list])
  return useApi(caseDocumentApi.list, { params: { caseID } })
}

/** What shows the documents of a case: also how many invoices may go with an e-mail. */
export const changedByDocument = [caseDocumentApi.list, caseApi.timeline, manualMessageApi.texts] as const

export const useRemoveDocument = () => useApiChange(caseDocumentApi.remove, { refresh: changedByDocument })

export const sendDocument = (caseID: number, kind: AddedKind, file: File): Promise<CaseDocument> =>
  upload(caseDocumentApi.add, { params: { caseID }, body: { kind } }, file)

export const sendInvoice = (batchID: number, file: File): Promise<PlacedInvoice> =>
  upload(caseDocumentApi.place, { params: { batchID } }, file)

/** The letters of a case and what became of them. */
export function useLetters(caseID: number, isEnabled: boolean) {
  useLiveUpdates({ topic: 'case', caseID }, [letterApi.list])
  return useApi(letterApi.list, { params: { caseID } }, { isEnabled }).data
}

export const useLetterTexts = (caseID: number) => useApi(letterApi.texts, { params: { caseID }, query: {} })

const changedByLetter = [letterApi.list, letterApi.texts, ...changedByDocument] as const
export const useSendLetter = () => useApiChange(letterApi.send, { refresh: changedByLetter })
export const useCancelLetter = () => useApiChange(letterApi.cancel, { refresh: changedByLetter })
