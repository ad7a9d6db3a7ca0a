import { randomBytes } from 'node:crypto'
import { type Updateable, sql } from 'kysely'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import type { PaymentRequests } from '../../../platform/db/tables.generated.ts'

export type RequestRef = { customerId: number; linkId: number }

/** Writes down that a provider is to be asked for a page; for the same link once. */
export async function insertPaymentRequest(
  tx: Transaction,
  { customerId, linkId, templateId, now }: RequestRef & { templateId: number | null; now: Date },
) {
  await tx
    .insertInto('payment_requests')
    .values({
      customer_id: customerId,
      payment_link_id: linkId,
      template_id: templateId,
      next_at: now,
      image_token: randomBytes(16).toString('base64url'),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function changePaymentRequest(db: Db, { customerId, linkId }: RequestRef, change: Updateable<PaymentRequests>) {
  await db.updateTable('payment_requests').set(change).where('customer_id', '=', customerId).where('payment_link_id', '=', linkId).execute()
}

/** Who asks the provider says so first, so that nobody else does meanwhile; undefined: somebody does, or nobody is to. */
export async function takeRequest(
  db: Db,
  { customerId, linkId }: RequestRef,
  { now, again }: { now: Date; again: Date },
): Promise<{ askedAt: Date; isFirst: boolean } | undefined> {
  const { rows } = await sql<{ askedAt: Date; tries: number }>`
    update payment_requests
    set asked_at = coalesce(asked_at, ${now}), tries = tries + 1, next_at = ${again}
    where customer_id = ${customerId} and payment_link_id = ${linkId} and state = 'waiting' and next_at <= ${now}
    returning asked_at as "askedAt", tries`.execute(db)
  return rows[0] && { askedAt: rows[0].askedAt, isFirst: rows[0].tries === 1 }
}

/** What was withdrawn and can be used again is made anew: its provider knows the former one no more. */
export async function renewWithdrawn(db: Db, now: Date): Promise<void> {
  await sql`
    update payment_requests r
    set state = 'waiting', provider_ref = null, page_url = null, image_urls = '{}', provider_status = '',
      is_status_known = true, asked_at = null, tries = 0, withdrawal = null, next_at = ${now}
    from payment_links l
    where r.withdrawal = 'told' and r.state = 'made' and l.customer_id = r.customer_id and l.id = r.payment_link_id
      and l.ended_at is null and l.state not in ('paid', 'expired')`.execute(db)
}

/** It can be paid again, after nothing more was to be said of it: its provider is asked about it anew. */
export async function askAgain(tx: Transaction, { customerId, linkId }: RequestRef, now: Date): Promise<void> {
  await tx
    .updateTable('payment_requests')
    .set({ next_at: now })
    .where('customer_id', '=', customerId)
    .where('payment_link_id', '=', linkId)
    .where('state', '=', 'made')
    .where('next_at', 'is', null)
    .execute()
}
