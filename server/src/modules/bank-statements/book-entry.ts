import { enqueue } from '../../jobs/enqueue.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { changeCase, type LockedCase, publishCaseChanged } from '../cases/case-changes.ts'
import { bookPayment, isNothingOpen } from '../cases/money/record-payments.ts'
import { closeCase } from '../cases/status/close-case.ts'
import { markPaidAfterClosing } from '../cases/status/paid-after-closing.ts'

export type BookedEntry = { entryId: number; amountCents: number; bookedOn: string; note: string }

/**
 * Books an entry of a bank as a payment of a case that its caller has locked: paid in full the case closes, and what was queued for it is cancelled in this
 * same transaction. An entry that is booked already is refused by the database, whoever books it at the same moment.
 */
export async function bookEntry(
  tx: Transaction,
  locked: LockedCase,
  { entryId, amountCents, bookedOn, note }: BookedEntry,
  { at, byUser }: { at: Date; byUser: string },
): Promise<void> {
  const { customerId, caseId, currency } = locked
  const paid = { customerId, caseId, amountCents, currency, paidOn: bookedOn, at }
  await bookPayment(tx, { ...paid, method: 'bank', note, byUser, undoEntryId: null, bankEntryId: entryId })
  await changeCase(tx, { customerId, caseId }, at, {})
  if ((await isNothingOpen(tx, { customerId, caseId })) && !(await closeCase(tx, { customerId, caseId }, 'BET', { user: byUser, at })))
    await markPaidAfterClosing(tx, { customerId, caseId }, { at, byUser })
  // A link for what was open before asks too much. A job ends it: payers lock the link before the case.
  await enqueue(tx, 'endPaymentLinks', { customerId, of: { caseId, why: 'paid' }, byUser })
  await publishCaseChanged(tx, locked)
}
