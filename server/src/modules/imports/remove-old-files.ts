import { fileDaysKept } from '@regie/contract/stored-files.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { removeFileContent } from '../files/stored-file.ts'
import { removeStagedRows } from './import-changes.ts'

/** How long an import that nobody confirmed is kept, and the file of one that was (product.md §5.15). */
export const daysKept = fileDaysKept.batch

/** Takes away the files of imports that are a month old; one that was never confirmed ends with its file. */
export async function removeOldFiles(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ customerId: number; fileId: number; id: number }>`
      update imports i
      set repairs = '{}', repaired = 0,
        status = case when status in ('reading', 'mapping', 'checking', 'ready') then 'cancelled' else status end
      from files f
      where f.customer_id = i.customer_id and f.id = i.file_id and f.removed_at is null
        and f.created_at < ${now}::timestamptz - make_interval(days => ${daysKept}) and i.status <> 'importing'
      returning i.customer_id as "customerId", i.file_id as "fileId", i.id`.execute(tx)
    for (const { customerId, fileId, id } of rows) {
      await removeFileContent(tx, { customer_id: customerId, file_id: fileId })
      await removeStagedRows(tx, { customer_id: customerId, id }, 'none')
    }
  })
}
