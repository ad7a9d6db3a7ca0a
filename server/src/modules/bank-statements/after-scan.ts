import { enqueue } from '../../jobs/enqueue.ts'
import { publish } from '../../live/publish.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Scanned } from '../files/scan/scan-files.ts'

/** The virus scanner has looked at a file of bank statements: it is read, or refused. */
export async function goOnAfterScan(tx: Transaction, { customerId, fileId, virus }: Scanned): Promise<void> {
  const found = await tx
    .selectFrom('bank_statements')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('file_id', '=', fileId)
    .where('state', '=', 'reading')
    .executeTakeFirst()
  if (!found) return
  if (virus === null) return enqueue(tx, 'runStatement', { customerId, statementId: found.id })
  await tx
    .updateTable('bank_statements')
    .set({ state: 'failed', fault: 'infected', fault_place: virus })
    .where('customer_id', '=', customerId)
    .where('id', '=', found.id)
    .execute()
  await publish(tx, { kind: 'statement.changed', customerId, statementId: found.id })
}
