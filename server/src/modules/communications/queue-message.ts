import type { ChannelPermission, ContactDecision } from '@regie/contract/cases.ts'
import type { Channel } from '@regie/contract/channels.ts'
import { sql } from 'kysely'
import type { Carrier } from '../../gateways/registered-provider.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { RenderedText } from '../templates/render-template.ts'

export type NewMessage = RenderedText & {
  customerId: number
  caseId: number
  batchId: number
  channel: Channel
  recipient: string
  sender: string
  /** Of a call; empty: the provider's standard ones. */
  voice?: string
  language?: string
  /** Which text of a template it carries; null: none of staff's templates. */
  templateRevisionId: number | null
  /** Whoever carries it, now and at each attempt. */
  carrier: Carrier
  /** What contactPermission() said: kept with the message. */
  permission: ChannelPermission
  /** A call that somebody waits for at their desk (manual-calls/). */
  isManual?: boolean
  /** Staff sent it themselves: their script leaves the person alone for a while. */
  isByHand?: boolean
  /** A payment link that staff send: the pause that waits for a promise, made before or after, does not keep it from who promised. */
  isLink?: boolean
  /** Names the act: the same step of the same case is written once, however often it is taken. */
  idempotencyKey: string
}

/** Writes a message or call into the outbox, in the transaction of its cause. Null when this act was queued before. */
export async function queueMessage(tx: Transaction, message: NewMessage, now: Date): Promise<number | null> {
  const { carrier } = message
  const decisions: ContactDecision[] = [{ at: now.toISOString(), when: 'queued', ...message.permission }]
  const { rows } = await sql<{ id: number }>`
    with queued as (
      insert into communications (customer_id, case_id, batch_id, channel, idempotency_key, recipient, provider,
        provider_id, simulated, queued_at, permission, by_hand, for_promise)
      values (${message.customerId}, ${message.caseId}, ${message.batchId}, ${message.channel},
        ${message.idempotencyKey}, ${message.recipient},
        ${carrier.name}, ${carrier.providerId}::bigint, ${carrier.simulated}, ${now}, ${JSON.stringify(decisions)},
        ${message.isByHand ?? false}, ${message.isLink ?? false})
      on conflict (idempotency_key) do nothing returning customer_id, id, case_id, batch_id, channel, queued_at),
    waiting as (
      insert into outbox (customer_id, communication_id, case_id, batch_id, channel, next_at, manual,
        for_promise)
      select customer_id, id, case_id, batch_id, channel, queued_at, ${message.isManual ?? false},
        ${message.isLink ?? false}
      from queued),
    content as (
      insert into communication_contents (customer_id, communication_id, queued_at, sender, subject, text, html,
        voice, language, template_revision_id)
      select customer_id, id, queued_at, ${message.sender}, ${message.subject}, ${message.text}, ${message.html}::text,
        ${message.voice ?? ''}, ${message.language ?? ''}, ${message.templateRevisionId}::bigint
      from queued)
    select id from queued`.execute(tx)
  return rows[0]?.id ?? null
}

/** Was a message of this key queued before? Then the request comes a second time. */
export async function wasQueued(tx: Transaction, key: string): Promise<boolean> {
  const row = await tx.selectFrom('communications').select('id').where('idempotency_key', '=', key).executeTakeFirst()
  return row !== undefined
}
