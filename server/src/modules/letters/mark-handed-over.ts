import type { Transaction } from '../../platform/db/database.ts'
import { publishCaseChanged } from '../cases/case-changes.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'

type Marked = { id: number; caseId: number; batchId: number }
type HandedOver = { customerId: number; letters: readonly Marked[]; isSimulated: boolean; at: Date }

/** Writes down that the print shop has these letters, and what each costs there now. The one that does. */
export async function markHandedOver(tx: Transaction, { customerId, letters, isSimulated, at }: HandedOver): Promise<void> {
  await tx
    .updateTable('letters')
    .set((eb) => ({
      ...{ state: 'handedOver', handed_at: at, simulated: isSimulated, reason: null },
      // What nobody printed costs nothing that anybody knows.
      price_cents: isSimulated ? null : eb.selectFrom('print_shops').select('letter_cents').where('customer_id', '=', customerId),
    }))
    .where('customer_id', '=', customerId)
    .where(
      'id',
      'in',
      letters.map(({ id }) => id),
    )
    .execute()
  await recordTimeline(
    tx,
    letters.map(({ caseId }) => ({ customerId, caseId, event: 'letterHandedOver' as const, simulated: isSimulated, at })),
  )
  for (const letter of letters) await publishCaseChanged(tx, { customerId, ...letter })
}
