import { type CaseDocument, caseDocumentApi, type DocumentKind, type PlacedInvoice } from '@regie/contract/case-documents.ts'
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

export const sendDocument = (caseID: number, kind: DocumentKind, file: File): Promise<CaseDocument> =>
  upload(caseDocumentApi.add, { params: { caseID }, body: { kind } }, file)

export const sendInvoice = (batchID: number, file: File): Promise<PlacedInvoice> =>
  upload(caseDocumentApi.place, { params: { batchID } }, file)
