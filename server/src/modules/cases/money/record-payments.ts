import type { BookingMethod } from '@regie/contract/payments.ts'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { settleEndedPromises } from '../status/end-promises.ts'
import { openCents } from './open-amount.ts'

// Money that came in for a case, whoever says so. The sum and the last day stand with the case too (server/sql/kept-money.sql), so that each list shows what is
// still open.

type CaseRef = { customerId: number; caseId: number }
/** Not the bank but staff said so, and why. */
type Marked = { reason: string; byUser: string }
type Paid = CaseRef & { amountCents: number; currency: string; paidOn: string; at: Date }

/**
 * Writes down what was paid by a link, and answers whether nothing is open any more. The link's own history says what happened; here it becomes money of
 * the case. A case that is closed and paid for stays closed when its batch is opened again.
 */
export async function recordLinkPayment(tx: Transaction, paid: Paid & { paymentLinkId: number; marked?: Marked }): Promise<boolean> {
  const { customerId, caseId, paymentLinkId, marked } = paid
  const byStaff = marked && { note: marked.reason, method: 'other' as const, booked_by: marked.byUser }
  await insertPayment(tx, paid, { payment_link_id: paymentLinkId, ...byStaff })
  const { rows } = await sql<{ isWhole: boolean; isClosed: boolean; isClosedByBatch: boolean }>`
    select ${nothingOpen} as "isWhole", c.status = 'closed' as "isClosed", c.closed_by_batch as "isClosedByBatch"
    from cases c
    where c.customer_id = ${customerId} and c.id = ${caseId}`.execute(tx)
  const { isWhole = false, isClosed = false, isClosedByBatch = false } = rows[0] ?? {}
  if (isClosed) await settleEndedPromises(tx, { customerId, caseIds: [caseId] })
  if (isWhole && isClosedByBatch)
    await sql`update cases set closed_by_batch = false where customer_id = ${customerId} and id = ${caseId}`.execute(tx)
  return isWhole
}

/** SQL: is nothing of the claim of case `c` open? Where no claim is known, any payment is the whole. */
const nothingOpen = sql.raw(`coalesce(${openCents('c')}, 0) = 0`)

