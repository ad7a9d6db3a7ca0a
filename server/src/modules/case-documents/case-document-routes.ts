import { caseDocumentApi } from '@regie/contract/case-documents.ts'
import { type Route, route, uploadRoute } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { addDocument, fetchDocument, listDocuments, removeDocument } from './case-documents.ts'
import { placeInvoice } from './place-invoice.ts'

export const caseDocumentRoutes: Route<Services>[] = [
  route(caseDocumentApi.list, (services: Services, { caller, params }) => listDocuments(services, caller, params.caseID)),
  uploadRoute(caseDocumentApi.add, (services: Services, { caller, params, body, file }) =>
    addDocument(services, caller, { caseId: params.caseID, kind: body.kind }, file),
  ),
  route(caseDocumentApi.remove, (services: Services, { caller, params }) =>
    removeDocument(services, caller, { caseId: params.caseID, documentId: params.documentID }),
  ),
  route(caseDocumentApi.get, (services: Services, { caller, params }) =>
    fetchDocument(services, caller, { caseId: params.caseID, documentId: params.documentID }),
  ),
  uploadRoute(caseDocumentApi.place, (services: Services, { caller, params, file }) =>
    placeInvoice(services, caller, params.batchID, file),
  ),
]
