import type { DeliveryNews } from '@regie/contract/channels.ts'
import type { LastAnswer } from '@regie/contract/last-answer.ts'
import type { PaymentState } from '@regie/contract/payments.ts'
import type { RefusalReason } from '@regie/contract/cases.ts'
import type { TimelineEvent } from '@regie/contract/timeline-events.ts'
import type { Chance } from './chance.ts'
import type { PastBatch } from './past-batches.ts'
import type { PastDebtor } from './past-debtors.ts'

export type PastMessage = {
  channel: 'email' | 'sms' | 'whatsapp' | 'call'
  template: string
  /** The step that sent it and its number: its key, as the engine makes it. */
  step: string
  stepNo: number
  queuedAt: Date
  sentAt: Date
  state: 'sent' | 'failed' | 'unknown'
  delivery: DeliveryNews | null
  deliveredAt: Date | null
  reason: string | null
  /** What was open when it was written. */
  openCents: number
  link: PastLink | null
}

/** A letter on paper, and when the print shop had it. */
export type PastLetter = Pick<PastMessage, 'template' | 'step' | 'stepNo' | 'openCents'> & { at: Date; handedAt: Date }

type PastLine = TimelineEvent & { at: Date; byUser?: string; message?: PastMessage; simulated?: boolean }

export type PastLink = {
  /** Beside the number of its case this names it. */
  no: number
  createdAt: Date
  expiresAt: Date
  amountCents: number
  state: PaymentState
  events: { at: Date; state: PaymentState; detail: { ref?: string; reason?: string } }[]
  /** Visits to the bank. */
  attempts: Date[]
  paidAt: Date | null
  endedAt: Date | null
  endedFrom: PaymentState | null
}

type PastPayment = { cents: number; paidOn: string; at: Date; link: PastLink | null; bookedBy: string | null; note: string }
export type PastPromise = {
  kind: 'promise' | 'plan'
  state: 'open' | 'kept' | 'broken' | 'cancelled'
  endedByClosing: boolean
  by: string
  at: Date
  parts: { due: string; cents: number; state: 'open' | 'paid' | 'late' }[]
}
export type PastCallback = { at: Date; mine: boolean; note: string; by: string; state: 'open' | 'done'; madeAt: Date }
export type PastComplaint = {
  kind: 'complaint' | 'dispute'
  text: string
  state: 'open' | 'confirmed' | 'resolved'
  at: Date
  by: string
  confirmedAt: Date | null
  resolvedAt: Date | null
  outcome: string
}
type PastNote = { text: string; by: string; at: Date }
type PastListing = { reason: string; retention: '1y' | '2y'; by: string; at: Date }

type PastVariant = { stepKey: string; variant: string; at: Date; owedCents: number }

/** How a case stands at the end of its story, and where in its script. */
type PastStanding = {
  status: 'open' | 'paused' | 'closed'
  statusAt: Date
  result: string | null
  lastResult: string | null
  attempts: number
  lastAnswer: LastAnswer | null
  pausedFor: string | null
  pausedUntil: Date | null
  closedByBatch: boolean
  pausedBeforeClosing: boolean
  step: string
  stepNo: number
  runState: 'ready' | 'sleeping' | 'finished'
  dueAt: Date
  held: RefusalReason | null
}

/** Everything that happened to one case. */
export type PastHistory = {
  debtor: PastDebtor
  lines: PastLine[]
  messages: PastMessage[]
  letters: PastLetter[]
  links: PastLink[]
  payments: PastPayment[]
  promise: PastPromise | null
  callbacks: PastCallback[]
  complaints: PastComplaint[]
  notes: PastNote[]
  listings: PastListing[]
  variants: PastVariant[]
  standing: PastStanding
}

/** What stays the same while one case is walked. */
export type Setting = {
  batch: PastBatch
  chance: Chance
  /** Usernames of who works at the demo's customers. */
  colleagues: readonly [string, ...string[]]
  firstStep: string
}

export function beginHistory({ batch, firstStep }: Setting, debtor: PastDebtor, at: Date): PastHistory {
  return {
    debtor,
    ...{
      lines: [],
      messages: [],
      letters: [],
      links: [],
      payments: [],
      promise: null,
      callbacks: [],
      complaints: [],
      notes: [],
      listings: [],
      variants: [],
    },
    standing: {
      ...{ status: 'open', statusAt: batch.importedAt, result: null, lastResult: null, attempts: 0, lastAnswer: null },
      ...{ pausedFor: null, pausedUntil: null, closedByBatch: false, pausedBeforeClosing: false },
      ...{ step: firstStep, stepNo: 0, runState: 'ready', dueAt: at, held: null },
    },
  }
}

/** What of the claim is open. */
export function openCentsOf({ debtor, payments }: PastHistory): number {
  return Math.max(0, (debtor.outstanding_cents ?? 0) - payments.reduce((sum, { cents }) => sum + cents, 0))
}

/** Closes the case; its run ends where it stood. */
export function closeHistory({ lines, standing, promise }: PastHistory, at: Date, result: string, byUser?: string): void {
  lines.push({ event: 'closed', params: { result }, at, ...(byUser !== undefined && { byUser }) })
  Object.assign(standing, { status: 'closed', statusAt: at, result, lastResult: result, runState: 'finished', held: null })
  Object.assign(standing, { pausedFor: null, pausedUntil: null })
  if (promise?.state === 'open') endPromise(promise, result === 'BET')
}

function endPromise(promise: PastPromise, isPaid: boolean) {
  Object.assign(promise, { state: isPaid ? 'kept' : 'cancelled', endedByClosing: true })
  if (isPaid) for (const part of promise.parts) part.state = 'paid'
}

/** Pauses the case for something that is arranged; the arrangement's own line says why. */
export function pauseHistory({ standing }: PastHistory, at: Date, why: string, until: Date | null): void {
  Object.assign(standing, { status: 'paused', statusAt: at, pausedFor: why, pausedUntil: until })
}

export function resumeHistory({ standing }: PastHistory, at: Date): void {
  Object.assign(standing, { status: 'open', statusAt: at, pausedFor: null, pausedUntil: null })
}
