import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  type CaseDocument,
  documentBytesMax,
  type DocumentKind,
  documentsMax,
  documentTypeOf,
  invoicesMax,
} from '@regie/contract/case-documents.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { FileReply, UploadedFile } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { mustNotBeLocked } from '../cases/batch-lock.ts'
import { type LockedCase, publishCaseChanged, selectCaseForUpdate } from '../cases/case-changes.ts'
import { findCustomerOfCase } from '../cases/case-queries.ts'
import { findTextMask } from '../cases/masks/case-mask.ts'
import { type ReceivedFile, receiveAttachment } from '../files/receive-attachment.ts'
import { storeUpload } from '../files/store-upload.ts'
import { findFileContent, removeFileContent } from '../files/stored-file.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'

type OfCase = { customerId: number; caseId: number }

/** The documents of a case, the newest first. */
export async function listDocuments({ db, pool, config }: Services, caller: Caller, caseId: number): Promise<CaseDocument[]> {
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const rows = await documentRows(db, { customerId, caseId }).orderBy('d.id', 'desc').execute()
  const masked = await findTextMask(pool, caller, caseId)
  return rows.map((row) => documentOf(row, config, masked))
}

/** The documents of a case for its evidence, the oldest first, with where their bytes are. Nobody gets one that waits for the virus scanner. */
export async function listDocumentFiles({ db, config }: Pick<Services, 'db' | 'config'>, ofCase: OfCase) {
  const rows = await documentRows(db, ofCase).orderBy('d.id').execute()
  return rows.map((row) => ({
    ...{ id: row.id, kind: row.kind as DocumentKind, name: row.name, bytes: row.bytes, fileId: row.file_id },
    ...{ sha256: row.sha256, addedAt: row.created_at, by: row.username, isWaiting: isWaiting(row, config) },
  }))
}

/** Collects a document as it comes in: a PDF or a picture by its bytes, whatever its name says. */
export const receiveDocument = (file: UploadedFile): Promise<ReceivedFile> =>
  receiveAttachment(file, {
    typeOf: documentTypeOf,
    bytesMax: documentBytesMax,
    refusals: {
      type: () => new AppError('document.typeUnsupported', { field: 'file' }),
      content: () => new AppError('document.notWhatItSays', { field: 'file' }),
      size: () => new AppError('document.tooLarge', { field: 'file', params: { megabytes: documentBytesMax / 1024 / 1024 } }),
    },
  })

/** Adds a document to a case. The same bytes again are the document that is there already. */
export async function addDocument(
  services: Services,
  caller: Caller,
  { caseId, kind }: { caseId: number; kind: DocumentKind },
  file: UploadedFile,
): Promise<CaseDocument> {
  const customerId = await findCustomerOfCase(services.pool, caller, caseId)
  const received = await receiveDocument(file)
  const id = await changeDocuments(services, caller, caseId, async (tx, locked) => {
    const kept = await keepDocument(tx, services, { locked, kind, received, caller })
    if (kept.fault !== null) throw new AppError(kept.fault, { field: 'file', params: { documents: documentsMax, invoices: invoicesMax } })
    return kept.id
  })
  const row = await documentRows(services.db, { customerId, caseId }).where('d.id', '=', id).executeTakeFirst()
  // Taken away by a colleague in this very moment.
  if (!row) throw new AppError('document.notFound')
  return documentOf(row, services.config, await findTextMask(services.pool, caller, caseId))
}

type Kept = { id: number; isNew: boolean; fault: null } | { fault: 'document.tooMany' | 'document.tooManyInvoices' }
type Keeping = { locked: LockedCase; kind: DocumentKind; received: ReceivedFile; caller: Caller }

