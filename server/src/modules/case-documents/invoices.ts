import { documentTypeOf } from '@regie/contract/case-documents.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { findFileContent } from '../files/stored-file.ts'

type OfCase = { customerId: number; caseId: number }
export type Invoice = { id: number; fileId: number; fileName: string; mediaType: string; bytes: number }

// Of a document `d` with its file `f`.
const mayLeave = `d.kind = 'invoice' and d.removed_at is null and f.removed_at is null and f.state = 'kept'`

/** SQL: how many invoices a case `c` has that may leave. */
export const invoiceCount = `(
    select count(*)::int
    from case_documents d
    join files f on f.customer_id = d.customer_id and f.id = d.file_id
    where d.customer_id = c.customer_id and d.case_id = c.id and ${mayLeave})`

/**
 * The invoices of a case that may leave, in the order in which they came; what the virus scanner still has to look at may not. `hasScanner`: nor what came
 * before the scanner did.
 */
export async function listInvoices(db: Db, { customerId, caseId }: OfCase, hasScanner = false): Promise<Invoice[]> {
  const { rows } = await sql<Omit<Invoice, 'mediaType'>>`
    select d.id, d.file_id as "fileId", f.name as "fileName", f.bytes
    from case_documents d
    join files f on f.customer_id = d.customer_id and f.id = d.file_id
    where d.customer_id = ${customerId} and d.case_id = ${caseId} and ${sql.raw(mayLeave)}
      and (f.scanned_at is not null or not ${hasScanner}::boolean)
    order by d.id`.execute(db)
  return rows.map((row) => ({ ...row, mediaType: documentTypeOf(row.fileName) ?? 'application/octet-stream' }))
}

/** The letters that the print shop has of a case, the newest first: what its person got by post. */
export async function listPosted(db: Db, { customerId, caseId }: OfCase, hasScanner = false): Promise<Invoice[]> {
  const { rows } = await sql<Omit<Invoice, 'mediaType'>>`
    select d.id, d.file_id as "fileId", f.name as "fileName", f.bytes
    from letters l
    join case_documents d on d.customer_id = l.customer_id and d.id = l.document_id
    join files f on f.customer_id = d.customer_id and f.id = d.file_id
    where l.customer_id = ${customerId} and l.case_id = ${caseId} and l.state = 'handedOver'
      and d.removed_at is null and f.removed_at is null and f.state = 'kept'
      and (f.scanned_at is not null or not ${hasScanner}::boolean)
    order by l.id desc`.execute(db)
  return rows.map((row) => ({ ...row, mediaType: 'application/pdf' }))
}

/** What its debtor may keep: an invoice or a letter of the case. */
export async function findOwnDocument(
  db: Db,
  of: OfCase,
  id: number,
  hasScanner: boolean,
): Promise<{ fileName: string; content: Buffer } | undefined> {
  const found = (await listPosted(db, of, hasScanner)).find((one) => one.id === id)
  if (!found) return findInvoice(db, of, id, hasScanner)
  return { fileName: found.fileName, content: await findFileContent(db, of.customerId, found.fileId) }
}

/** One of the invoices with its bytes. */
async function findInvoice(
  db: Db,
  of: OfCase,
  id: number,
  hasScanner: boolean,
): Promise<{ fileName: string; content: Buffer } | undefined> {
  const invoice = (await listInvoices(db, of, hasScanner)).find((one) => one.id === id)
  return invoice && { fileName: invoice.fileName, content: await findFileContent(db, of.customerId, invoice.fileId) }
}
