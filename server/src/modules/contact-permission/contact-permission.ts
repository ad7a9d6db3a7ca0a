import type { BatchStatus } from '@regie/contract/batches.ts'
import { type CaseStatus, type ChannelPermission, type RefusalReason, unreachableReasons } from '@regie/contract/cases.ts'
import type { ContactCaps } from '@regie/contract/customers.ts'
import { type Channel, channelTable } from '@regie/contract/channels.ts'
import { type LinkChannel, linkChannels } from '@regie/contract/payment-actions.ts'
import { type AddressFacts, addressRefusal, postRefusal } from './address-refusal.ts'
import { type Contact, capRefusal } from './contact-caps.ts'
import { callWishRefusal } from './contact-wishes.ts'
import { type Debtor, lawFor } from './debtor.ts'
import { type StaffContact, type StaffRefusal, staffRefusal } from './staff-contact.ts'
import { isSmsPaused, type SmsPause } from './sms-pause.ts'
import { type OpeningRules, openingOf } from './time-window.ts'

/** Who would carry the message. `loopback`: its server is on this machine, so that nobody outside is reached. */
type ChannelProvider = { simulated: boolean; loopback: boolean; isOff?: boolean }

/** All that the decision rests on; who asks gathers it (cases/contact-facts.ts). */
export type ContactFacts = OpeningRules &
  AddressFacts & {
    caseStatus: CaseStatus
    casePausedUntil: Date | null
    /** What it is paused for; says something only while it is. */
    casePausedFor: string | null
    batchStatus: BatchStatus
    batchPausedUntil: Date | null
    scriptActive: boolean
    /** The active filters of the script leave this case out. */
    outsideFilter: boolean
    /** A dispute of the case is not resolved yet. */
    disputed: boolean
    /** Debt help or insolvency lasts: somebody else speaks for the person, or nobody may collect. */
    debtHelp: boolean
    /** Decides which law holds beside the customer's profile. */
    debtor: Debtor
    caps: ContactCaps
    /** Of this person in the last week, over all cases; empty where no cap holds. */
    contacts: readonly Contact[]
    /** What staff did by hand to reach this person; the script waits for it, staff themselves do not (byStaff). */
    staffContacts: readonly StaffContact[]
    /** For so many days of the calendar the script leaves a person alone that staff reached. */
    quietDays: number
    /** Somebody is paying: a bank page opened a moment ago (until its session ends) or a payment that the bank calls pending (until null: until it says more). Nobody is chased meanwhile. */
    paymentUnderWay: { until: Date | null } | null
    providers: Readonly<Partial<Record<Channel, ChannelProvider>>>
    /** Until then staff answer what this person wrote to us themselves: neither hours nor caps are against it. */
    answersUntil?: Date | null
    /** Somebody holds the SMS of this script. */
    smsPause: SmsPause | null
  }

type Refusal = { reason: RefusalReason; until: Date | null }

// Several reasons may end one after another: a pause, then a cap, then the night.
const reasonsMax = 50

/**
 * May we contact this person, by this channel, at this moment; and if not: why, and from when.
 * The one decision for screen, API and engine; no sender goes around it. `nextAt` is null when time alone will not allow it.
 */
export function contactPermission(given: ContactFacts, channel: Channel, at: Date): ChannelPermission {
  const facts = underLaw(given)
  const lasting = lastingRefusal(facts, channel)
  if (lasting) return { ok: false, reason: lasting, nextAt: null }
  const held = refusalAt(facts, channel, at)
  if (!held) return { ok: true, reason: null, nextAt: null }
  const next = firstFree(held.until, (moment) => refusalAt(facts, channel, moment))
  return { ok: false, reason: held.reason, nextAt: next?.toISOString() ?? null }
}

/** How a letter on paper would go: where the post brings it, and whether a print shop gets it or nobody. */
export type PostFacts = { hasAddress: boolean; isSimulated: boolean }

/**
 * May a letter on paper go to this person; the same decision for what comes by post. Hours do not hold it, since the post brings it by day; every other
 * rule does. The blacklist has no streets: who is on it with every address that we have gets no letter either.
 */
