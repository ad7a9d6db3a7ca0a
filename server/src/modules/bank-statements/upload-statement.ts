import { createHash } from 'node:crypto'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { type FileConfig, fileNameOf, receiveBankFile, storeUpload } from '../files/store-upload.ts'

type UploadServices = Pick<Services, 'db' | 'clock'> & { config: FileConfig }
export type StatementUpload = { customerId: number; fileName: string | undefined; stream: AsyncIterable<Buffer> }

/** Keeps an uploaded file of bank statements and has it read. The same file is taken once; one that was refused may come again. */
export async function uploadStatement(
  { db, clock, config }: UploadServices,
  caller: Caller,
  { customerId, fileName, stream }: StatementUpload,
): Promise<{ statementID: number }> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const content = await receiveBankFile(stream)
  return db.transaction().execute(async (tx) => {
    const file = { customerId, userId: caller.userId, name: fileNameOf(fileName), content, kind: 'statement' as const }
    const { fileId, waits } = await storeUpload(tx, file, config)
    const statement = await tx
      .insertInto('bank_statements')
      .values({
        customer_id: customerId,
        file_id: fileId,
        sha256: createHash('sha256').update(content).digest(),
        uploaded_by: caller.userId,
        uploaded_at: clock.now(),
      })
      .onConflict((conflict) => conflict.columns(['customer_id', 'sha256']).where('state', '<>', 'failed').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!statement) throw new AppError('statement.alreadyThere')
    if (!waits) await enqueue(tx, 'runStatement', { customerId, statementId: statement.id })
    return { statementID: statement.id }
  })
}
