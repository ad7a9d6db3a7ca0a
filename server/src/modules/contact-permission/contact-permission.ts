import type { BatchStatus } from '@regie/contract/batches.ts'
import type { CaseStatus, ChannelPermission, RefusalReason } from '@regie/contract/cases.ts'
import type { Channel } from '@regie/contract/time-windows.ts'
import { type OpeningRules, openingOf } from './time-window.ts'

/** Who would carry the message. `loopback`: its server is on this machine, so that nobody outside is reached. */
export type ChannelProvider = { simulated: boolean; loopback: boolean }

/** All that the decision rests on; who asks gathers it (cases/contact-facts.ts). */
export type ContactFacts = OpeningRules & {
  caseStatus: CaseStatus
  casePausedUntil: Date | null
  batchStatus: BatchStatus
  batchPausedUntil: Date | null
  scriptActive: boolean
  phone: string | null
  mobile: string | null
  email: string | null
  /** Somebody is paying: a bank page opened a moment ago (until its session ends) or a payment that the bank calls pending (until null: until it says more). Nobody is chased meanwhile. */
  paymentUnderWay: { until: Date | null } | null
  providers: Readonly<Partial<Record<Channel, ChannelProvider>>>
}

/**
 * May we contact this person, by this channel, at this moment; and if not: why, and from when.
 * The one decision for screen, API and engine; no sender goes around it. `nextAt` is null when time alone will not allow it.
 */
export function contactPermission(facts: ContactFacts, channel: Channel, at: Date): ChannelPermission {
  const lasting = lastingRefusal(facts, channel)
  if (lasting) return refused(lasting, null)
  const passing = passingRefusal(facts, at)
  if (passing) return refused(passing.reason, passing.until && openingAfter(facts, channel, passing.until))
  const opening = openingOf(facts, channel, at)
  return opening.open ? { ok: true, reason: null, nextAt: null } : refused(opening.reason, opening.nextAt)
}

/** Reasons that no waiting ends. */
function lastingRefusal(facts: ContactFacts, channel: Channel): RefusalReason | null {
  if (facts.caseStatus === 'closed') return 'caseClosed'
  if (facts.batchStatus === 'closed') return 'batchClosed'
  if (facts.batchStatus === 'preparing') return 'batchPreparing'
  if (!facts.scriptActive) return 'scriptInactive'
  if (channel === 'mail' && !facts.email) return 'noEmail'
  if (channel === 'call' && !facts.phone && !facts.mobile) return 'noPhone'
  if ((channel === 'sms' || channel === 'whatsapp') && !facts.mobile) return 'noMobile'
  const provider = facts.providers[channel]
  if (!provider) return 'noProvider'
  return facts.profile.onlySimulated && !provider.simulated && !provider.loopback ? 'onlySimulated' : null
}

/** Reasons that end by themselves (or, with until null, when somebody resumes). */
function passingRefusal(facts: ContactFacts, at: Date): { reason: RefusalReason; until: Date | null } | null {
  if (isPaused(facts.batchStatus, facts.batchPausedUntil, at)) return { reason: 'batchPaused', until: facts.batchPausedUntil }
  if (isPaused(facts.caseStatus, facts.casePausedUntil, at)) return { reason: 'casePaused', until: facts.casePausedUntil }
  const paying = facts.paymentUnderWay
  if (paying && (paying.until === null || paying.until > at)) return { reason: 'paymentUnderWay', until: paying.until }
  return null
}

function isPaused(status: string, until: Date | null, at: Date): boolean {
  return status === 'paused' && (until === null || until > at)
}

function openingAfter(rules: OpeningRules, channel: Channel, at: Date): Date | null {
  const opening = openingOf(rules, channel, at)
  return opening.open ? at : opening.nextAt
}

function refused(reason: RefusalReason, nextAt: Date | null): ChannelPermission {
  return { ok: false, reason, nextAt: nextAt?.toISOString() ?? null }
}