export function letterPermission(given: ContactFacts, post: PostFacts, at: Date): ChannelPermission {
  const facts = underLaw(given)
  const lasting = caseRefusal(facts) ?? postRefusal(facts, post) ?? personRefusal(facts)
  const refused = lasting ?? (facts.profile.onlySimulated && !post.isSimulated ? 'onlySimulated' : null)
  if (refused) return { ok: false, reason: refused, nextAt: null }
  const held = refusalAt(facts, 'letter', at)
  if (!held) return { ok: true, reason: null, nextAt: null }
  const next = firstFree(held.until, (moment) => refusalAt(facts, 'letter', moment))
  return { ok: false, reason: held.reason, nextAt: next?.toISOString() ?? null }
}

/**
 * The facts for a link by which a person keeps a promise: the pause that waits for its day is no reason to keep the link from them. Any other pause is,
 * and so is everything else.
 */
export function keepingPromise<Facts extends ContactFacts>(facts: Facts): Facts {
  return facts.caseStatus === 'paused' && facts.casePausedFor === 'promise' ? { ...facts, caseStatus: 'open' } : facts
}

/** The facts for a call by staff: the pause that waits for an agreed call-back does not hold the call itself, also before its moment. Any other pause does. */
export function callingBack<Facts extends ContactFacts>(facts: Facts): Facts {
  return facts.caseStatus === 'paused' && facts.casePausedFor === 'callback' ? { ...facts, caseStatus: 'open' } : facts
}

/** The facts for what staff do themselves: what they or a colleague just did is no reason against it. */
export function byStaff<Facts extends ContactFacts>(facts: Facts): Facts {
  return { ...facts, staffContacts: [] }
}

/** So long after a person wrote to us staff may answer by a written channel, also where hours or caps would wait. */
export const answerMinutes = 30

/** The facts for what somebody sends over a cap of their own customer (right 311): the law holds all the same. */
export function passingCaps<Facts extends ContactFacts>(facts: Facts): Facts {
  return { ...facts, contacts: [], caps: { ...facts.caps, contactsPerLifetime: null, writtenPerWeek: null } }
}

/**
 * The facts for the one message that confirms to a person that they get no more: what they just asked for is no reason against saying that it is done.
 * Whoever sends it does so once, when their number is listed.
 */
export function confirmingStop<Facts extends ContactFacts>(facts: Facts): Facts {
  return byStaff({ ...facts, blacklisted: [] })
}

/** contactPermission() for staff themselves: screens, calls by hand and the choice of the next case ask this one. */
export function staffPermission(facts: ContactFacts, channel: Channel, at: Date): ChannelPermission {
  const own = byStaff(facts)
  return contactPermission(channel === 'call' ? callingBack(own) : own, channel, at)
}

/** What a payment link needs beside its person: something that is open, and a text with a place for it. */
export type LinkNeeds = { outstandingCents: number | null; hasText: (channel: LinkChannel) => boolean }

/** Is there nothing that a payment link could ask for? */
export const isNothingOpen = (outstandingCents: number | null): boolean => !outstandingCents

/** May staff send a payment link by this channel now; the light of the case, the question before sending and the sending itself ask this one. */
export function linkWayPermission(facts: ContactFacts, channel: LinkChannel, needs: LinkNeeds, at: Date): ChannelPermission {
  const permission = staffPermission(keepingPromise(facts), channel, at)
  // A case that is paid in full is closed most often, which says more; of every other one it comes first, since no waiting opens an amount.
  if (permission.reason === 'caseClosed') return permission
  if (isNothingOpen(needs.outstandingCents)) return { ok: false, reason: 'nothingOpen', nextAt: null }
  return permission.ok && !needs.hasText(channel) ? { ok: false, reason: 'linkTextMissing', nextAt: null } : permission
}

/** The same by any of the channels that carry one; and if not: the refusal that ends first, else one that somebody can end. */
export function linkPermission(facts: ContactFacts, needs: LinkNeeds, at: Date): ChannelPermission {
  const ways = linkChannels.map((channel) => linkWayPermission(facts, channel, needs, at))
  return ways.toSorted((one, other) => nearness(one) - nearness(other))[0] as ChannelPermission
}

function nearness({ ok, reason, nextAt }: ChannelPermission): number {
  if (ok) return 0
  if (nextAt !== null) return Date.parse(nextAt)
  return reason !== null && unreachableReasons.includes(reason) ? Number.POSITIVE_INFINITY : Number.MAX_VALUE
}

