import type { CaseStatus } from './cases.ts'
import type { ErrorCode } from './error-codes.ts'
import type { LastAnswer } from './last-answer.ts'
import { hasFlag, isDebtHelpCode, type ResultCode, resultCodes } from './result-codes.ts'

export type CaseAction = 'setResult' | 'close' | 'reopen' | 'pause' | 'resume'

// From which statuses an action is allowed. A paused case may be paused again: until another moment.
const allowed: Record<CaseAction, readonly CaseStatus[]> = {
  setResult: ['open', 'paused'],
  close: ['open', 'paused'],
  reopen: ['closed'],
  pause: ['open', 'paused'],
  resume: ['paused'],
}
const pauseDaysMax = 365

/** Why an action is not allowed to a case with this status, or null when it is. */
export function caseActionRefusal(status: CaseStatus, action: CaseAction): ErrorCode | null {
  if (allowed[action].includes(status)) return null
  if (action === 'reopen') return 'case.notClosed'
  return action === 'resume' ? 'case.notPaused' : 'case.alreadyClosed'
}

/** Why a case may not be paused until this moment; null for ever is always fine. */
export function casePauseRefusal(until: Date | null, now: Date): ErrorCode | null {
  if (until === null) return null
  if (until <= now) return 'case.pauseInPast'
  return until.getTime() - now.getTime() > pauseDaysMax * 24 * 60 * 60_000 ? 'case.pauseTooLong' : null
}

/** What a result code asks for beside itself (product.md §5.7), by its flags. */
export type ResultEffects = {
  /** F: the case closes. */
  closes: boolean
  /** T: somebody calls back at a moment that is asked for. A promise with a date says it as well. */
  callsBack: boolean
  /** P: a promise or plan may be written down with it. */
  promises: boolean
  /** X: the person is put on the blacklist, for a time that is asked for. */
  blacklists: boolean
  /** K: outreach stops; a complaint or dispute with its text, or care for somebody vulnerable. */
  stopsFor: 'complaint' | 'dispute' | 'vulnerable' | null
  /** BET: the payment that closes the case is booked with it. */
  books: boolean
  /** Debt help or insolvency: who does it is written down, and nobody is contacted while it lasts. */
  asksDebtHelp: boolean
  /** Nobody was spoken to: how a call by hand ended. It is no outcome of the case, which stays what it was. */
  answers: LastAnswer | null
}

const unanswered: Partial<Record<ResultCode, LastAnswer>> = { GEEN: 'niet_opgenomen', VMI: 'voicemail' }
const stops: Partial<Record<ResultCode, ResultEffects['stopsFor']>> = { KLA: 'complaint', DISP: 'dispute', KWB: 'vulnerable' }

/** What comes with a result that staff choose. A K that closes (debt assistance) needs no stop: nobody is contacted about a closed case. */
export function effectsOfResult(code: ResultCode): ResultEffects {
  const closes = hasFlag(code, 'F')
  return {
    closes,
    callsBack: hasFlag(code, 'T'),
    promises: code === 'TOEZ' || code === 'REG',
    blacklists: hasFlag(code, 'X'),
    stopsFor: closes || !hasFlag(code, 'K') ? null : (stops[code] ?? 'dispute'),
    books: code === 'BET',
    asksDebtHelp: isDebtHelpCode(code),
    answers: unanswered[code] ?? null,
  }
}

/** Is it about the debt: a promise, a payment, a dispute, help with debts or the end of the case? That is for whoever may hear of it; a wrong number or a call-back is said of anybody. */
export function isOfDebt(code: ResultCode): boolean {
  const { promises, stopsFor, books, closes, asksDebtHelp } = effectsOfResult(code)
  return promises || stopsFor !== null || books || closes || asksDebtHelp
}

/** Is it for staff to choose? Those with A are the system's, but for a payment that staff book and a call of theirs that nobody answered. */
export function isStaffCode(code: ResultCode): boolean {
  const { books, answers } = effectsOfResult(code)
  return !hasFlag(code, 'A') || books || answers !== null
}

/** The codes that say that nobody was spoken to. */
export const unansweredCodes = Object.keys(unanswered) as ResultCode[]

/** The codes that staff choose, in the order of the list. */
export const staffCodes = (Object.keys(resultCodes) as ResultCode[]).filter(isStaffCode)

/** What was given beside a result code. */
export type GivenWithResult = {
  callbackAt?: string | undefined
  retention?: string | undefined
  note?: string | undefined
  parts?: readonly unknown[] | undefined
  payment?: object | undefined
  debtHelp?: { organisation: string } | undefined
}

/** The first thing that a result asks for and was not given: its refusal and its field. */
export function missingWithResult(code: ResultCode, given: GivenWithResult): { refusal: ErrorCode; field: string } | null {
  const { callsBack, blacklists, stopsFor, promises, books, asksDebtHelp } = effectsOfResult(code)
  const isPromised = promises && (given.parts?.length ?? 0) > 0
  if (callsBack && !isPromised && given.callbackAt === undefined) return { refusal: 'case.callbackMissing', field: 'callbackAt' }
  if (blacklists && given.retention === undefined) return { refusal: 'case.retentionMissing', field: 'retention' }
  if (books && given.payment === undefined) return { refusal: 'case.paymentMissing', field: 'payment.amountCents' }
  if (asksDebtHelp && (given.debtHelp?.organisation ?? '').trim() === '')
    return { refusal: 'debtHelp.organisationMissing', field: 'debtHelp.organisation' }
  const needsText = stopsFor === 'complaint' || stopsFor === 'dispute'
  return needsText && (given.note ?? '').trim() === '' ? { refusal: 'case.textMissing', field: 'note' } : null
}
