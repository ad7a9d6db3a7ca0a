import type { Import } from '@regie/contract/files.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { fileNameOf, receiveFile, storeUpload } from '../files/store-upload.ts'
import { takeTurn } from './check-turn.ts'
import { findImport, importOf } from './import-queries.ts'

type UploadServices = Pick<Services, 'db' | 'clock'> & { config: Pick<Services['config'], 'customerFilesMegabytes'> }
export type Upload = { customerId: number; scriptId: number; fileName: string | undefined; stream: AsyncIterable<Buffer> }

/** Keeps an uploaded file and has it checked; nothing else is created. */
export async function uploadFile(
  { db, clock, config }: UploadServices,
  caller: Caller,
  { customerId, scriptId, fileName, stream }: Upload,
): Promise<Import> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const script = await db
    .selectFrom('scripts')
    .select('live_version_id')
    .where('customer_id', '=', customerId)
    .where('id', '=', scriptId)
    .executeTakeFirst()
  if (!script?.live_version_id) throw new AppError('script.notFound')
  // Asked before the file comes in.
  const turn = await takeTurn(db, caller.userId)
  const content = await receiveFile(stream)
  return db.transaction().execute(async (tx) => {
    const fileId = await storeUpload(
      tx,
      { customerId, userId: caller.userId, name: fileNameOf(fileName), content },
      config.customerFilesMegabytes,
    )
    const { id } = await tx
      .insertInto('imports')
      .values({
        customer_id: customerId,
        file_id: fileId,
        script_id: scriptId,
        status: 'reading',
        created_by: caller.userId,
        asked_by: caller.userId,
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(tx, 'checkImport', { customerId, importId: id }, turn)
    return importOf(await findImport(tx, id))
  })
}
