import { randomUUID } from 'node:crypto'
import type { LastAnswer } from '@regie/contract/last-answer.ts'
import type { Channel } from '@regie/contract/channels.ts'
import { sql } from 'kysely'
import type { DeliveryNews } from '@regie/contract/channels.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { recordCallStarted } from '../cases/record-call-answer.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { recordDelivery } from './record-delivery.ts'

type CaseRef = { customerId: number; caseId: number }
export type PlayedCall = CaseRef & { provider: string; providerRef: string }

/** Takes what the played case queued as sent at this moment; answers the call that is now under way, if any. Nothing leaves. */
export async function sendInSimulation(tx: Transaction, { customerId, caseId }: CaseRef, now: Date): Promise<PlayedCall | null> {
  const providerRef = `play ${randomUUID()}`
  const { rows } = await sql<{ id: number; channel: Channel; provider: string }>`
    with gone as (
      delete from outbox o using communications c
      where c.customer_id = ${customerId}
        and c.case_id = ${caseId}
        and c.state = 'queued'
        and o.customer_id = c.customer_id
        and o.communication_id = c.id
      returning o.communication_id)
    update communications c set state = 'sent', attempts = 1, started_at = ${now}, sent_at = ${now},
      provider_ref = case when c.channel = 'call' then ${providerRef} end
    from gone g where c.customer_id = ${customerId} and c.id = g.communication_id
    returning c.id, c.channel, c.provider`.execute(tx)
  const call = rows.find(({ channel }) => channel === 'call')
  if (!call) return null
  await recordTimeline(tx, [{ customerId, caseId, event: 'callStarted', communicationId: call.id, at: now }])
  await recordCallStarted(tx, { customerId, caseId }, now)
  return { customerId, caseId, provider: call.provider, providerRef }
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
): Promise<void> {
  await recordDelivery(tx, provider, { eventKey: providerRef, providerRef, state: newsOf[answer], answer, at })
}