/** Does what staff just did hold the script, and until when? Also a step that reaches nobody and ends the case asks this. */
export function staffHold({ staffContacts, quietDays, ownAddresses }: ContactFacts, at: Date): StaffRefusal | null {
  // Who shows a demo wants to see it go on.
  return staffRefusal(staffContacts, ownAddresses ? 0 : quietDays, at)
}

/** Hours alone, of law, script and person: when may this person be called, however case and batch stand then? Null: at this moment. */
export function callHoursRefusal(given: ContactFacts, at: Date): { nextAt: Date | null } | null {
  const facts = underLaw(given)
  const held = hoursRefusal(facts, 'call', at)
  return held && { nextAt: firstFree(held.until, (moment) => hoursRefusal(facts, 'call', moment)) }
}

function underLaw(facts: ContactFacts): ContactFacts {
  const profile = lawFor(facts.profile, facts.debtor)
  return profile === facts.profile ? facts : { ...facts, profile }
}

/** Reasons that no waiting ends. */
function lastingRefusal(facts: ContactFacts, channel: Channel): RefusalReason | null {
  const refused = caseRefusal(facts) ?? addressRefusal(facts, channel) ?? personRefusal(facts)
  if (refused) return refused
  const provider = facts.providers[channel]
  if (!provider) return 'noProvider'
  if (provider.isOff) return 'providerOff'
  return facts.profile.onlySimulated && !provider.simulated && !provider.loopback ? 'onlySimulated' : null
}

function caseRefusal(facts: ContactFacts): RefusalReason | null {
  if (facts.caseStatus === 'closed') return 'caseClosed'
  if (facts.batchStatus === 'closed') return 'batchClosed'
  if (facts.batchStatus === 'preparing') return 'batchPreparing'
  return facts.scriptActive ? null : 'scriptInactive'
}

function personRefusal(facts: ContactFacts): RefusalReason | null {
  if (facts.outsideFilter) return 'outsideFilter'
  if (facts.disputed) return 'disputed'
  return facts.debtHelp ? 'debtHelp' : null
}

/** Reasons that end by themselves (or, with until null, when somebody resumes). */
function refusalAt(facts: ContactFacts, channel: Channel | 'letter', at: Date): Refusal | null {
  if (isPaused(facts.batchStatus, facts.batchPausedUntil, at)) return { reason: 'batchPaused', until: facts.batchPausedUntil }
  if (isPaused(facts.caseStatus, facts.casePausedUntil, at)) return { reason: 'casePaused', until: facts.casePausedUntil }
  if (channel === 'sms' && isSmsPaused(facts.smsPause, at)) return { reason: 'smsPaused', until: facts.smsPause.until }
  const paying = facts.paymentUnderWay
  if (paying && (paying.until === null || paying.until > at)) return { reason: 'paymentUnderWay', until: paying.until }
  const staff = staffHold(facts, at)
  if (staff) return staff
  if (facts.answersUntil && at <= facts.answersUntil && channel !== 'letter' && channelTable[channel].isWritten) return null
  // A demo reaches only who shows it: neither hours nor caps, which protect debtors, hold it.
  if (facts.ownAddresses) return null
  // A letter is held by the caps of what is written.
  if (channel === 'letter') return capRefusal(facts.caps, facts.contacts, 'email', at)
  const cap = capRefusal(facts.caps, facts.contacts, channel, at)
  return cap ?? hoursRefusal(facts, channel, at)
}

function hoursRefusal(facts: ContactFacts, channel: Channel, at: Date): Refusal | null {
  const wish = channel === 'call' && !facts.ownAddresses ? callWishRefusal(facts.wishes, at) : null
  if (wish) return { reason: 'personHours', until: wish.until }
  const opening = openingOf(facts, channel, at)
  return opening.open ? null : { reason: opening.reason, until: opening.nextAt }
}

/** The first moment from this one at which nothing is against it any more. */
function firstFree(from: Date | null, refusal: (moment: Date) => Refusal | null): Date | null {
  let moment = from
  for (let turn = 0; moment && turn < reasonsMax; turn++) {
    const held = refusal(moment)
    if (!held) return moment
    moment = held.until
  }
  return null
}

function isPaused(status: string, until: Date | null, at: Date): boolean {
  return status === 'paused' && (until === null || until > at)
}
