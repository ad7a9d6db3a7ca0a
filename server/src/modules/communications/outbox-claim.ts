import type { RefusalReason } from '@regie/contract/cases.ts'
import { sql } from 'kysely'
import { channelProviders, type ChannelProviders, type SendChannel } from '../../gateways/gateways.ts'
import { type Carrier, carrierOf, type RegisteredProvider } from '../../gateways/registered-provider.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'
import { findContactFacts } from '../contact-facts/contact-facts.ts'
import type { ContactFacts } from '../contact-permission/contact-permission.ts'
import { findRegistered } from '../providers/provider-queries.ts'
import { type ClaimedMessage, claimDue, type HeldMessage, putBack } from './communication-changes.ts'
import { claimManualCalls } from './manual-calls/claim-manual-calls.ts'
import { keepMailPace } from './mail-pace/keep-mail-pace.ts'
import { findListedMeanwhile, messagePermission } from './message-permission.ts'
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
]
/** A message that may go, with the customer's provider that carries it; null: the installation's own. */
export type SendableMessage = ClaimedMessage & { provider: RegisteredProvider | null }

// It was queued for a provider that is deleted: no other one sends it.
const goneCarrier: Carrier = { name: '', simulated: false, loopback: true, providerId: 0, isOff: true, sender: '' }

// Where time alone opens nothing (a pause without end, a script switched off), it is looked at again now and then.
const lookAgainMs = 60_000

/**
 * Takes due messages of open batches for this engine. Pause, window, law, payment under way, lines and SMS per hour are read here, in the
 * transaction of the claim: what was allowed when the message was queued counts for nothing.
 */
export function claimMessages(services: Services, channel: SendChannel, engineId: number, limit: number): Promise<SendableMessage[]> {
  const { db, clock, gateways } = services
  const now = clock.now()
  const providers = channelProviders(gateways)
  return db.transaction().execute(async (tx) => {
    const capacities: Capacity[] | null = await lockCapacities(tx, channel, now)
    if (capacities?.every((capacity) => capacity.free <= 0)) return []
    const manual = channel === 'call' ? await claimManualCalls(tx, { engineId, now, capacities: capacities ?? [] }) : []
    // Those that somebody waits for go first; the scripts' follow with the next claim, when their lines are counted anew.
    const taken = manual.length > 0 ? manual : await claimDue(tx, { channel, engineId, limit, now, capacities })
    const claimed = channel === 'call' ? await keepOneForEachPerson(tx, engineId, taken) : taken
    if (claimed.length === 0) return []
    await shareCustomers(tx, claimed)
    const facts = await findContactFacts(tx, providers, claimed, now)
    const { allowed, held } = await decideClaimed(tx, { claimed, facts, providers, now })
    const paced = channel === 'email' ? await keepMailPace(tx, allowed, now) : { allowed, waiting: [] }
    const back = [...held, ...paced.waiting]
    if (back.length > 0) await putBack(tx, back, now)
    return paced.allowed
  })
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
        listed,
        now,
      )
    if (permission?.ok) allowed.push({ ...message, provider: provider === 'gone' ? null : provider })
    else held.push(holdOf(message, permission?.reason ?? 'caseClosed', permission?.nextAt ?? null, now))
  }
  return { allowed, held }
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
