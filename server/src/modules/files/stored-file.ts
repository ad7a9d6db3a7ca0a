import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'

/** The bytes of a stored file, while it has them. */
export async function findFileContent(db: Db, customerId: number, fileId: number): Promise<Buffer> {
  const { content } = await db
    .selectFrom('files')
    .select('content')
    .where('customer_id', '=', customerId)
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  if (content === null) throw new AppError('file.notFound')
  return content
}

/** Takes the bytes of a file away that nobody needs any more; its name and size stay known. */
export async function removeFileContent(
  tx: Transaction,
  { customer_id: customerId, file_id: fileId }: { customer_id: number; file_id: number },
) {
  await tx
    .updateTable('files')
    .set({ content: null, removed_at: sql<Date>`now()` })
    .where('customer_id', '=', customerId)
    .where('id', '=', fileId)
    .where('removed_at', 'is', null)
    .execute()
}

/** How many bytes of files a customer keeps. */
export async function countKeptBytes(db: Db, customerId: number): Promise<number> {
  const { kept } = await db
    .selectFrom('files')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('bytes'), sql<number>`0`).as('kept'))
    .where('customer_id', '=', customerId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(kept)
}
