import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { createPaymentLink, type NewPaymentLink } from './create-payment-link.ts'

const dayMs = 24 * 3_600_000

/** A new link for what is open now, where the last one of a case was ended before its day; null where none was. It is valid for as long as that was. */
export async function replaceEndedLink(
  tx: Transaction,
  services: Services,
  order: Omit<NewPaymentLink, 'validDays'>,
): Promise<string | null> {
  const last = await tx
    .selectFrom('payment_links')
    .select(['ended_at', 'created_at', 'expires_at'])
    .where('customer_id', '=', order.customerId)
    .where('case_id', '=', order.caseId)
    // One for a part that can still be paid stands beside it.
    .where(sql<boolean>`not (is_part and ended_at is null)`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last?.ended_at || order.amountCents === 0) return null
  const validDays = Math.max(1, Math.floor((last.expires_at.getTime() - last.created_at.getTime()) / dayMs))
  return (await createPaymentLink(tx, services, { ...order, validDays })).url
}
