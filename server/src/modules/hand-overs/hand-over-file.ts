import { ownCustomerRight, Right } from '@regie/contract/right-codes.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { announceFile, isAwaited } from '../files/made-files.ts'
import { removeFileContent } from '../files/stored-file.ts'
import { findHandOver } from './hand-over-queries.ts'

/** What somebody must hold to have the file made and to take it along: it has people and their cases in full. */
export const fileNeeds = (customerId: number): number[] => [
  ...[Right.viewCases, Right.viewPersonalData, Right.exportReports],
  ownCustomerRight(customerId),
]

/** The file of a hand-over stands in the list of results from now on; a job makes it when its cases are handed over. */
export async function announceHandOverFile(
  tx: Transaction,
  { customerId, handOverId, userId }: { customerId: number; handOverId: number; userId: number },
): Promise<number> {
  const name = `overdracht-${handOverId}.zip`
  const { fileId } = await announceFile(tx, { customerId, userId, kind: 'result', format: 'zip', name, needs: fileNeeds(customerId) })
  await tx.updateTable('hand_overs').set({ file_id: fileId }).where('customer_id', '=', customerId).where('id', '=', handOverId).execute()
  return fileId
}

// Whoever is gone holds no right: the job says so at the file.
const nobody = 0

/** The bulk job behind a hand-over is over, however it ended: its file is made of what was handed over. */
export async function makeFileOfBulk(tx: Transaction, { customerId, bulkId }: { customerId: number; bulkId: number }): Promise<void> {
  const found = await tx
    .selectFrom('hand_overs')
    .select(['id', 'file_id', 'user_id'])
    .where('customer_id', '=', customerId)
    .where('bulk_id', '=', bulkId)
    .executeTakeFirst()
  if (found?.file_id == null) return
  const file = { customerId, fileId: found.file_id }
  if (await isAwaited(tx, file)) await enqueue(tx, 'makeHandOverFile', { ...file, handOverId: found.id, userId: found.user_id ?? nobody })
}

/** Has the file of a hand-over made anew, of the cases that are handed over now; the one before it goes. */
export async function makeFileAnew({ db }: Services, caller: Caller, handOverId: number): Promise<{ fileID: number }> {
  return db.transaction().execute(async (tx) => {
    const { customerId, fileId, isAtWork, given } = await findHandOver(tx, caller, handOverId)
    if (isAtWork) throw new AppError('handOver.fileUnderWay')
    if (fileId !== null && (await isAwaited(tx, { customerId, fileId }))) throw new AppError('handOver.fileUnderWay')
    if (given === 0) throw new AppError('handOver.nothingLeft')
    if (fileId !== null) await removeFileContent(tx, { customer_id: customerId, file_id: fileId }, caller.userId)
    const made = await announceHandOverFile(tx, { customerId, handOverId, userId: caller.userId })
    await enqueue(tx, 'makeHandOverFile', { customerId, fileId: made, handOverId, userId: caller.userId })
    return { fileID: made }
  })
}
