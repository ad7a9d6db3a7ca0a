import type { RefusalReason } from '@regie/contract/cases.ts'
import { sql } from 'kysely'
import { channelProviders, type ChannelProviders, type SendChannel } from '../../gateways/gateways.ts'
import { type Carrier, carrierOf, type RegisteredProvider } from '../../gateways/registered-provider.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { findContactFacts } from '../contact-facts/contact-facts.ts'
import type { ContactFacts } from '../contact-permission/contact-permission.ts'
import { openUntil } from '../contact-permission/time-window.ts'
import { findRegistered } from '../providers/provider-queries.ts'
import { type ClaimedMessage, claimDue, type HeldMessage, putBack } from './communication-changes.ts'
import { findAmountChanged } from './amount-changed.ts'
import { findTooLate } from './inbox/whatsapp-window.ts'
import { claimManualCalls } from './manual-calls/claim-manual-calls.ts'
import { dropListedCopies } from './mail-receivers/drop-listed-copies.ts'
import { keepMailPace } from './mail-pace/keep-mail-pace.ts'
import { findListedMeanwhile, listedFor, messagePermission } from './message-permission.ts'
import { keepDailyLimit } from './whatsapp-limit/keep-daily-limit.ts'
import { failOver, keepMoves } from './sms-failover/fail-over.ts'
import { keepToOnePart } from './sms-lines/keep-to-one-part.ts'
import { keepNumberChecks } from './number-checks/keep-number-checks.ts'
import { keepOneForEachPerson } from './one-call/one-call-a-person.ts'
import { lockCapacities, type Capacity } from './outbox-capacity.ts'

// Reasons that no waiting mends for this message: it is cancelled. The others wait.
const final: readonly RefusalReason[] = [
  'caseClosed',
  'batchClosed',
  'noEmail',
  'noMobile',
  'noPhone',
  'blacklisted',
  'onlyOwnNumber',
  'otherChannelPreferred',
  'whatsappWindowOver',
  'amountChanged',
]
/** A message that may go, with the customer's provider that carries it; null: the installation's own. */
export type SendableMessage = ClaimedMessage & {
  provider: RegisteredProvider | null
  /** The address of the customer's mailbox that is read, where a reader may leave by mail. */
  mailbox?: string
  /** When the hours in which it may arrive end; of an SMS alone, which a provider may bring later. */
  validUntil?: Date
  /** Its provider took nothing lately: what it takes now ends that. */
  inTrouble?: boolean
}

// It was queued for a provider that is deleted: no other one sends it.
const goneCarrier: Carrier = { name: '', simulated: false, loopback: true, providerId: 0, isOff: true, sender: '' }

// Where time alone opens nothing (a pause without end, a script switched off), it is looked at again now and then.
const lookAgainMs = 60_000

/**
 * Takes due messages of open batches for this engine. Pause, window, law, payment under way, lines and SMS per hour are read here, in the
 * transaction of the claim: what was allowed when the message was queued counts for nothing. `isLowFirst`: of each batch the lowest priority first.
 */
export function claimMessages(
  services: Services,
  channel: SendChannel,
  engineId: number,
  limit: number,
  isLowFirst = false,
): Promise<SendableMessage[]> {
  const { db, clock, gateways } = services
  const now = clock.now()
  const providers = channelProviders(gateways)
  return db.transaction().execute(async (tx) => {
    if (!(await isAnythingKept(tx, channel))) return []
    const capacities: Capacity[] | null = await lockCapacities(tx, channel, now)
    if (capacities?.every((capacity) => capacity.free <= 0)) return []
    const manual = channel === 'call' ? await claimManualCalls(tx, { engineId, now, capacities: capacities ?? [] }) : []
    // Those that somebody waits for go first; the scripts' follow with the next claim, when their lines are counted anew.
    const taken = manual.length > 0 ? manual : await claimDue(tx, { channel, engineId, limit, now, capacities, isLowFirst })
    const chosen = channel === 'call' ? await keepOneForEachPerson(tx, engineId, taken) : taken
    if (chosen.length === 0) return []
    await shareCustomers(tx, chosen)
    const {
      messages: claimed,
      moves,
      troubled,
    } = channel === 'sms' ? await failOver(tx, { engineId, claimed: chosen, now }) : untouched(chosen)
    if (claimed.length === 0) return []
    const facts = await findContactFacts(tx, providers, claimed, now)
    const { allowed, held } = await decideClaimed(tx, { claimed, facts, providers, now })
    const paced = await keepPace(tx, channel, allowed, now)
    await keepMoves(
      tx,
      paced.allowed.flatMap(({ id }) => moves.get(id) ?? []),
      now,
    )
    const back = [...held, ...paced.waiting]
    if (back.length > 0) await putBack(tx, back, now)
    return withMailboxes(
      tx,
      paced.allowed.map((one) => (troubled.has(one.providerId ?? 0) ? { ...one, inTrouble: true } : one)),
    )
  })
}

/** Each engine asks many times a second, mostly for nothing: planning the claim takes longer than this whole question. */
async function isAnythingKept(tx: Transaction, channel: SendChannel): Promise<boolean> {
  const { rows } = await sql`select from outbox where channel = ${channel} limit 1`.execute(tx)
  return rows.length > 0
}

