import type { CaseDetail } from '@regie/contract/cases.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { paymentApi } from '@regie/contract/payment-actions.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { changeCase } from '../cases/case-changes.ts'
import { type SeenCase, workOnCase } from '../cases/case-work.ts'
import { bookPayment, withdrawBooking } from '../cases/money/record-payments.ts'
import { markPaidAfterClosing, putBackUnpaid } from '../cases/status/paid-after-closing.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { setResult } from './set-result.ts'

type Given = Omit<RequestOf<typeof paymentApi.book>['body'], 'version'>

/** Books what staff saw come in: the rest stays open and the case goes on, unless it is closed as paid with it. Money may also come for a closed case. */
export function bookCasePayment(services: Services, caller: Caller, seen: SeenCase, { close, note, ...paid }: Given): Promise<CaseDetail> {
  if (close) return setResult(services, caller, seen, { resultCode: 'BET', payment: paid, note })
  return workOnCase(services, caller, seen, async (tx, { customerId, caseId, currency }, at) => {
    if (paid.paidOn > toLocalTime(at).date) throw new AppError('case.paidInFuture', { field: 'paidOn' })
    const by = { at, byUser: caller.username, undoEntryId: null }
    await bookPayment(tx, { customerId, caseId, ...paid, currency, note: note.trim(), ...by })
    await changeCase(tx, { customerId, caseId }, at, {})
    await markPaidAfterClosing(tx, { customerId, caseId }, by)
    // A link for what was open before asks too much. A job ends it: payers lock the link before the case.
    await enqueue(tx, 'endPaymentLinks', { customerId, of: { caseId, why: 'paid' }, byUser: caller.username })
  })
}

type Withdrawal = { caseId: number; paymentId: number; reason: string }

/** Takes a booking back, however long ago it was made. A case that it closed stands as it stood, where nothing happened with it since. */
export function withdrawCasePayment(services: Services, caller: Caller, { caseId, paymentId, reason }: Withdrawal): Promise<CaseDetail> {
  return workOnCase(services, caller, { caseId, version: null }, async (tx, { customerId }, at) => {
    await withdrawBooking(tx, { customerId, caseId }, { paymentId, reason, at, byUser: caller.username })
    await changeCase(tx, { customerId, caseId }, at, {})
    await putBackUnpaid(tx, { customerId, caseId }, { at, byUser: caller.username })
    // The link that the booking ended is right again; one for the rest is not.
    await enqueue(tx, 'endPaymentLinks', { customerId, of: { caseId }, byUser: caller.username, revives: true })
  })
}