/** Keeps a document of a case that the caller has locked, once; or says why there is no room for it. */
export async function keepDocument(
  tx: Transaction,
  { clock, config }: Services,
  { locked, kind, received, caller }: Keeping,
): Promise<Kept> {
  const { customerId, caseId } = locked
  await mustBeSomebody(tx, locked)
  const there = await documentRows(tx, locked).execute()
  const hash = createHash('sha256').update(received.content).digest()
  const same = there.find((one) => one.kind === kind && one.sha256.equals(hash))
  if (same) return { id: same.id, isNew: false, fault: null }
  if (there.filter((one) => one.kind !== 'letter').length >= documentsMax) return { fault: 'document.tooMany' }
  const invoices = kind === 'invoice' ? there.filter((one) => one.kind === 'invoice') : []
  const bytes = invoices.reduce((sum, one) => sum + one.bytes, received.content.length)
  if (invoices.length >= invoicesMax || bytes > documentBytesMax) return { fault: 'document.tooManyInvoices' }
  const { fileName: name, content } = received
  const { fileId } = await storeUpload(tx, { customerId, userId: caller.userId, kind: 'document', name, content }, config)
  const { id } = await tx
    .insertInto('case_documents')
    .values({ customer_id: customerId, case_id: caseId, kind, file_id: fileId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const event = kind === 'invoice' ? 'invoiceAdded' : 'documentAdded'
  await recordTimeline(tx, [{ customerId, caseId, event, byUser: caller.username, at: clock.now() }])
  return { id, isNew: true, fault: null }
}

/** `userId`: who sent it; null: its script. `at`: of one from the past of the demo, when it was made. */
type NewLetter = { locked: OfCase; userId: number | null; name: string; content: Buffer; at?: Date }

/** Keeps the PDF of a letter to the person of a case that the caller has locked, and answers its number. */
export async function keepLetter(tx: Transaction, { config }: Services, { locked, userId, ...file }: NewLetter): Promise<number> {
  const { customerId, caseId } = locked
  await mustBeSomebody(tx, locked)
  const { fileId } = await storeUpload(tx, { customerId, userId, kind: 'document', ...file }, config)
  const { id } = await tx
    .insertInto('case_documents')
    .values({ customer_id: customerId, case_id: caseId, kind: 'letter', file_id: fileId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Takes letters away that were not sent after all: nobody shall take one for a letter that was. */
export async function takeAwayLetters(tx: Transaction, customerId: number, documentIds: readonly number[], at: Date): Promise<void> {
  if (documentIds.length === 0) return
  await tx
    .updateTable('case_documents')
    .set({ removed_at: at })
    .where('customer_id', '=', customerId)
    .where('id', 'in', documentIds)
    .where('kind', '=', 'letter')
    .where('removed_at', 'is', null)
    .execute()
}

// It would stay: what is forgotten is not forgotten once more.
async function mustBeSomebody(tx: Transaction, { customerId, caseId }: OfCase): Promise<void> {
  const found = await tx
    .selectFrom('cases')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('id', '=', caseId)
    .where('anonymous_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw new AppError('case.anonymous')
}

/** Takes a document away; one that is gone is taken away as well. What a message carried stays with that message. */
export async function removeDocument(
  services: Services,
  caller: Caller,
  { caseId, documentId }: { caseId: number; documentId: number },
): Promise<void> {
  await changeDocuments(services, caller, caseId, async (tx, locked) => {
    const { customerId } = locked
    const now = services.clock.now()
    const kept = await documentRows(tx, locked).where('d.id', '=', documentId).executeTakeFirst()
    // What a person got on paper is proof, and stays as long as the case does.
    if (kept?.kind === 'letter') throw new AppError('letter.hasLeft')
    const removed = await tx
      .updateTable('case_documents')
      .set({ removed_at: now })
      .where('customer_id', '=', customerId)
      .where('case_id', '=', caseId)
      .where('id', '=', documentId)
      .where('removed_at', 'is', null)
      .returning('file_id')
      .executeTakeFirst()
    if (!removed) return
    const carried = await tx
      .selectFrom('mail_attachments')
      .select('id')
      .where('customer_id', '=', customerId)
      .where('file_id', '=', removed.file_id)
      .executeTakeFirst()
    if (!carried) await removeFileContent(tx, { customer_id: customerId, file_id: removed.file_id }, caller.userId)
    await recordTimeline(tx, [{ customerId, caseId, event: 'documentRemoved', byUser: caller.username, at: now }])
  })
}

/** A document, to be saved by staff. */
export async function fetchDocument(
  services: Services,
  caller: Caller,
  { caseId, documentId }: { caseId: number; documentId: number },
): Promise<FileReply> {
  const customerId = await findCustomerOfCase(services.pool, caller, caseId)
  const row = await documentRows(services.db, { customerId, caseId }).where('d.id', '=', documentId).executeTakeFirst()
  if (!row) throw new AppError('document.notFound')
  if (isWaiting(row, services.config)) throw new AppError('file.notScanned')
  return { fileName: row.name, stream: Readable.from([await findFileContent(services.db, customerId, row.file_id)]) }
}

/** Does something with the documents of a case that the caller may change: it is locked, and its screens get the news. */
async function changeDocuments<Result>(
  { db }: Services,
  caller: Caller,
  caseId: number,
  work: (tx: Transaction, locked: LockedCase) => Promise<Result>,
): Promise<Result> {
  return tryThrice(() =>
    db.transaction().execute(async (tx) => {
      const locked = await selectCaseForUpdate(tx, caseId)
      mustAccessCustomer(caller, locked.customerId, 'case.notFound')
      mustNotBeLocked(locked, caller)
      const result = await work(tx, locked)
      await publishCaseChanged(tx, locked)
      return result
    }),
  )
}

const documentRows = (db: Db, { customerId, caseId }: OfCase) =>
  db
    .selectFrom('case_documents as d')
    .innerJoin('files as f', (join) => join.onRef('f.customer_id', '=', 'd.customer_id').onRef('f.id', '=', 'd.file_id'))
    .leftJoin('users as u', 'u.id', 'f.uploaded_by')
    .select(['d.id', 'd.kind', 'd.file_id', 'f.name', 'f.bytes', 'f.state', 'f.sha256', 'f.scanned_at', 'f.created_at', 'u.username'])
    .where('d.customer_id', '=', customerId)
    .where('d.case_id', '=', caseId)
    .where('d.removed_at', 'is', null)
    .where('f.removed_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof documentRows>['execute']>>[number]

// Also one that came before the scanner did.
const isWaiting = ({ state, scanned_at: scannedAt }: Row, { virusScanner }: Services['config']) =>
  state !== 'kept' || (virusScanner !== null && scannedAt === null)

function documentOf(row: Row, config: Services['config'], masked: (text: string) => string): CaseDocument {
  return {
    documentID: row.id,
    kind: row.kind as DocumentKind,
    fileName: masked(row.name),
    bytes: row.bytes,
    addedAt: row.created_at.toISOString(),
    by: row.username ?? '',
    isWaiting: isWaiting(row, config),
  }
}
