import { randomUUID } from 'node:crypto'
import type { LastAnswer } from '@regie/contract/last-answer.ts'
import type { Channel } from '@regie/contract/channels.ts'
import { sql } from 'kysely'
import type { DeliveryNews } from '@regie/contract/channels.ts'
import type { ChannelProviders } from '../../gateways/gateways.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { simulationEngine } from '../case-runs/simulation-case.ts'
import { recordCallStarted } from '../cases/record-call-answer.ts'
import type { ContactFacts } from '../contact-permission/contact-permission.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { claimDueOfCase, putBack } from './communication-changes.ts'
import { decideClaimed } from './outbox-claim.ts'
import { recordDelivery } from './record-delivery.ts'

type CaseRef = { customerId: number; caseId: number }
export type PlayedCall = CaseRef & { provider: string; providerRef: string }

type Sending = { facts: ReadonlyMap<number, ContactFacts>; providers: ChannelProviders; now: Date; until: Date }
/** What was due: the messages that were held or cancelled instead of sent, and the call that is now under way, if any. */
type Sent = { heldIds: ReadonlySet<number>; call: PlayedCall | null }

/**
 * Sends what is due of the played case as the outbox does, asking again whether it may go: it counts as sent at this moment, and nothing leaves. What
 * waited has a line of its own; what goes at once has that of its queueing.
 */
export async function sendInSimulation(tx: Transaction, ref: CaseRef, { facts, providers, now, until }: Sending): Promise<Sent> {
  const claimed = await claimDueOfCase(tx, ref, simulationEngine, now)
  if (claimed.length === 0) return { heldIds: new Set(), call: null }
  const { allowed, held } = await decideClaimed(tx, { claimed, facts, providers, now })
  // What no time lets go is not looked at every minute.
  if (held.length > 0)
    await putBack(
      tx,
      held.map((message) => ({ ...message, lookAt: until })),
      now,
    )
  const heldIds = new Set(held.map(({ id }) => id))
  const ids = allowed.map(({ id }) => id)
  if (ids.length === 0) return { heldIds, call: null }
  const { customerId, caseId } = ref
  const providerRef = `play ${randomUUID()}`
  const { rows } = await sql<{ id: number; channel: Channel; provider: string; waited: boolean }>`
    with gone as (
      delete from outbox where customer_id = ${customerId} and communication_id = any(${ids}::bigint[])
      returning communication_id)
    update communications c set state = 'sent', attempts = 1, started_at = ${now}, sent_at = ${now}, reason = null,
      provider_ref = case when c.channel = 'call' then ${providerRef} end
    from gone g where c.customer_id = ${customerId} and c.id = g.communication_id
    returning c.id, c.channel, c.provider, c.queued_at < ${now} as waited`.execute(tx)
  const call = rows.find(({ channel }) => channel === 'call')
  const withOwnLine = rows.filter(({ channel, waited }) => channel === 'call' || waited)
  await recordTimeline(
    tx,
    withOwnLine.map(({ id, channel }) => ({
      ...{ customerId, caseId, communicationId: id, at: now },
      event: channel === 'call' ? ('callStarted' as const) : (`${channel}Sent` as const),
    })),
  )
  if (!call) return { heldIds, call: null }
  await recordCallStarted(tx, ref, now)
  return { heldIds, call: { customerId, caseId, provider: call.provider, providerRef } }
}

const newsOf: Record<LastAnswer, DeliveryNews> = {
  mens: 'answered',
  mens_onzeker: 'answered',
  voicemail: 'voicemail',
  niet_opgenomen: 'unanswered',
  bezet: 'unanswered',
  geweigerd: 'unanswered',
  ongeldig: 'failed',
  fax: 'failed',
  technisch: 'failed',
}

/** The played call ends, by the very way on which providers tell it. */
export async function answerInSimulation(
  tx: Transaction,
  { provider, providerRef }: PlayedCall,
  answer: LastAnswer,
  at: Date,
  /** What is pressed in it, if anything. */
  choice?: string,
): Promise<void> {
  const isPerson = answer === 'mens' || answer === 'mens_onzeker'
  if (isPerson && choice !== undefined)
    await recordDelivery(tx, provider, { eventKey: `${providerRef} chose`, providerRef, state: 'chose', choice, at })
  await recordDelivery(tx, provider, { eventKey: providerRef, providerRef, state: newsOf[answer], answer, at })
}
