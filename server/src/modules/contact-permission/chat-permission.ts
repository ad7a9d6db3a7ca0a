import type { ChannelPermission } from '@regie/contract/cases.ts'
import type { ComplianceProfile } from './compliance-profile.ts'
import { answerMinutes, type ContactFacts, staffPermission } from './contact-permission.ts'
import { lawFor } from './debtor.ts'
import { openingOf } from './time-window.ts'

export type ChatFacts = {
  profile: ComplianceProfile
  /** When the visitor wrote last. */
  wroteAt: Date
  /** Where they say that they are reached is on the blacklist. */
  isListed: boolean
  /** Of the case that staff tied it to; null: it is tied to none. */
  ofCase: ContactFacts | null
  /** The visitor is one of the demo. */
  simulated: boolean
}

/**
 * May staff write in the chat of a visitor at this moment? In the thirty minutes after the visitor's own message always: they ask and wait. Later it
 * is contact that we begin: inside the lawful hours, with nobody who is blacklisted, and where it is tied to a case only if that allows it too. Who is
 * not known counts as a natural person: the stricter law.
 */
export function chatPermission(facts: ChatFacts, at: Date): ChannelPermission {
  if (isAnswer(facts.wroteAt, at)) return allowed
  const visitor = visitorPermission(facts, at)
  return facts.ofCase === null ? visitor : stricterOf(casePermission(facts.ofCase, facts.simulated, at), visitor)
}

/** Does what staff write now answer the visitor, who asked so short ago? Then neither hours nor the case are against it. */
export function isAnswer(wroteAt: Date, at: Date): boolean {
  return at.getTime() <= wroteAt.getTime() + answerMinutes * 60_000
}

const allowed: ChannelPermission = { ok: true, reason: null, nextAt: null }
// The chat goes to the page of the visitor, to no address of the case.
const chatAddress = 'chat'

/** What the case allows for a written message. One that goes to no address of it is still against the wish of who had any of them listed. */
function casePermission(facts: ContactFacts, simulated: boolean, at: Date): ChannelPermission {
  const ofChat: ContactFacts = {
    ...facts,
    email: chatAddress,
    blacklisted: facts.blacklisted.length === 0 ? [] : [chatAddress],
    ownAddresses: null,
    providers: { ...facts.providers, email: { simulated, loopback: false } },
  }
  return staffPermission(ofChat, 'email', at)
}

function stricterOf(one: ChannelPermission, other: ChannelPermission): ChannelPermission {
  if (one.ok || (!other.ok && one.nextAt !== null && (other.nextAt === null || other.nextAt > one.nextAt))) return other
  return one
}

function visitorPermission({ profile, isListed }: ChatFacts, at: Date): ChannelPermission {
  if (isListed) return { ok: false, reason: 'blacklisted', nextAt: null }
  const law = lawFor(profile, { isNaturalPerson: true, isResoldClaim: false })
  const opening = openingOf({ profile: law, alwaysOpen: true, windows: [], extra: [], holidays: [] }, 'email', at)
  return opening.open ? allowed : { ok: false, reason: opening.reason, nextAt: opening.nextAt?.toISOString() ?? null }
}
