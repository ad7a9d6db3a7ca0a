import type { Transaction } from '../../platform/db/database.ts'
import { closeCase } from '../cases/status/close-case.ts'
import { changePaymentLink } from './payment-link-changes.ts'

/** The debtor of a played case pays: by his newest link, or without one to the creditor himself. As in life the case closes at once. */
export async function payInSimulation(tx: Transaction, ref: { customerId: number; caseId: number }, at: Date): Promise<void> {
  const link = await tx
    .selectFrom('payment_links')
    .selectAll()
    .where('customer_id', '=', ref.customerId)
    .where('case_id', '=', ref.caseId)
    .where('state', 'not in', ['paid', 'expired'])
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (link) await changePaymentLink(tx, link, { paid_at: at }, { state: 'paid', at })
  await closeCase(tx, ref, 'BET', { at })
}
