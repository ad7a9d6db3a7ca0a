import type { Db } from '../../platform/db/database.ts'

/** The bytes of a stored file. */
export async function findFileContent(db: Db, customerId: number, fileId: number): Promise<Buffer> {
  const { content } = await db
    .selectFrom('files')
    .select('content')
    .where('customer_id', '=', customerId)
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  return content
}
