import type { Transaction } from '../../platform/db/database.ts'
import type { Scanned } from '../files/scan/scan-files.ts'
import { publishCaseChanged } from '../cases/case-changes.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'

/** The virus scanner has looked at a document: it is there for everybody from now on, or was taken away. */
export async function goOnAfterScan(tx: Transaction, { customerId, fileId, virus }: Scanned, at: Date): Promise<void> {
  const found = await tx
    .selectFrom('case_documents as d')
    .innerJoin('cases as c', (join) => join.onRef('c.customer_id', '=', 'd.customer_id').onRef('c.id', '=', 'd.case_id'))
    .select(['d.case_id as caseId', 'c.batch_id as batchId'])
    .where('d.customer_id', '=', customerId)
    .where('d.file_id', '=', fileId)
    .where('d.removed_at', 'is', null)
    .executeTakeFirst()
  if (!found) return
  if (virus !== null) await recordTimeline(tx, [{ customerId, caseId: found.caseId, event: 'documentInfected', at }])
  await publishCaseChanged(tx, { customerId, ...found })
}
