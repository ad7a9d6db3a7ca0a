import type { PaymentState } from '@regie/contract/payments.ts'
import { uncollectedCodes } from '@regie/contract/result-codes.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { withKeptPlans } from '../../platform/db/prepared.ts'
import type { PaymentLinks } from '../../platform/db/tables.generated.ts'

export type PaymentLinkRow = Selectable<PaymentLinks>

export type PageLink = PaymentLinkRow & {
  state: PaymentState
  locale: Locale
  customerName: string
  /** The creditor for which the customer collects, when the case names one. */
  principal: string | null
  /** The account of that creditor, when the case names one; else that of the letterhead counts. */
  principalIban: string | null
  reference: string
  /** By which the payment names the case. */
  paymentReference: string
  dueDate: string | null
  /** The number that the calls of its script show; empty: none of its own. */
  callerId: string
  /** Why the last attempt ended, if it did: failed or expired. */
  lastReason: string | null
  /** Its case is closed and no longer ours to collect: it takes no payment, until the case is open again. */
  isUncollected: boolean
  /** Somebody regulates the debts of the person: nothing is paid or agreed here until staff end that. */
  isHelped: boolean
}

/** A link with what its page shows: nothing of the person who owes. */
export async function findPageLink(db: Db, token: string): Promise<PageLink | undefined> {
  const row = await withKeptPlans(() => pageLink(db, token))
  return row && { ...row, state: row.state as PaymentState, locale: row.locale as Locale }
}

function pageLink(db: Db, token: string) {
  return db
    .selectFrom('payment_links as p')
    .innerJoin('cases as c', (join) => join.onRef('c.customer_id', '=', 'p.customer_id').onRef('c.id', '=', 'p.case_id'))
    .innerJoin('customers as k', 'k.id', 'p.customer_id')
    .innerJoin('batches as b', (join) => join.onRef('b.customer_id', '=', 'p.customer_id').onRef('b.id', '=', 'p.batch_id'))
    .innerJoin('scripts as s', (join) => join.onRef('s.customer_id', '=', 'b.customer_id').onRef('s.id', '=', 'b.script_id'))
    .selectAll('p')
    .select(['c.locale', 'c.payment_reference as paymentReference', 'k.name as customerName', 's.caller_id as callerId'])
    .select([
      sql<string | null>`nullif(c.fields ->> 'opdrachtgever', '')`.as('principal'),
      sql<string | null>`nullif(c.fields ->> 'iban_opdrachtgever', '')`.as('principalIban'),
      sql<string>`coalesce(nullif(c.fields ->> 'betalingskenmerk', ''), c.invoice_number, c.case_number)`.as('reference'),
      sql<string | null>`c.fields ->> 'vervaldatum'`.as('dueDate'),
      sql<boolean>`c.status = 'closed' and coalesce(c.result = any(${[...uncollectedCodes]}::text[]), false)`.as('isUncollected'),
      sql<boolean>`exists (
        select
        from debt_help h
        where h.customer_id = p.customer_id and h.case_id = p.case_id and h.ended_on is null)`.as('isHelped'),
      sql<string | null>`(select e.detail ->> 'reason' from payment_events e
        where e.customer_id = p.customer_id and e.payment_link_id = p.id order by e.id desc limit 1)`.as('lastReason'),
    ])
    .where('p.token', '=', token)
    .executeTakeFirst()
}

/** Which case of which customer a link is for. */
export function findLinkPlace(db: Db, id: number): Promise<{ customerId: number; caseId: number } | undefined> {
  return db.selectFrom('payment_links').select(['customer_id as customerId', 'case_id as caseId']).where('id', '=', id).executeTakeFirst()
}

export type LockedLink = PaymentLinkRow & { state: PaymentState }

/** Takes the link for this transaction: whoever else has news of it waits. */
export async function lockPaymentLink(tx: Transaction, customerId: number, id: number): Promise<LockedLink> {
  const row = await tx
    .selectFrom('payment_links')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...row, state: row.state as PaymentState }
}

/** Whose link an attempt belongs to; also an earlier one, for a payer may come back to an old bank page. */
export function findAttempt(db: Db, provider: string, providerRef: string) {
  return db
    .selectFrom('payment_attempts')
    .select(['customer_id', 'payment_link_id'])
    .where('provider', '=', provider)
    .where('provider_ref', '=', providerRef)
    .executeTakeFirst()
}

/** Did this attempt pay already? */
export async function isAttemptPaid(tx: Transaction, link: PaymentLinkRow, providerRef: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_events')
    .select('id')
    .where('customer_id', '=', link.customer_id)
    .where('payment_link_id', '=', link.id)
    .where('state', '=', 'paid')
    .where(sql<boolean>`detail ->> 'ref' = ${providerRef}`)
    .executeTakeFirst()
  return row !== undefined
}
