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

/** The cases whose case number or invoice number is the name of the file or one of its words; two suffice to know that it names no single one. */
async function findNamed(db: Db, { customerId, batchId }: { customerId: number; batchId: number }, fileName: string) {
  const names = namesIn(fileName)
  const { rows } = await sql<{ caseID: number; caseNumber: string }>`
    select id as "caseID", case_number as "caseNumber"
    from cases
    where customer_id = ${customerId} and batch_id = ${batchId}
      and (case_number = any(${names}::text[]) or invoice_number = any(${names}::text[]))
    order by id
    limit 2`.execute(db)
  return rows
}

/**
 * What a name may stand for, without its ending: the whole of it, and each of its words. `Factuur_2024-0017 Jansen.pdf` gives the whole,
 * `Factuur`, `2024-0017` and `Jansen`.
 */
export function namesIn(fileName: string): string[] {
  const stem = fileName.replace(/\.[^.]*$/, '').trim()
  return [...new Set([stem, ...stem.split(/[\s_]+/)].filter((name) => name !== ''))]
}
