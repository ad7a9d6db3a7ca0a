import type { Import } from '@regie/contract/files.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { type FileConfig, fileNameOf, receiveFile, storeUpload } from '../files/store-upload.ts'
import { beginImport, mustBeLive } from './begin-import.ts'
import { takeTurn } from './check-turn.ts'

export type UploadServices = Pick<Services, 'db' | 'clock'> & { config: FileConfig }
export type Upload = { customerId: number; scriptId: number; fileName: string | undefined; stream: AsyncIterable<Buffer> }

/** Keeps an uploaded file and has it checked; nothing else is created. */
export async function uploadFile(
  { db, clock, config }: UploadServices,
  caller: Caller,
  { customerId, scriptId, fileName, stream }: Upload,
): Promise<Import> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  await mustBeLive(db, customerId, scriptId)
  // Asked before the file comes in.
  const turn = await takeTurn(db, caller.userId)
  const content = await receiveFile(stream)
  return db.transaction().execute(async (tx) => {
    const file = { customerId, userId: caller.userId, name: fileNameOf(fileName), content, kind: 'batch' as const }
    const stored = await storeUpload(tx, file, config)
    return beginImport(tx, caller, { customerId, scriptId, ...stored, at: clock.now() }, turn)
  })
}
