import { fileTabs } from '@regie/contract/stored-files.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import { inUse } from './file-list.ts'
import { removeFileContent } from './stored-file.ts'

/** Deletes a file for good; what was made of it stays. Refused while an import that is not done still reads it. */
export async function removeFile({ db }: { db: Db }, caller: Caller, fileId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ customerId: number; state: string; isUsed: boolean }>`
      select f.customer_id as "customerId", f.state, ${inUse} as "isUsed"
      from files f
      where f.id = ${fileId} and f.removed_at is null and f.state <> 'receiving'
        and f.kind = any(${[...fileTabs]}::text[])
      for update`.execute(tx)
    const [file] = rows
    if (!file) throw new AppError('file.notFound')
    mustAccessCustomer(caller, file.customerId, 'file.notFound')
    if (file.isUsed) throw new AppError('file.inUse')
    await removeFileContent(tx, { customer_id: file.customerId, file_id: fileId }, caller.userId)
  })
}
