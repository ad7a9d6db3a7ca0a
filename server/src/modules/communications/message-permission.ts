import type { ChannelPermission } from '@regie/contract/cases.ts'
import { addressOf, channelTable } from '@regie/contract/channels.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import { type ContactFacts, byStaff, contactPermission, keepingPromise } from '../contact-permission/contact-permission.ts'
import type { ClaimedMessage } from './communication-changes.ts'

/**
 * May this message go now? Asked of the address that it bears, also where the case has another by now. Of what waits with it for the same person,
 * only what was queued before takes its place under a cap.
 */
export function messagePermission(facts: ContactFacts, message: ClaimedMessage, listed: ReadonlySet<string>, at: Date): ChannelPermission {
  const { id, channel, recipient } = message
  const contacts = facts.contacts.filter((contact) => contact.id !== id && (contact.left || contact.id < id))
  const own = message.byHand ? byStaff(facts) : facts
  const asked = { ...(message.forPromise ? keepingPromise(own) : own), contacts }
  if (isMoved(facts, message)) {
    asked[channelTable[channel].addresses[0]] = recipient
    asked.blacklisted = [...facts.blacklisted, ...listed]
  }
  return contactPermission(asked, channel, at)
}

/** Which recipients are on the blacklist that their cases no longer have: their facts do not tell. Mostly there is none to ask about. */
export async function findListedMeanwhile(
  tx: Transaction,
  claimed: readonly ClaimedMessage[],
  facts: ReadonlyMap<number, ContactFacts>,
  now: Date,
): Promise<ReadonlySet<string>> {
  const moved = claimed.filter((message) => {
    const known = facts.get(message.caseId)
    return known !== undefined && isMoved(known, message)
  })
  if (moved.length === 0) return new Set()
  const { rows } = await sql<{ value: string }>`
    select l.value
    from unnest(${moved.map((m) => m.customerId)}::bigint[],
      ${moved.map((m) => m.recipient.toLowerCase())}::text[]) as m(customer_id, value)
    join blacklist l on l.customer_id = m.customer_id
      and l.kind in ('phone', 'email')
      and l.value = m.value
      and (l.expires_at is null or l.expires_at > ${now})`.execute(tx)
  return new Set(rows.map(({ value }) => value))
}

/** Its case had this address when it was queued, and has another now. */
function isMoved(facts: ContactFacts, { channel, recipient }: ClaimedMessage): boolean {
  const address = addressOf(facts, channel)
  return address !== null && address !== recipient
}
