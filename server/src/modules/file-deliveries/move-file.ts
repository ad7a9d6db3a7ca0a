import type { DeliveredState } from '@regie/contract/file-deliveries.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { notifyUsers } from '../notifications/notify-users.ts'
import { listHolders } from '../notifications/recipients.ts'
import type { Turn } from './delivered-file.ts'
import { mailResult } from './mail-result.ts'

type File = { customerId: number; id: number; name: string; state: DeliveredState }
/**
 * Moves a file on, once: with its mail and its notification in the same transaction. False: somebody else did so before. Its folder is looked into soon
 * when it has its end, so that the file is put aside.
 */
export async function moveFile(tx: Transaction, services: Services, file: File, turn: Turn): Promise<boolean> {
  const now = services.clock.now()
  const { customerId, id } = file
  const isEnd = turn.state === 'refused' || turn.state === 'imported'
  const moved = await tx
    .updateTable('delivered_files')
    .set({
      state: turn.state,
      reason: 'reason' in turn ? JSON.stringify(turn.reason) : null,
      ...(isEnd && { ended_at: now }),
      ...(turn.state === 'refused' && turn.sha256 && { sha256: turn.sha256 }),
      ...(turn.state === 'imported' && { rows_read: turn.counts.rows, cases: turn.counts.cases, refused_rows: turn.counts.refused }),
    })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .where('state', '=', file.state)
    .returning(['delivery_id as deliveryId', 'import_id as importId'])
    .executeTakeFirst()
  if (!moved) return false
  const { deliveryId, importId } = moved
  if (isEnd && file.state !== 'seen')
    await tx
      .updateTable('file_deliveries')
      .set({ next_at: now })
      .where('customer_id', '=', customerId)
      .where('id', '=', deliveryId)
      .execute()
  if (turn.state === 'importing') return true
  await mailResult(tx, services, { customerId, deliveryId, importId, fileName: file.name }, turn)
  const notice = { customerId, cause: `delivered:${id}:${turn.state}`, at: now }
  if (turn.state === 'refused')
    await notifyUsers(tx, { ...notice, kind: 'deliveryFailed', deliveryId }, await listHolders(tx, customerId, [Right.changeWebhooks]))
  if (turn.state === 'asking' && importId !== null)
    await notifyUsers(tx, { ...notice, kind: 'deliveryWaits', importId }, await listHolders(tx, customerId, [Right.uploadFiles]))
  return true
}
