import type { caseActionApi } from '@regie/contract/case-actions.ts'
import { casePauseRefusal, type CaseAction, effectsOfResult, isStaffCode, missingWithResult } from '@regie/contract/case-action-rules.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import { isDebtHelpCode, isResultCode, type ResultCode } from '@regie/contract/result-codes.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { addCallback } from './callbacks/add-callback.ts'
import { replaceCallback } from './callbacks/replace-callback.ts'
import { writeDebtHelp } from '../debt-law/debt-help.ts'
import { addComplaint } from './add-complaint.ts'
import { addNote } from './add-note.ts'
import { dueKnownAt } from '../cases/status/standing-promise.ts'
import { addPromise } from './add-promise.ts'
import { blacklistPerson } from './blacklist/blacklist-person.ts'
import type { Arranging } from './arranging.ts'
import { mustBeColleague } from './colleagues.ts'
import { mustBeCallable } from './callbacks/may-call-back.ts'
import { isPausedLonger } from './work-on.ts'
import { changeCase, type LockedCase } from '../cases/case-changes.ts'
import { movingOne, mustAllow, mustHold, type SeenCase, workOnCase } from '../cases/case-work.ts'
import { type PausedFor, pauseCases } from '../cases/status/case-transitions.ts'
import { countAttempt } from '../cases/record-call-answer.ts'
import { closeCase } from '../cases/status/close-case.ts'
import { isCallOn } from '../cases/status/close-question.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { bookPayment, isNothingOpen } from '../cases/money/record-payments.ts'
import { openCaseUndoEntry } from '../cases/many/open-case-undo-entry.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { isCallCounted } from '../contact-facts/is-call-counted.ts'
import { wakeHeldByStaff } from '../case-runs/wake-held.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'

type Given = Omit<RequestOf<typeof caseActionApi.setResult>['body'], 'version'>
type Pause = { until: Date | null; why: PausedFor }

/** Sets a result code and does what its flags say, in one transaction: all of it, or nothing. */
export function setResult(services: Services, caller: Caller, seen: SeenCase, given: Given): Promise<CaseDetail> {
  const code = readCode(given)
  const { closes, books } = effectsOfResult(code)
  if (closes) mustHold(caller, Right.closeCases)
  if (books) mustHold(caller, Right.bookPayments)
  return giveResult(services, caller, seen, { ...given, code, action: closes ? 'close' : 'setResult' })
}

/** Closes a case with a result that ends one. */
export function closeWithResult(services: Services, caller: Caller, seen: SeenCase, given: Given): Promise<CaseDetail> {
  const code = readCode(given)
  const { closes, books } = effectsOfResult(code)
  if (books) mustHold(caller, Right.bookPayments)
  if (!closes) throw new AppError('case.resultNotFinal', { field: 'resultCode' })
  return giveResult(services, caller, seen, { ...given, code, action: 'close' })
}

function readCode({ resultCode, ...given }: Given): ResultCode {
  if (!isResultCode(resultCode)) throw new AppError('case.resultCodeUnknown', { field: 'resultCode' })
  if (!isStaffCode(resultCode)) throw new AppError('case.resultBySystem', { field: 'resultCode' })
  const missing = missingWithResult(resultCode, given)
  if (missing) throw new AppError(missing.refusal, { field: missing.field })
  return resultCode
}

type Giving = Given & { code: ResultCode; action: CaseAction }

function giveResult(services: Services, caller: Caller, seen: SeenCase, giving: Giving): Promise<CaseDetail> {
  return workOnCase(services, caller, seen, async (tx, locked, now) => {
    mustAllow(locked, giving.action)
    const { customerId, caseId } = locked
    const arranging = { customerId, caseId, by: caller, now }
    const right = giving.action === 'close' ? Right.closeCases : Right.changeCases
    const change = { kind: giving.action === 'close' ? 'close' : 'result', result: giving.code } as const
    const entry = arrangesNothing(giving) ? await openCaseUndoEntry(tx, caller, locked, { change, right, at: now }) : null
    if (giving.payment) await bookWithResult(tx, locked, arranging, { ...giving, payment: giving.payment, undoEntryId: entry?.id ?? null })
    const arranged = await arrange(services, tx, arranging, giving)
    if (giving.action === 'close') return closeNow(tx, locked, arranging, { code: giving.code, undoEntryId: entry?.id ?? null })
    const pause = arranged && isPausedLonger(locked, arranged.why) ? null : arranged
    await changeCase(tx, locked, now, await outcomeOf(tx, locked, { code: giving.code, by: caller, now }))
    if (pause) await pauseCases(tx, movingOne(locked, caller, now), { ...pause, isTold: false })
    const params = { result: giving.code }
    await recordTimeline(tx, [{ customerId, caseId, event: 'resultSet', params, byUser: caller.username, at: now }])
    await wakeHeldByStaff(tx, customerId, [caseId], now)
  })
}

