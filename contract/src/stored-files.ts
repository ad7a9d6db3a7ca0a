import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Import } from './files.ts'
import { uploadBytesMax } from './files.ts'
import { IdList } from './id-list.ts'
import { BodyId, Id, pageOf, pageQuery } from './paging.ts'
import { ReportWish } from './report-wish.ts'
import { Right } from './right-codes.ts'

/** The tabs of Bestanden: what came in for batches, reports of scripts, and results of batches. */
export const fileTabs = ['batch', 'report', 'result'] as const
export type FileTab = (typeof fileTabs)[number]

/** How many days a file of each kind is kept (product.md §5.15); what was made of it stays. */
export const fileDaysKept: Record<FileTab, number> = { batch: 30, report: 30, result: 90 }

/** Who may take files of a tab along; what a file itself needs comes on top of it. */
export const fileTabRights: Record<FileTab, number> = {
  batch: Right.downloadBatchFiles,
  report: Right.downloadReports,
  result: Right.downloadResults,
}

export const fileSorts = ['createdAt', 'name', 'bytes', 'expiresAt'] as const
/** Files that one may take along at once. */
export const zipFilesMax = 100
/** How much of a file is sent at a time; what breaks off is sent again from here. */
export const uploadPartBytes = 2 * 1024 * 1024
/** A file that nobody goes on sending is forgotten. */
export const partialUploadHours = 24

/** `waiting`: for the virus scanner. `making`: a job makes it. */
const fileStates = ['making', 'waiting', 'kept', 'failed'] as const
const fileFormats = ['csv', 'xlsx', 'zip', 'other'] as const

const Fetch = z.object({ at: z.iso.datetime(), by: z.string() })

/** A file in the list. What it is its content said, not its name. */
export const StoredFile = z.object({
  fileID: z.number(),
  name: z.string(),
  tab: z.enum(fileTabs),
  format: z.enum(fileFormats),
  bytes: z.number(),
  state: z.enum(fileStates),
  /** A code of an error: why it was not made, or why it still waits. */
  fault: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Who uploaded it or had it made; empty: nobody any more. */
  by: z.string(),
  /** How often it was taken along, and who did so at last. */
  fetches: z.number(),
  lastFetches: z.array(Fetch),
  /** The batch that came of it. */
  batchID: z.nullable(z.number()),
  /** May the caller take it along, as far as the data in it goes? */
  mayFetch: z.boolean(),
  /** An import that is not done still reads it. */
  isInUse: z.boolean(),
})
export type StoredFile = z.infer<typeof StoredFile>

/** How files are looked at for viruses: not at all, by a scanner, or by one that does not answer. */
const scannerStates = ['off', 'on', 'away'] as const

const FileId = z.object({ fileID: Id })

const PartialUpload = z.object({
  fileID: z.number(),
  customerID: z.number(),
  scriptID: z.number(),
  fileName: z.string(),
  bytes: z.number(),
  /** So many bytes are here. */
  offset: z.number(),
  uploadedAt: z.iso.datetime(),
})
export type PartialUpload = z.infer<typeof PartialUpload>

/** Files that are kept: what was uploaded and what was made. */
export const storedFileApi = {
  list: endpoint({
    method: 'GET',
    path: '/files',
    access: { right: Right.viewFiles },
    summary: 'The files of a customer in a tab: what is kept until when, and who took it along',
    query: z.object({
      customerID: Id,
      tab: z.enum(fileTabs),
      q: z.optional(z.string().check(z.maxLength(200))),
      sort: z._default(z.enum(fileSorts), 'createdAt'),
      direction: z._default(z.enum(['asc', 'desc']), 'desc'),
      ...pageQuery,
    }),
    response: z.extend(pageOf(StoredFile), { scanner: z.enum(scannerStates), daysKept: z.number() }),
  }),
  zip: endpoint({
    method: 'GET',
    path: '/files/zip',
    access: { right: Right.viewFiles },
    budget: 'export',
    summary: 'Several files as one ZIP; one that may not be taken along refuses them all',
    audited: true,
    query: z.object({ customerID: Id, fileIDs: IdList }),
    file: 'application/zip',
  }),
  download: endpoint({
    method: 'GET',
    path: '/files/:fileID/download',
    access: { right: Right.viewFiles },
    summary: 'Take a file along; the rights that its tab and its data need are asked at this moment',
    audited: true,
    params: FileId,
    file: 'application/octet-stream',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/files/:fileID',
    access: { right: Right.removeFiles, also: [Right.viewFiles] },
    summary: 'Delete a file; refused while an import still reads it. What was made of it stays',
    params: FileId,
  }),
  make: endpoint({
    method: 'POST',
    path: '/files/reports',
    access: { right: Right.exportReports, also: [Right.viewCases] },
    summary: 'Have a report made and kept: of batches under results, of a script under reports',
    budget: 'export',
    body: z.object({ format: z.enum(['csv', 'xlsx']), wish: ReportWish }),
    response: z.object({ fileID: z.number(), customerID: z.number(), tab: z.enum(fileTabs) }),
  }),
}

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** The upload of a file for a batch in parts, so that a connection that breaks loses nothing. */
export const fileUploadApi = {
  begin: endpoint({
    method: 'POST',
    path: '/files/uploads',
    access: { right: Right.uploadFiles },
    summary: 'Say which file comes; one that was begun before goes on where it was',
    body: z.object({
      customerID: BodyId,
      scriptID: BodyId,
      fileName: z.string().check(z.maxLength(1000)),
      bytes: z.number().check(z.int(), z.gte(1, 'file.empty'), z.lte(uploadBytesMax, 'file.tooLarge')),
      /** What the file is, where the browser can tell: then one that was begun is found again. */
      sha256: z.optional(Sha256),
    }),
    response: PartialUpload,
  }),
  look: endpoint({
    method: 'GET',
    path: '/files/uploads/:fileID',
    access: { right: Right.uploadFiles },
    summary: 'How much of an upload is here',
    params: FileId,
    response: PartialUpload,
  }),
  left: endpoint({
    method: 'GET',
    path: '/files/uploads',
    access: { right: Right.uploadFiles },
    summary: 'The uploads of the caller that broke off',
    query: z.object({ customerID: Id }),
    response: z.array(PartialUpload),
  }),
  send: endpoint({
    method: 'POST',
    path: '/files/uploads/:fileID/parts',
    access: { right: Right.uploadFiles },
    summary: 'The next bytes of an upload; another place than the end of what is here is refused and says where that is',
    upload: true,
    budget: 'upload',
    params: FileId,
    body: z.object({ offset: z.coerce.number().check(z.int(), z.gte(0), z.lte(uploadBytesMax)) }),
    response: PartialUpload,
  }),
  finish: endpoint({
    method: 'POST',
    path: '/files/uploads/:fileID/finish',
    access: { right: Right.uploadFiles },
    summary: 'All of it is here: it is checked as a file and its import begins; asked twice, the same import',
    params: FileId,
    response: Import,
  }),
  drop: endpoint({
    method: 'DELETE',
    path: '/files/uploads/:fileID',
    access: { right: Right.uploadFiles },
    summary: 'Drop an upload that is not whole',
    params: FileId,
  }),
}
