import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { removeFileContent } from './stored-file.ts'

/** Takes away what was made and is past its time, and uploads that nobody goes on with. Files of imports end with their import (remove-old-files.ts). */
export async function sweepFiles(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ customerId: number; fileId: number }>`
      select customer_id as "customerId", id as "fileId"
      from files f
      where expires_at < ${now}::timestamptz and removed_at is null and not exists (
          select from imports i where i.customer_id = f.customer_id and i.file_id = f.id)
      for update skip locked`.execute(tx)
    for (const { customerId, fileId } of rows) await removeFileContent(tx, { customer_id: customerId, file_id: fileId })
  })
}