/** What a result leaves at the case; that nobody answered is no outcome of it, and an attempt that its call has counted is not counted twice. */
async function outcomeOf(
  tx: Transaction,
  { customerId, caseId }: LockedCase,
  { code, by, now }: { code: ResultCode; by: Caller; now: Date },
) {
  const { answers } = effectsOfResult(code)
  if (answers === null) return { result: code, last_result: code }
  if (await isCallCounted(tx, { customerId, caseId, userId: by.userId }, now))
    return { last_result: code, ...(answers === 'voicemail' && { last_answer: answers }) }
  await countAttempt(tx, { customerId, caseId })
  return { last_result: code, last_answer: answers }
}

/** The payment that a case is closed with: nothing stays open. Money cannot come tomorrow. */
async function bookWithResult(
  tx: Transaction,
  { customerId, caseId, currency }: LockedCase,
  { by, now }: Arranging,
  { code, payment, note, undoEntryId }: Giving & { payment: NonNullable<Given['payment']>; undoEntryId: number | null },
) {
  if (!effectsOfResult(code).books) return
  if (payment.paidOn > toLocalTime(now).date) throw new AppError('case.paidInFuture', { field: 'payment.paidOn' })
  await bookPayment(tx, { customerId, caseId, ...payment, currency, note: (note ?? '').trim(), at: now, byUser: by.username, undoEntryId })
  if (!(await isNothingOpen(tx, { customerId, caseId }))) throw new AppError('case.notAllPaid', { field: 'payment.amountCents' })
  // Nobody pays by a link what was paid in another way. A job ends it: payers lock the link before the case.
  await enqueue(tx, 'endPaymentLinks', {
    customerId,
    of: { caseId, ...(undoEntryId === null ? { why: 'paid' } : { undoEntryId }) },
    byUser: by.username,
  })
}

// What was promised, arranged or complained of is taken back where it stands, and an attempt stays one; a result, its payment and its blacklist entry can be taken back here.
function arrangesNothing({ code }: Giving) {
  const { stopsFor, promises, callsBack, answers, asksDebtHelp } = effectsOfResult(code)
  return stopsFor === null && !promises && !callsBack && answers === null && !asksDebtHelp
}

async function closeNow(
  tx: Transaction,
  locked: LockedCase,
  { by, now }: Arranging,
  { code, undoEntryId }: { code: ResultCode; undoEntryId: number | null },
) {
  if (await isCallOn(tx, locked.customerId, locked.caseId)) throw new AppError('case.inCall')
  await closeCase(tx, locked, code, { user: by.username, at: now, undoEntryId })
}

/** Writes down what the flags ask for, and answers for how long outreach stops, and why. */
async function arrange({ gateways }: Services, tx: Transaction, arranging: Arranging, giving: Giving): Promise<Pause | null> {
  const { blacklists, stopsFor, promises, callsBack, books } = effectsOfResult(giving.code)
  if (isDebtHelpCode(giving.code) && giving.debtHelp) await writeDebtHelp(tx, arranging, { kind: giving.code, ...giving.debtHelp })
  const note = (giving.note ?? '').trim()
  const { callbackAt, callbackFor = null, retention, parts = [], asksByLink, missedInstalment } = giving
  if (blacklists && retention) await blacklistPerson(tx, arranging, { retention, reason: giving.code })
  if (stopsFor === 'complaint' || stopsFor === 'dispute') await addComplaint(tx, arranging, { kind: stopsFor, text: note })
  else if (note !== '' && !books) await addNote(tx, arranging, note)
  const [first] = parts
  const kind = giving.code === 'REG' ? 'plan' : 'promise'
  if (promises && first) await addPromise(tx, arranging, { kind, parts, asksByLink, missedInstalment })
  if (stopsFor) return { until: null, why: stopsFor }
  if (callsBack && callbackAt !== undefined) {
    const at = new Date(callbackAt)
    const refusal = casePauseRefusal(at, arranging.now)
    if (refusal) throw new AppError(refusal, { field: 'callbackAt' })
    await mustBeCallable(tx, gateways, arranging, { at, now: arranging.now })
    await mustBeColleague(tx, arranging.customerId, callbackFor, 'callbackFor')
    const wanted = { at, forUserId: callbackFor, note }
    if (giving.replacesCallback === undefined) await addCallback(tx, arranging, wanted)
    else await replaceCallback(tx, arranging, giving.replacesCallback, wanted)
    return { until: at, why: 'callback' }
  }
  return promises && first ? { until: dueKnownAt(first.due), why: 'promise' } : null
}