/** Those of these cases for which money came in after a moment, by a link or a booking of its own, so that nothing is open any more. Its caller has locked them. */
export async function findPaidSince(tx: Transaction, customerId: number, caseIds: readonly number[], since: Date): Promise<number[]> {
  if (caseIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select c.id
    from cases c
    where c.customer_id = ${customerId} and c.id = any(${caseIds}::bigint[]) and ${nothingOpen}
      and exists (
        select from payments p
        where p.customer_id = c.customer_id and p.case_id = c.id and p.at > ${since}
          and p.undo_entry_id is null and p.withdrawn_at is null)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Books a payment that a member of staff saw elsewhere; taking back that undo entry withdraws it. */
export async function bookPayment(
  tx: Transaction,
  paid: Paid & { method: BookingMethod; note: string; byUser: string; undoEntryId: number | null; bankEntryId?: number },
): Promise<void> {
  const { customerId, caseId, amountCents, currency, paidOn, method, at, byUser } = paid
  await insertPayment(tx, paid, {
    note: paid.note,
    method,
    booked_by: byUser,
    undo_entry_id: paid.undoEntryId,
    bank_entry_id: paid.bankEntryId ?? null,
  })
  await settleEndedPromises(tx, { customerId, caseIds: [caseId] })
  await recordTimeline(tx, [{ customerId, caseId, event: 'paymentBooked', params: { amountCents, currency, paidOn, method }, byUser, at }])
}

type Source =
  | { payment_link_id: number; note?: string; method?: BookingMethod; booked_by?: string }
  | { note: string; method: BookingMethod; booked_by: string; undo_entry_id: number | null; bank_entry_id: number | null }

async function insertPayment(tx: Transaction, { customerId, caseId, amountCents, currency, paidOn, at }: Paid, source: Source) {
  await tx
    .insertInto('payments')
    .values({
      ...{ customer_id: customerId, case_id: caseId, amount_cents: amountCents, currency, paid_on: paidOn, at, ...source },
      batch_id: sql<number>`(select batch_id from cases where customer_id = ${customerId} and id = ${caseId})`,
    })
    .execute()
}

/** Withdraws the payments that an undo entry booked for these cases. They stay to be read, and count no more. */
export async function withdrawPayments(
  tx: Transaction,
  { customerId, undoEntryId, at, byUser }: { customerId: number; undoEntryId: number; at: Date; byUser: string },
  caseIds: readonly number[],
): Promise<void> {
  if (caseIds.length === 0) return
  const { rows } = await sql<{ caseId: number; amountCents: number; currency: string; paidOn: string }>`
    update payments
    set withdrawn_at = ${at}, withdrawn_by = ${byUser}
    where customer_id = ${customerId} and undo_entry_id = ${undoEntryId} and case_id = any(${caseIds}::bigint[])
      and withdrawn_at is null
    returning case_id as "caseId", amount_cents as "amountCents", currency, paid_on::text as "paidOn"`.execute(tx)
  if (rows.length === 0) return
  await settleEndedPromises(tx, { customerId, caseIds: rows.map(({ caseId }) => caseId) })
  await recordTimeline(
    tx,
    rows.map(({ caseId, ...params }) => ({ customerId, caseId, event: 'paymentWithdrawn' as const, params, byUser, at })),
  )
}

type Booking = {
  id: number
  amountCents: number
  currency: string
  paidOn: string
  isByLink: boolean
  isBooked: boolean
  isWithdrawn: boolean
}
type Withdrawing = { reason: string; at: Date; byUser: string }

/** Takes one booking back, for good. The caller has locked the case. What the bank reported is no booking: it is paid back at the bank. */
export async function withdrawBooking(
  tx: Transaction,
  { customerId, caseId }: CaseRef,
  { paymentId, ...withdrawing }: Withdrawing & { paymentId: number },
): Promise<void> {
  const booking = await lockBooking(tx, customerId, sql`case_id = ${caseId} and id = ${paymentId}`)
  if (!booking) throw new AppError('payment.notFound')
  if (!booking.isBooked) throw new AppError('payment.notBooked')
  if (booking.isByLink) throw new AppError('payment.byLink')
  if (booking.isWithdrawn) throw new AppError('payment.alreadyWithdrawn')
  await withdraw(tx, { customerId, caseId }, booking, withdrawing)
  const { reason, at, byUser } = withdrawing
  const { amountCents, currency, paidOn } = booking
  await recordTimeline(tx, [
    { customerId, caseId, event: 'paymentWithdrawn', params: { amountCents, currency, paidOn, reason }, byUser, at },
  ])
}

/** Takes back what staff booked by marking a link as paid; false where nobody did. The caller has locked the link and the case. */
export async function withdrawMarkedPayment(
  tx: Transaction,
  ref: CaseRef,
  { paymentLinkId, ...withdrawing }: Withdrawing & { paymentLinkId: number },
): Promise<boolean> {
  const ofLink = sql`payment_link_id = ${paymentLinkId} and booked_by is not null and withdrawn_at is null`
  const booking = await lockBooking(tx, ref.customerId, ofLink)
  if (booking) await withdraw(tx, ref, booking, withdrawing)
  return booking !== undefined
}

/** When the bank last said that this link is paid; null: it never did. What the bank said is not taken back. */
export async function findPaidByBank(tx: Transaction, { customerId, caseId }: CaseRef, paymentLinkId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at
    from payments
    where customer_id = ${customerId} and case_id = ${caseId} and payment_link_id = ${paymentLinkId}
      and booked_by is null`.execute(tx)
  return rows[0]?.at ?? null
}

async function lockBooking(tx: Transaction, customerId: number, which: RawBuilder<unknown>): Promise<Booking | undefined> {
  const { rows } = await sql<Booking>`
    select id, amount_cents as "amountCents", currency, paid_on::text as "paidOn",
      payment_link_id is not null as "isByLink", booked_by is not null as "isBooked",
      withdrawn_at is not null as "isWithdrawn"
    from payments
    where customer_id = ${customerId} and ${which}
    for update`.execute(tx)
  return rows[0]
}

async function withdraw(tx: Transaction, { customerId, caseId }: CaseRef, { id }: Booking, { reason, at, byUser }: Withdrawing) {
  await sql`
    update payments
    set withdrawn_at = ${at}, withdrawn_by = ${byUser}, withdrawn_reason = ${reason}
    where customer_id = ${customerId} and id = ${id}`.execute(tx)
  await settleEndedPromises(tx, { customerId, caseIds: [caseId] })
}

/** Is nothing of the claim of this case open any more? */
export async function isNothingOpen(tx: Transaction, { customerId, caseId }: CaseRef): Promise<boolean> {
  const { rows } = await sql<{ isNothing: boolean }>`
    select ${nothingOpen} as "isNothing"
    from cases c
    where c.customer_id = ${customerId} and c.id = ${caseId}`.execute(tx)
  return rows[0]?.isNothing ?? false
}
