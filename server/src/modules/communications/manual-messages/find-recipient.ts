import type { WrittenChannel } from '@regie/contract/manual-messages.ts'
import { sql } from 'kysely'
import { AppError } from '../../../platform/app-error.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { CaseFacts } from '../../contact-facts/contact-facts.ts'
import { findListedMeanwhile, listedFor, reachedAt } from '../message-permission.ts'
import type { WrittenSubject } from '../payment-link/written-case.ts'

type Answered = { channel: string; address: string }

/**
 * Where a text by hand goes: to the person of the case, or to whoever wrote where it answers a conversation of it. By another channel than theirs only
 * the person of the case is answered: nobody knows where else a stranger is reached. With the facts as they are there.
 */
export async function findRecipient(
  db: Db,
  one: WrittenSubject,
  known: CaseFacts,
  { channel, conversationId, now }: { channel: WrittenChannel; conversationId: number | null; now: Date },
): Promise<{ recipient: string | null; facts: CaseFacts }> {
  const { customerId, caseId } = one
  const own = one.addresses[channel]
  if (conversationId === null) return { recipient: own, facts: known }
  const { address, channel: theirs } = await findAnswered(db, one, conversationId)
  const isOwn = ownAddresses(known).has(bare(address))
  if (theirs !== channel) {
    if (!isOwn) throw new AppError('message.otherSender', { field: 'channel' })
    return { recipient: own, facts: known }
  }
  if (own !== null && bare(own) === bare(address)) return { recipient: own, facts: known }
  const isReached = channel === 'email' || /^\+?[0-9]{6,15}$/.test(address)
  const recipient = isReached ? address : channel === 'whatsapp' ? await findPersonId(db, one, known, address) : undefined
  // Some write by SMS under a word: nothing is sent to those.
  if (recipient === undefined) throw new AppError('message.otherSender', { field: 'channel' })
  const answer = { customerId, caseId, channel, recipient, inReplyTo: '', answersUntil: null }
  const listed = await findListedMeanwhile(db, [answer], new Map([[caseId, known]]), now)
  return { recipient, facts: reachedAt(known, channel, recipient, listedFor(listed, caseId)) }
}

/** The id under which Meta knows who writes without a number, as Meta writes it: it holds for the number of ours to which they wrote, and no other. */
async function findPersonId(
  db: Db,
  { customerId }: WrittenSubject,
  { providers }: CaseFacts,
  address: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('whatsapp_people')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .where('provider_id', '=', providers.whatsapp?.providerId ?? 0)
    .where((eb) => eb(eb.fn('lower', ['user_id']), '=', address))
    .executeTakeFirst()
  return found?.user_id
}

async function findAnswered(db: Db, { customerId, caseId }: WrittenSubject, conversationId: number): Promise<Answered> {
  const { rows } = await sql<Answered>`
    select channel, address
    from conversations
    where customer_id = ${customerId} and id = ${conversationId} and case_id = ${caseId}`.execute(db)
  const [found] = rows
  if (!found) throw new AppError('conversation.notFound')
  return found
}

// WhatsApp writes a number without its plus.
const bare = (address: string) => address.toLowerCase().replace(/^\+/, '')
const ownAddresses = ({ phone, mobile, email }: CaseFacts) =>
  new Set([phone, mobile, email].flatMap((address) => (address === null ? [] : bare(address))))