const untouched = (messages: ClaimedMessage[]) => ({ messages, moves: new Map<number, never>(), troubled: new Set<number>() })

/** Each mail whose reader may leave, with the mailbox in which we would read it. */
async function withMailboxes(tx: Transaction, messages: SendableMessage[]): Promise<SendableMessage[]> {
  const asking = [...new Set(messages.flatMap(({ mail, customerId }) => (mail?.leave ? [customerId] : [])))]
  if (asking.length === 0) return messages
  const { rows } = await sql<{ customerId: number; address: string }>`
    select distinct on (customer_id) customer_id as "customerId", settings ->> 'user' as address
    from providers
    where customer_id = any(${asking}::bigint[]) and kind = 'imap' and state = 'active'
      and settings ->> 'user' like '%@%'
    order by customer_id, id`.execute(tx)
  const mailboxes = new Map(rows.map(({ customerId, address }) => [customerId, address] as const))
  return messages.map((message) => ({ ...message, ...mailboxOf(mailboxes.get(message.customerId)) }))
}

const mailboxOf = (mailbox: string | undefined) => (mailbox === undefined ? {} : { mailbox })

// A channel without a pace of its own lets all go.
function keepPace(tx: Transaction, channel: SendChannel, allowed: readonly SendableMessage[], now: Date) {
  if (channel === 'email') return keepMailPace(tx, allowed, now)
  if (channel === 'sms') return keepSmsPace(tx, allowed, now)
  return channel === 'whatsapp' ? keepWhatsappPace(tx, allowed, now) : { allowed: [...allowed], waiting: [] }
}

async function keepWhatsappPace(tx: Transaction, allowed: readonly SendableMessage[], now: Date) {
  const today = await keepDailyLimit(tx, allowed, now)
  const paced = await keepMailPace(tx, today.allowed, now)
  return { allowed: paced.allowed, waiting: [...today.waiting, ...paced.waiting] }
}

// Nobody's number is looked up for what is not sent.
async function keepSmsPace(tx: Transaction, messages: readonly SendableMessage[], now: Date) {
  const short = await keepToOnePart(tx, messages, now)
  const checked = await keepNumberChecks(tx, short.allowed, now)
  return { allowed: checked.allowed, waiting: [...short.waiting, ...checked.waiting] }
}

type Claimed = {
  claimed: readonly ClaimedMessage[]
  facts: ReadonlyMap<number, ContactFacts>
  providers: ChannelProviders
  now: Date
}

/** Which of these may leave at this moment, and why the others may not. */
export async function decideClaimed(tx: Transaction, { claimed, facts, providers, now }: Claimed) {
  const listed = await findListedMeanwhile(tx, claimed, facts, now)
  const freeWords = claimed.filter(({ channel, approved }) => channel === 'whatsapp' && approved === null)
  const tooLate = await findTooLate(tx, freeWords, now)
  const changed = await findAmountChanged(tx, claimed)
  const registered = await findRegistered(tx, [...new Set(claimed.flatMap(({ providerId }) => providerId ?? []))])
  const allowed: SendableMessage[] = []
  const held: HeldMessage[] = []
  for (const message of claimed) {
    const known = facts.get(message.caseId)
    const provider = message.providerId === null ? null : (registered.get(message.providerId) ?? 'gone')
    const carrier = provider === null ? providers[message.channel] : provider === 'gone' ? goneCarrier : carrierOf(provider)
    const permission =
      known &&
      messagePermission(
        { ...known, providers: { ...known.providers, ...(carrier && { [message.channel]: carrier }) } },
        message,
        listedFor(listed, message.caseId),
        now,
      )
    const hours = message.channel === 'sms' && known ? { validUntil: openUntil(known, 'sms', now) } : {}
    if (permission?.ok && tooLate.has(message.id)) held.push(holdOf(message, 'whatsappWindowOver', null, now))
    else if (permission?.ok && changed.has(message.id)) held.push(holdOf(message, 'amountChanged', null, now))
    else if (permission?.ok) allowed.push({ ...message, provider: provider === 'gone' ? null : provider, ...hours })
    else held.push(holdOf(message, permission?.reason ?? 'caseClosed', permission?.nextAt ?? null, now))
  }
  return { allowed: await dropListedCopies(tx, allowed, listed), held }
}

// Whoever saves other caps waits for this claim and takes it back, or came first and is obeyed (server/sql/compliance-changed.sql).
async function shareCustomers(tx: Transaction, claimed: readonly ClaimedMessage[]): Promise<void> {
  const ids = [...new Set(claimed.map(({ customerId }) => customerId))]
  await sql`
    select from customers where id = any(${ids}::bigint[]) order by id for share`.execute(tx)
}

function holdOf(message: ClaimedMessage, reason: RefusalReason, nextAt: string | null, now: Date): HeldMessage {
  // Nobody sits at their desk any more when it may go.
  const isFinal = message.manual || final.includes(reason)
  return {
    ...message,
    reason,
    isFinal,
    isNew: message.reason !== reason,
    nextAt: nextAt === null ? null : new Date(nextAt),
    lookAt: new Date(now.getTime() + lookAgainMs),
  }
}
