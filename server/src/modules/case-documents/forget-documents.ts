import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { forgetFile } from '../files/stored-file.ts'

/** Takes the documents of these cases away with their bytes, also of those that staff took away and a message had carried. */
export async function forgetDocuments(tx: Transaction, customerId: number, caseIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ fileId: number }>`
    delete from case_documents
    where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[])
    returning file_id as "fileId"`.execute(tx)
  for (const { fileId } of rows) await forgetFile(tx, { customer_id: customerId, file_id: fileId })
}

/** The same of those alone that staff took away: with the texts of the messages that carried them nobody has them any more. */
export async function forgetTakenAway(tx: Transaction, customerId: number, caseIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ fileId: number }>`
    delete from case_documents
    where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[]) and removed_at is not null
    returning file_id as "fileId"`.execute(tx)
  for (const { fileId } of rows) await forgetFile(tx, { customer_id: customerId, file_id: fileId })
}
