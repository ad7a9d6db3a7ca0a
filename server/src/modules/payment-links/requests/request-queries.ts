import type { Locale } from '@regie/contract/locale.ts'
import type { PaymentState } from '@regie/contract/payments.ts'
import { type Selectable, sql } from 'kysely'
import type { RequestOrder } from '../../../gateways/payment/payment-request-provider.ts'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { PaymentRequests } from '../../../platform/db/tables.generated.ts'
import { toLocalTime } from '../../contact-permission/local-time.ts'
import { paymentLinkUrl } from '../../cases/money/payment-link-url.ts'
import type { RequestRef } from './request-changes.ts'

export type RequestRow = Selectable<PaymentRequests>

/** What the provider has of a link that is a request. */
export function findRequest(db: Db, { customerId, linkId }: RequestRef): Promise<RequestRow | undefined> {
  return db
    .selectFrom('payment_requests')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('payment_link_id', '=', linkId)
    .executeTakeFirst()
}

/** What is asked of the provider for a link: of the case, and nothing of the person. */
export async function findRequestOrder(
  db: Db,
  { customerId, linkId }: RequestRef,
  { publicUrl }: Config,
  madeAt: Date,
): Promise<RequestOrder & { provider: string }> {
  const { rows } = await sql<{
    token: string
    provider: string
    amountCents: number
    expiresAt: Date
    creditor: string
    caseNumber: string
    invoiceNumber: string | null
    reference: string
    shown: string
  }>`
    select l.token, l.provider, l.amount_cents as "amountCents", l.expires_at as "expiresAt",
      coalesce(nullif(c.fields ->> 'opdrachtgever', ''), k.name) as creditor, c.case_number as "caseNumber",
      c.invoice_number as "invoiceNumber", c.payment_reference as reference,
      coalesce(c.invoice_number, c.case_number) as shown
    from payment_links l
    join cases c on c.customer_id = l.customer_id and c.id = l.case_id
    join customers k on k.id = l.customer_id
    where l.customer_id = ${customerId} and l.id = ${linkId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`payment link ${linkId} is gone`)
  const { token, shown, ...order } = row
  return {
    ...order,
    linkId,
    madeAt,
    invoiceNumber: order.invoiceNumber ?? order.caseNumber,
    reference: order.reference === '' ? order.caseNumber : order.reference,
    description: `${order.creditor} ${shown}`,
    madeOn: toLocalTime(madeAt).date,
    dueOn: toLocalTime(new Date(order.expiresAt.getTime() - 1_000)).date,
    returnUrl: `${paymentLinkUrl(publicUrl, token)}/return`,
  }
}

/** Of which of these references we have the request already. */
export async function listKnownRefs(db: Db, provider: string, refs: readonly string[]): Promise<string[]> {
  if (refs.length === 0) return []
  const rows = await db
    .selectFrom('payment_attempts')
    .select('provider_ref')
    .where('provider', '=', provider)
    .where('provider_ref', 'in', refs)
    .execute()
  return rows.map((row) => row.provider_ref)
}

// Small enough that one round ends before the next begins.
const perRound = 200

/** Requests of which somebody is to be asked now; `what`: `r` is the request, `l` its link. */
async function listDue(db: Db, what: ReturnType<typeof sql>): Promise<(RequestRef & { provider: string; providerRef: string | null })[]> {
  const { rows } = await sql<RequestRef & { provider: string; providerRef: string | null }>`
    select r.customer_id as "customerId", r.payment_link_id as "linkId", l.provider, r.provider_ref as "providerRef"
    from payment_requests r
    join payment_links l on l.customer_id = r.customer_id and l.id = r.payment_link_id
    where ${what}
    order by r.next_at
    limit ${perRound}`.execute(db)
  return rows
}

/** Those that their provider does not have yet. */
export const listUnmade = (db: Db, now: Date) =>
  listDue(
    db,
    sql`r.state = 'waiting' and r.next_at <= ${now}
      and l.ended_at is null`,
  )

/** Those of which nobody reported for a while. */
export const listSilent = (db: Db, now: Date) => listDue(db, sql`r.state = 'made' and r.next_at <= ${now}`)

/** Those that are over here, by staff or with their case, and that their provider still takes money for. */
export const listToWithdraw = (db: Db) =>
  listDue(
    db,
    sql`r.state = 'made' and r.next_at is not null and r.withdrawal is null and l.ended_for is distinct from 'provider'
      and (l.ended_at is not null or l.state = 'paid')`,
  )

export type Standing = { state: PaymentState; expires_at: Date; ended_at: Date | null; paid_at: Date | null; locale: Locale }

/** How the request stands whose picture this is, and the language of its case. */
export async function findStanding(db: Db, imageToken: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select l.state, l.expires_at, l.ended_at, l.paid_at, c.locale
    from payment_requests r
    join payment_links l on l.customer_id = r.customer_id and l.id = r.payment_link_id
    join cases c on c.customer_id = l.customer_id and c.id = l.case_id
    where r.image_token = ${imageToken}`.execute(db)
  return rows[0]
}
