import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { forgetFile } from '../../files/stored-file.ts'

/** Empties what staff and payers wrote about these cases. That there was a note, a call-back or a complaint, and when, stays. */
export async function forgetArrangements(tx: Transaction, customerId: number, caseIds: readonly number[]): Promise<void> {
  const ofCases = sql`customer_id = ${customerId} and case_id = any(${caseIds}::bigint[])`
  const { rows: files } = await sql<{ fileId: number }>`
    delete from complaint_files
    where customer_id = ${customerId} and complaint_id in (select id from complaints where ${ofCases})
    returning file_id as "fileId"`.execute(tx)
  for (const { fileId } of files) await forgetFile(tx, { customer_id: customerId, file_id: fileId })
  await sql`update case_notes set text = '–' where ${ofCases}`.execute(tx)
  await sql`update callbacks set note = '' where ${ofCases} and note <> ''`.execute(tx)
  await sql`update complaints set text = '–', outcome = '' where ${ofCases}`.execute(tx)
}
