import type { CaseDetail } from '@regie/contract/cases.ts'
import type { PaymentState } from '@regie/contract/payments.ts'
import { sql } from 'kysely'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { type LockedCase, changeCase } from '../cases/case-changes.ts'
import { workOnCase } from '../cases/case-work.ts'
import { findPaidByBank, recordLinkPayment, withdrawMarkedPayment } from '../cases/money/record-payments.ts'
import { closeCase } from '../cases/status/close-case.ts'
import { markPaidAfterClosing, putBackUnpaid } from '../cases/status/paid-after-closing.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { endLinks, endPaidForOldAmount, reviveLinks } from './end-links.ts'
import { changePaymentLink } from './payment-link-changes.ts'
import { findLinkPlace, type LockedLink, lockPaymentLink } from './payment-link-queries.ts'
import { isLinkUnderWay } from './payment-status.ts'
import { askAgain } from './requests/request-changes.ts'

type Asked = { linkId: number; reason: string }

/** Marks a link as paid, for money that came in another way: booked today for its amount. What is paid for in full closes, and what waited for it is cancelled. */
export function markLinkPaid(services: Services, caller: Caller, { linkId, reason }: Asked): Promise<CaseDetail> {
  return workOnLink(services, caller, linkId, async (tx, link, { customerId, caseId }, at) => {
    mustBeMarkable(link, at)
    const byUser = caller.username
    await endPaidForOldAmount(tx, { customerId, id: link.id }, at)
    await changePaymentLink(
      tx,
      link,
      { paid_at: at, provider_ref: null, bank_opened_at: null },
      { state: 'paid', at, event: 'paymentLinkMarked', detail: { reason: 'marked' }, by: { user: byUser, reason } },
    )
    const { amount_cents: amountCents, currency } = link
    const money = { customerId, caseId, amountCents, currency, paidOn: toLocalTime(at).date, at }
    const isWhole = await recordLinkPayment(tx, { ...money, paymentLinkId: link.id, marked: { reason, byUser } })
    const ref = { customerId, caseId }
    if (!isWhole || !(await closeCase(tx, ref, 'BET', { at, user: byUser }))) {
      await changeCase(tx, ref, at, {})
      await markPaidAfterClosing(tx, ref, { at, byUser })
    }
    // Another link for what was open before asks too much.
    await enqueue(tx, 'endPaymentLinks', { customerId, of: { caseId, why: 'paid' }, byUser })
  })
}

/** Takes back that a link was marked as paid, so that it works again. A case that it closed stands as it stood, where nothing happened with it since. */
export function unmarkLink(services: Services, caller: Caller, { linkId, reason }: Asked): Promise<CaseDetail> {
  return workOnLink(services, caller, linkId, async (tx, link, { customerId, caseId }, at) => {
    const byUser = caller.username
    const ref = { customerId, caseId }
    if (!(await withdrawMarkedPayment(tx, ref, { paymentLinkId: link.id, reason, at, byUser }))) throw new AppError('paymentLink.notMarked')
    const event = { event: 'paymentLinkUnmarked', detail: { reason: 'unmarked' }, by: { user: byUser, reason } } as const
    // The bank may have said since that somebody paid by it too: then it stays paid.
    const paidAt = await findPaidByBank(tx, ref, link.id)
    if (paidAt) await changePaymentLink(tx, link, { paid_at: paidAt }, { state: 'paid', at, ...event })
    else {
      await changePaymentLink(tx, link, usable, { state: await stateBeforePaid(tx, link, at), at, ...event })
      await askAgain(tx, { customerId, linkId: link.id }, at)
    }
    await changeCase(tx, ref, at, {})
    await putBackUnpaid(tx, ref, { at, byUser })
    // Those that ended for it are right again; where the case owes another amount by now, this one is not.
    await enqueue(tx, 'endPaymentLinks', { customerId, of: { caseId }, byUser, revives: true })
  })
}

/** Deletes a link: nobody begins to pay by it. It stays to be read, and can be restored. */
export function deleteLink(services: Services, caller: Caller, linkId: number): Promise<CaseDetail> {
  return workOnLink(services, caller, linkId, async (tx, { id, state }, { customerId }, at) => {
    if (state === 'paid') throw new AppError('paymentLink.alreadyPaid')
    const ended = await endLinks(tx, { customerId, why: 'deleted', at, byUser: caller.username }, sql`l.id = ${id}`)
    if (ended === 0) throw new AppError('paymentLink.over')
  })
}

/** Lets a deleted link work again, where it still asks what is open. */
export function restoreLink(services: Services, caller: Caller, linkId: number): Promise<CaseDetail> {
  return workOnLink(services, caller, linkId, async (tx, { id }, { customerId }, at) => {
    const deleted = sql`l.id = ${id} and l.ended_for = 'deleted'`
    const revived = await reviveLinks(tx, { customerId, at, byUser: caller.username }, deleted)
    if (revived === 0) throw new AppError('paymentLink.notRestorable')
  })
}

type LinkWork = (tx: Transaction, link: LockedLink, locked: LockedCase, at: Date) => Promise<void>

/** Works on a link and its case. The link is locked first, as payers do. */
async function workOnLink(services: Services, caller: Caller, linkId: number, work: LinkWork): Promise<CaseDetail> {
  const place = await findLinkPlace(services.db, linkId)
  if (!place) throw new AppError('paymentLink.notFound')
  mustAccessCustomer(caller, place.customerId, 'paymentLink.notFound')
  let link: LockedLink
  const before = async (tx: Transaction) => {
    link = await lockPaymentLink(tx, place.customerId, linkId)
  }
  return workOnCase(services, caller, { caseId: place.caseId, version: null, before }, (tx, locked, at) => work(tx, link, locked, at))
}

function mustBeMarkable(link: LockedLink, at: Date): void {
  if (link.state === 'paid') throw new AppError('paymentLink.alreadyPaid')
  if (link.ended_at !== null) throw new AppError('paymentLink.over')
  // The bank will say itself whether this pays: else the same money may count twice.
  if (isLinkUnderWay(link, at)) throw new AppError('paymentLink.underWay')
}

const usable = { paid_at: null, ended_for: null, ended_at: null, ended_from: null }

async function stateBeforePaid(tx: Transaction, { customer_id, id, expires_at }: LockedLink, at: Date): Promise<PaymentState> {
  if (expires_at <= at) return 'expired'
  const clicked = await tx
    .selectFrom('payment_events')
    .select('id')
    .where('customer_id', '=', customer_id)
    .where('payment_link_id', '=', id)
    .where('state', '=', 'link_clicked')
    .limit(1)
    .executeTakeFirst()
  return clicked ? 'link_clicked' : 'created'
}
