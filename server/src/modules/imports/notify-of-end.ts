import { enqueue } from '../../jobs/enqueue.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { notifyUsers } from '../notifications/notify-users.ts'
import { queueWebhooks } from '../webhooks/queue-webhooks.ts'
import type { ImportRow } from './import-queries.ts'

type Ended = Pick<ImportRow, 'id' | 'customer_id' | 'script_id' | 'file_name' | 'check_no' | 'asked_by'>
const subscriptionOf = { importDone: 'batch_imported', importFailed: 'batch_failed' } as const

/**
 * Tells that an import is done or failed, in the transaction that says so: whoever asked for it last is notified, and contacts who want to hear of it
 * are mailed, and other systems told. `made`: how many cases came of it.
 */
export async function notifyOfEnd(
  tx: Transaction,
  { id, customer_id: customerId, script_id: scriptId, file_name: fileName, check_no: checkNo, asked_by: userId }: Ended,
  kind: 'importDone' | 'importFailed',
  { at, made }: { at: Date; made: number },
): Promise<void> {
  const cause = `${kind}:${id}:${checkNo}`
  if (userId !== null) await notifyUsers(tx, { customerId, kind, cause, at, importId: id }, [userId])
  await queueWebhooks(tx, {
    ...{ customerId, at, type: kind === 'importDone' ? 'import.done' : 'import.failed' },
    data: { importID: id, scriptID: scriptId, cases: made },
  })
  await enqueue(tx, 'mailSubscribers', {
    customerId,
    key: subscriptionOf[kind],
    cause,
    scriptIds: [scriptId],
    about: fileName,
    count: made,
    until: null,
  })
}
