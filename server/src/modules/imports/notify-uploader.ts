import type { Transaction } from '../../platform/db/database.ts'
import { notifyUsers } from '../notifications/notify-users.ts'
import type { ImportRow } from './import-queries.ts'

/** Notifies whoever asked for the import last that it is done or failed, in the transaction that says so. */
export async function notifyUploader(
  tx: Transaction,
  { id, customer_id: customerId, check_no: checkNo, asked_by: userId }: Pick<ImportRow, 'id' | 'customer_id' | 'check_no' | 'asked_by'>,
  kind: 'importDone' | 'importFailed',
  at: Date,
): Promise<void> {
  if (userId === null) return
  await notifyUsers(tx, { customerId, kind, cause: `${kind}:${id}:${checkNo}`, at, importId: id }, [userId])
}
