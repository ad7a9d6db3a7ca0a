import type { PlacedInvoice } from '@regie/contract/case-documents.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { UploadedFile } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { mustNotBeLocked } from '../cases/batch-lock.ts'
import { publishCaseChanged, selectCaseForUpdate } from '../cases/case-changes.ts'
import { keepDocument, receiveDocument } from './case-documents.ts'

/** Adds an invoice to the one case of a batch whose number stands in the name of its file; else says why there is none. */
export async function placeInvoice(services: Services, caller: Caller, batchId: number, file: UploadedFile): Promise<PlacedInvoice> {
  const { db } = services
  const customerId = await customerOfBatch(db, caller, batchId)
  const received = await receiveDocument(file)
  const [found, other] = await findNamed(db, { customerId, batchId }, received.fileName)
  if (!found || other) return { outcome: found ? 'severalCases' : 'noCase', found: null }
  const kept = await tryThrice(() =>
    db.transaction().execute(async (tx) => {
      const locked = await selectCaseForUpdate(tx, found.caseID)
      mustNotBeLocked(locked, caller)
      const result = await keepDocument(tx, services, { locked, kind: 'invoice', received, caller })
      if (result.fault === null && result.isNew) await publishCaseChanged(tx, locked)
      return result
    }),
  )
  if (kept.fault !== null) return { outcome: 'tooMany', found }
  return { outcome: kept.isNew ? 'added' : 'alreadyThere', found }
}

async function customerOfBatch(db: Db, caller: Caller, batchId: number): Promise<number> {
  const batch = await db
    .selectFrom('batches')
    .select('customer_id')
    .where('customer_id', 'in', [0, ...caller.customerIds])
    .where('id', '=', batchId)
    .executeTakeFirst()
  if (!batch) throw new AppError('batch.notFound')
  return batch.customer_id
}

// A number that so many cases share names none of them.
const namedMax = 200

/** The cases whose case number or invoice number stands in the name of the file, by the longest that does; two suffice to know that it names no single one. */
async function findNamed(db: Db, { customerId, batchId }: { customerId: number; batchId: number }, fileName: string) {
  const pieces = piecesOf(fileName)
  const names = [...new Set(pieces.map(({ text }) => text))]
  const { rows } = await sql<{ caseID: number; caseNumber: string; invoiceNumber: string | null }>`
    select id as "caseID", case_number as "caseNumber", invoice_number as "invoiceNumber"
    from cases
    where customer_id = ${customerId} and batch_id = ${batchId} and anonymous_at is null
      and (case_number = any(${names}::text[]) or invoice_number = any(${names}::text[]))
    order by id
    limit ${namedMax}`.execute(db)
  const known = new Set(rows.flatMap(({ caseNumber, invoiceNumber }) => [caseNumber, invoiceNumber]))
  const meant = new Set<string | null>(longestOf(pieces.filter(({ text }) => known.has(text))).map(({ text }) => text))
  return rows
    .filter(({ caseNumber, invoiceNumber }) => rows.length === namedMax || meant.has(caseNumber) || meant.has(invoiceNumber))
    .map(({ caseID, caseNumber }) => ({ caseID, caseNumber }))
}

/** A part of a name, and where it stands. */
type Piece = { text: string; from: number; to: number }

// No number has more words than this.
const wordsMax = 8

/**
 * What a name may stand for, without its ending: each of its words, and words beside each other, since a number may have a space or a `_` in it.
 * `Factuur_2024-0017 Jansen.pdf` gives `2024-0017` among others.
 */
export function piecesOf(fileName: string): Piece[] {
  const words = [...fileName.replace(/\.[^.]*$/, '').matchAll(/[^\s_]+/g)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
  }))
  return words.flatMap(({ from }, at) => words.slice(at, at + wordsMax).map(({ to }) => ({ text: fileName.slice(from, to), from, to })))
}

/** Without those that are a part of another: in `D_17` stands no 17. */
function longestOf(pieces: readonly Piece[]): Piece[] {
  const isWithin = (one: Piece, other: Piece) => one !== other && other.from <= one.from && one.to <= other.to
  return pieces.filter((one) => !pieces.some((other) => isWithin(one, other)))
}
