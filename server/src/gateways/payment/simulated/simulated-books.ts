import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { SimulatedPayments } from '../../../platform/db/tables.generated.ts'
import type { PaymentOrder, ProviderPaymentStatus } from '../payment-gateway.ts'

/** How long the bank calls a payment pending that the payer agreed to: what comes between is seen, as with a real bank. */
export const settleMs = 3_000
/** As long as an iDEAL session. */
const sessionMinutes = 15

/** Whose payment it is, as its reference begins, and by which name its news comes. MailToPay sends none: it is asked. */
export const simulatedNews = { sim: 'simulated-payment', sae: 'simulated-acceptemail', smp: null } as const

/** What has news; null: nobody says so. */
export const newsNameOf = (providerRef: string): string | null =>
  simulatedNews[providerRef.slice(0, 3) as keyof typeof simulatedNews] ?? null

/** Is it a request? It waits for its payer until its last day: who stops at the bank may come back. */
const isRequest = (providerRef: string) => /^(sae|smp)_/.test(providerRef)

export type SimulatedPayment = Omit<Selectable<SimulatedPayments>, 'status'> & { status: ProviderPaymentStatus }

type Booked = Pick<PaymentOrder, 'amountCents' | 'currency' | 'description' | 'returnUrl'> & {
  /** Of a request, which waits for its payer; of a payment: the end of the bank's session. */
  expiresAt?: Date
}

/** Writes an order into the bank's books; the same reference again changes nothing. */
export async function bookOrder(db: Db, providerRef: string, order: Booked, now: Date) {
  await db
    .insertInto('simulated_payments')
    .values({
      provider_ref: providerRef,
      amount_cents: order.amountCents,
      currency: order.currency,
      description: order.description,
      return_url: order.returnUrl,
      created_at: now,
      expires_at: order.expiresAt ?? new Date(now.getTime() + sessionMinutes * 60_000),
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
  if (isRequest(providerRef) && status !== 'paid' && status !== 'pending') return false
  const result = await db
    .updateTable('simulated_payments')
    .set({ status, ...(status === 'paid' && { settles_at: new Date(now.getTime() + settleMs) }) })
    .where('provider_ref', '=', providerRef)
    .where('status', 'in', ['open', 'pending'])
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Withdraws a request that nobody paid. */
export async function withdraw(db: Db, providerRef: string): Promise<void> {
  await db
    .updateTable('simulated_payments')
    .set({ status: 'canceled' satisfies ProviderPaymentStatus })
    .where('provider_ref', '=', providerRef)
    .where('status', 'in', ['open', 'pending'])
    .execute()
}
