import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { SimulatedPayments } from '../../../platform/db/tables.generated.ts'
import type { PaymentOrder, ProviderPaymentStatus } from '../payment-gateway.ts'

/** How long the bank calls a payment pending that the payer agreed to: what comes between is seen, as with a real bank. */
export const settleMs = 3_000
/** As long as an iDEAL session. */
const sessionMinutes = 15

export type SimulatedPayment = Omit<Selectable<SimulatedPayments>, 'status'> & { status: ProviderPaymentStatus }

/** Writes an order into the bank's books; the same reference again changes nothing. */
export async function bookOrder(db: Db, providerRef: string, order: PaymentOrder, now: Date) {
  await db
    .insertInto('simulated_payments')
    .values({
      provider_ref: providerRef,
      amount_cents: order.amountCents,
      currency: order.currency,
      description: order.description,
      return_url: order.returnUrl,
      created_at: now,
      expires_at: new Date(now.getTime() + sessionMinutes * 60_000),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A payment as the bank sees it now: one that nobody decided on in time has expired. */
export async function findSimulatedPayment(db: Db, providerRef: string, now: Date): Promise<SimulatedPayment | undefined> {
  const row = await db.selectFrom('simulated_payments').selectAll().where('provider_ref', '=', providerRef).executeTakeFirst()
  if (!row) return undefined
  const status = row.status as ProviderPaymentStatus
  if (row.settles_at !== null && row.settles_at > now) return { ...row, status: 'pending' }
  const isOver = (status === 'open' || status === 'pending') && row.expires_at <= now
  return { ...row, status: isOver ? 'expired' : status }
}

/** What the visitor decided, unless the payment is already settled: then the first decision stands. */
export async function decide(db: Db, providerRef: string, status: ProviderPaymentStatus, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('simulated_payments')
    .set({ status, ...(status === 'paid' && { settles_at: new Date(now.getTime() + settleMs) }) })
    .where('provider_ref', '=', providerRef)
    .where('status', 'in', ['open', 'pending'])
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
