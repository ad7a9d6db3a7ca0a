import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './paging.ts'
import { Right } from './right-codes.ts'

/** What staff may add. An invoice is shown to its debtor and goes with the mails whose text asks for it; anything else is for staff. */
const addedKinds = ['invoice', 'other'] as const
export type AddedKind = (typeof addedKinds)[number]
/** Beside those a letter that was sent by post, which its debtor reads too (letters.ts). */
const documentKinds = [...addedKinds, 'letter'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** What may be kept: the ending of its name with the media type that its bytes must be. */
export const documentTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}
export const documentBytesMax = 5 * 1024 * 1024
/** So many documents of a case; and so many invoices, together no larger than one document, since they go with one mail. */
export const documentsMax = 20
export const invoicesMax = 3

/** The media type that a file of this name says it has; undefined: it may not be kept. */
export function documentTypeOf(fileName: string): string | undefined {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(documentTypes, ending) ? documentTypes[ending] : undefined
}

export const CaseDocument = z.object({
  documentID: z.number(),
  kind: z.enum(documentKinds),
  /** Masked for who may not see personal data. */
  fileName: z.string(),
  bytes: z.number(),
  addedAt: z.string(),
  /** Who added it; empty: nobody any more. */
  by: z.string(),
  /** The virus scanner has not looked at it yet: until then nobody gets it. */
  isWaiting: z.boolean(),
})
export type CaseDocument = z.infer<typeof CaseDocument>

/** What became of an invoice that was given for a case of a batch; its name says for which. */
export const placedOutcomes = ['added', 'alreadyThere', 'noCase', 'severalCases', 'tooMany'] as const
export const PlacedInvoice = z.object({
  outcome: z.enum(placedOutcomes),
  /** The case that its name stands for, where it is one. */
  found: z.nullable(z.object({ caseID: z.number(), caseNumber: z.string() })),
})
export type PlacedInvoice = z.infer<typeof PlacedInvoice>

const CaseId = z.object({ caseID: Id })
const DocumentId = z.object({ caseID: Id, documentID: Id })

/** The invoice and other documents of a case. */
export const caseDocumentApi = {
  list: endpoint({
    method: 'GET',
    path: '/cases/:caseID/documents',
    access: { right: Right.viewCases },
    summary: 'The documents of a case, the newest first',
    params: CaseId,
    response: z.array(CaseDocument),
  }),
  add: endpoint({
    method: 'POST',
    path: '/cases/:caseID/documents',
    access: { right: Right.changeCases },
    summary: 'Add a document (PDF, PNG, JPG); an invoice is what its debtor reads on the payment page. The same file again changes nothing',
    upload: true,
    budget: 'upload',
    params: CaseId,
    body: z.object({ kind: z.enum(addedKinds) }),
    response: CaseDocument,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/cases/:caseID/documents/:documentID',
    access: { right: Right.changeCases },
    summary: 'Remove a document; what went with a message stays with that message',
    params: DocumentId,
  }),
  get: endpoint({
    method: 'GET',
    path: '/cases/:caseID/documents/:documentID',
    // No mask knows what stands in a file.
    access: { right: Right.viewCases, also: [Right.viewPersonalData] },
    audited: true,
    summary: 'A document, to be saved',
    params: DocumentId,
    file: 'application/octet-stream',
  }),
  place: endpoint({
    method: 'POST',
    path: '/batches/:batchID/invoices',
    access: { right: Right.uploadFiles, also: [Right.viewBatches, Right.viewCases] },
    summary: 'Add an invoice to the case of a batch whose case number or invoice number stands in the name of the file',
    upload: true,
    budget: 'upload',
    params: z.object({ batchID: Id }),
    response: PlacedInvoice,
  }),
}
