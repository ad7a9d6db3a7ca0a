import type { Transaction } from '../../../platform/db/database.ts'
import type { Scanned } from '../../files/scan/scan-files.ts'
import { notifyUsers } from '../../notifications/notify-users.ts'

/** Tells whoever had a report made that it stands under Bestanden, or that it does not; in the transaction that says so, and once. */
export async function notifyOfReport(
  tx: Transaction,
  { customerId, fileId }: { customerId: number; fileId: number },
  kind: 'fileReady' | 'fileFailed',
  at: Date,
): Promise<void> {
  const { uploaded_by: userId } = await tx
    .selectFrom('files')
    .select('uploaded_by')
    .where('customer_id', '=', customerId)
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  if (userId !== null) await notifyUsers(tx, { customerId, kind, cause: `${kind}:${fileId}`, at, fileId }, [userId])
}

/** The scanner looked at a report that waited for it. */
export const goOnAfterScan = (tx: Transaction, scanned: Scanned, at: Date): Promise<void> =>
  notifyOfReport(tx, scanned, scanned.virus === null ? 'fileReady' : 'fileFailed', at)
