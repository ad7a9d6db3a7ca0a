import type { ChannelPermission } from '@regie/contract/cases.ts'
import { addressOf, type Channel, channelTable } from '@regie/contract/channels.ts'
import { isPersonId } from '@regie/contract/whatsapp.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { listingHoldsFor } from '../contact-facts/person-facts.ts'
import {
  type ContactFacts,
  byStaff,
  callingBack,
  confirmingStop,
  contactPermission,
  keepingPromise,
  passingCaps,
} from '../contact-permission/contact-permission.ts'
import type { ClaimedMessage } from './communication-changes.ts'

/**
 * May this message go now? Asked of the address that it bears, also where the case has another by now. Of what waits with it for the same person,
 * only what was queued before takes its place under a cap; a letter that waits gives way.
 */
export function messagePermission(facts: ContactFacts, message: ClaimedMessage, listed: ReadonlySet<string>, at: Date): ChannelPermission {
  const { id, channel, recipient } = message
  const contacts = facts.contacts.filter((contact) => contact.id !== id && (contact.left || (contact.id > 0 && contact.id < id)))
  const ofStaff = channel === 'call' ? callingBack(byStaff(facts)) : byStaff(facts)
  const own = message.byHand ? ofStaff : facts
  const waiting = { ...(message.forPromise ? keepingPromise(own) : own), contacts, answersUntil: message.answersUntil }
  const asked = message.passesCap ? passingCaps(waiting) : waiting
  const reached = isMoved(facts, message) ? reachedAt(asked, channel, recipient, listed) : asked
  return contactPermission(message.confirmsStop ? confirmingStop(reached) : reached, channel, at)
}

/** The facts of a case where its person is reached at another address than its own; `listed`: what of that address is on the blacklist. */
export function reachedAt<Facts extends ContactFacts>(facts: Facts, channel: Channel, address: string, listed: ReadonlySet<string>): Facts {
  return { ...facts, [channelTable[channel].addresses[0]]: address, blacklisted: [...facts.blacklisted, ...listed] }
}

type Addressed = Pick<ClaimedMessage, 'customerId' | 'caseId' | 'channel' | 'recipient' | 'inReplyTo' | 'answersUntil'> & {
  mail?: ClaimedMessage['mail']
}
/** Of each case, which of the addresses that were asked about are on the blacklist that holds for it. */
export type Listed = ReadonlyMap<number, ReadonlySet<string>>
const none: ReadonlySet<string> = new Set()
export const listedFor = (listed: Listed, caseId: number): ReadonlySet<string> => listed.get(caseId) ?? none

type MayBeListed = { customerId: number; caseId: number; address: string }

/** Which recipients and copies are on the blacklist that their cases do not have: their facts do not tell. Mostly there is none to ask about. */
export async function findListedMeanwhile(
  tx: Db,
  claimed: readonly Addressed[],
  facts: ReadonlyMap<number, ContactFacts>,
  now: Date,
): Promise<Listed> {
  const asked = claimed.flatMap((message) => {
    const { customerId, caseId, recipient, mail } = message
    const known = facts.get(caseId)
    const moved = known !== undefined && isMoved(known, message) ? [recipient] : []
    return [...moved, ...(mail?.cc ?? []), ...(mail?.bcc ?? [])].map((address) => ({ customerId, caseId, address }))
  })
  return findListed(tx, asked, now)
}

/** Which of these addresses, in lower case, are on the blacklist that holds for their case. What one customer listed says nothing at another. */
export async function findListed(db: Db, asked: readonly MayBeListed[], now: Date): Promise<Listed> {
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ caseId: number; value: string }>`
    select c.id as "caseId", l.value
    from unnest(${asked.map((m) => m.customerId)}::bigint[],
      ${asked.map((m) => m.address.toLowerCase())}::text[],
      ${asked.map((m) => m.caseId)}::bigint[]) as m(customer_id, value, case_id)
    join cases c on c.customer_id = m.customer_id and c.id = m.case_id
    join blacklist l on l.customer_id = m.customer_id
      and l.kind in ('phone', 'email')
      and l.value = m.value
      and ${sql.raw(listingHoldsFor('l', 'c'))}
      and (l.expires_at is null or l.expires_at > ${now})`.execute(db)
  const values = Map.groupBy(rows, ({ caseId }) => caseId)
  return new Map([...values].map(([caseId, of]) => [caseId, new Set(of.map(({ value }) => value))]))
}

/** Its case had this address when it was queued, and has another now; or it answers who wrote from elsewhere, or goes to somebody else by its template. */
function isMoved(facts: ContactFacts, { channel, recipient, inReplyTo, answersUntil, mail }: Addressed): boolean {
  if (mail?.receiverReason !== undefined) return true
  const address = addressOf(facts, channel)
  // What a case has no more reaches nobody; what answers goes to who wrote. By an id of WhatsApp nobody is known but who wrote.
  if (address === null) return inReplyTo !== null || answersUntil !== null || isPersonId(recipient)
  return address !== recipient
}
