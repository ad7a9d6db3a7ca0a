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

/** One of them with its bytes. */
export async function findInvoice(
  db: Db,
  of: OfCase,
  id: number,
  hasScanner: boolean,
): Promise<{ fileName: string; content: Buffer } | undefined> {
  const invoice = (await listInvoices(db, of, hasScanner)).find((one) => one.id === id)
  return invoice && { fileName: invoice.fileName, content: await findFileContent(db, of.customerId, invoice.fileId) }
}
