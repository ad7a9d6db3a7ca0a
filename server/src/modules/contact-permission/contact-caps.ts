import type { RefusalReason } from '@regie/contract/cases.ts'
import type { ContactCaps } from '@regie/contract/customers.ts'
import { type Channel, channelTable } from '@regie/contract/channels.ts'
import { addDays, fromLocalTime, toLocalTime } from './local-time.ts'

/** Something that reached or tried to reach a person, over whatever case and channel. */
export type Contact = { id: number; written: boolean; answered: boolean; at: Date; left: boolean }

export type CapRefusal = {
  reason: Extract<RefusalReason, 'personCallCap' | 'personAnsweredCap' | 'personWrittenCap' | 'personLifetimeCap'>
  until: Date | null
}

/** How far back the other caps look. */
export const weekMs = 7 * 24 * 3_600_000

/** Has this person been contacted as often as the customer allows, and until when? Days are those of the wall clock, a week is seven times 24 hours. */
export function capRefusal(caps: ContactCaps, contacts: readonly Contact[], channel: Channel, at: Date): CapRefusal | null {
  const past = contacts.filter((contact) => contact.at <= at)
  // Waiting does not end it; raising the cap does.
  if (isReached(past, caps.contactsPerLifetime)) return { reason: 'personLifetimeCap', until: null }
  const recent = past.filter((contact) => contact.at.getTime() > at.getTime() - weekMs)
  if (channelTable[channel].isWritten) {
    const written = recent.filter((contact) => contact.written)
    return isReached(written, caps.writtenPerWeek) ? { reason: 'personWrittenCap', until: weekEnds(written, caps.writtenPerWeek) } : null
  }
  const calls = recent.filter((contact) => !contact.written)
  const today = toLocalTime(at).date
  const callsToday = calls.filter((call) => toLocalTime(call.at).date === today)
  const answered = callsToday.filter((call) => call.answered)
  if (isReached(answered, caps.answeredPerDay)) return { reason: 'personAnsweredCap', until: dayEnds(today, caps.answeredPerDay) }
  if (isReached(callsToday, caps.callsPerDay)) return { reason: 'personCallCap', until: dayEnds(today, caps.callsPerDay) }
  return isReached(calls, caps.callsPerWeek) ? { reason: 'personCallCap', until: weekEnds(calls, caps.callsPerWeek) } : null
}

/** Does any cap hold? Where none does, nobody needs to be counted. */
export function hasCaps(caps: ContactCaps): boolean {
  return Object.values(caps).some((cap) => cap !== null)
}

function isReached(contacts: readonly Contact[], cap: number | null): cap is number {
  return cap !== null && contacts.length >= cap
}

// Nothing ends a cap of none at all.
function dayEnds(today: string, cap: number | null): Date | null {
  return cap === 0 ? null : fromLocalTime(addDays(today, 1), 0)
}

/** When so many have grown a week old that one more is within the cap. */
function weekEnds(contacts: readonly Contact[], cap: number | null): Date | null {
  const oldestFirst = contacts.map((contact) => contact.at.getTime()).toSorted((a, b) => a - b)
  const last = cap === null || cap === 0 ? undefined : oldestFirst[oldestFirst.length - cap]
  return last === undefined ? null : new Date(last + weekMs)
}
