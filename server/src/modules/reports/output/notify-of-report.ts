import { enqueue } from '../../../jobs/enqueue.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Scanned } from '../../files/scan/scan-files.ts'
import { notifyUsers } from '../../notifications/notify-users.ts'

/** Tells whoever had a report made that it stands under Bestanden, or that it does not, and contacts who want to hear of reports; in the transaction that says so, and once. */
export async function notifyOfReport(
  tx: Transaction,
  { customerId, fileId }: { customerId: number; fileId: number },
  kind: 'fileReady' | 'fileFailed',
  at: Date,
): Promise<void> {
  const {
    uploaded_by: userId,
    name: about,
    script_id: scriptId,
  } = await tx
    .selectFrom('files')
    .select(['uploaded_by', 'name', 'script_id'])
    .where('customer_id', '=', customerId)
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  if (userId !== null) await notifyUsers(tx, { customerId, kind, cause: `${kind}:${fileId}`, at, fileId }, [userId])
  if (kind === 'fileReady')
    await enqueue(tx, 'mailSubscribers', {
      ...{ customerId, key: 'file_ready', cause: `${kind}:${fileId}`, scriptIds: scriptId === null ? [] : [scriptId] },
      ...{ about, count: 1, until: null },
    })
}

/** The scanner looked at a report that waited for it. */
export const goOnAfterScan = (tx: Transaction, scanned: Scanned, at: Date): Promise<void> =>
  notifyOfReport(tx, scanned, scanned.virus === null ? 'fileReady' : 'fileFailed', at)
