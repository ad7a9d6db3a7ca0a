import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

/**
 * Takes from closed cases of one customer, which its caller has locked, by what a person can be known. What they owed and paid, how they ended and when
 * stays: it counts in the figures of their batches. Nothing finds them any more by a name, a number or a reference.
 */
export async function forgetPeople(tx: Transaction, customerId: number, caseIds: readonly number[], at: Date): Promise<void> {
  await sql`
    update cases
    set case_number = 'anoniem-' || id, name = '', phone = null, mobile = null, email = null, city = null,
      postcode = null, invoice_number = null, anonymous_at = ${at},
      -- The kind of a claim says when it is time-barred, and not whose it is.
      fields = case when fields ? 'soort_vordering'
        then jsonb_build_object('soort_vordering', fields -> 'soort_vordering') else '{}'::jsonb end,
      version = version + 1, updated_at = ${at}
    where customer_id = ${customerId} and id = any(${caseIds}::bigint[]) and status = 'closed'
      and anonymous_at is null`.execute(tx)
  await sql`delete from case_search where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[])`.execute(tx)
  await sql`delete from case_ibans where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[])`.execute(tx)
  // The note of a payment is the name of who paid.
  await sql`
    update payments
    set note = '', withdrawn_reason = ''
    where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[])
      and (note <> '' or withdrawn_reason <> '')`.execute(tx)
}

/** Says of cases that the texts of their messages are gone. */
export async function noteTextsGone(tx: Transaction, customerId: number, caseIds: readonly number[], at: Date): Promise<void> {
  await sql`
    update cases
    set texts_gone_at = ${at}
    where customer_id = ${customerId} and id = any(${caseIds}::bigint[]) and texts_gone_at is null`.execute(tx)
}
