import type { ChannelPermission, ContactDecision } from '@regie/contract/cases.ts'
import type { Channel } from '@regie/contract/channels.ts'
import { smsSegments, smsText } from '@regie/contract/sms-segments.ts'
import { usualQueuePriority } from '@regie/contract/templates.ts'
import { sql } from 'kysely'
import type { Carrier } from '../../gateways/registered-provider.ts'
import type { SpokenMenu } from '../../gateways/voice/voice-gateway.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { listInvoices } from '../case-documents/invoices.ts'
import type { MailExtras } from '../templates/mail-extras.ts'
import type { RenderedText } from '../templates/render-template.ts'
import { tieDocuments } from './mail-attachments/tie-documents.ts'

export type NewMessage = RenderedText & {
  customerId: number
  caseId: number
  batchId: number
  channel: Channel
  recipient: string
  sender: string
  /** Of a call: what a voicemail hears; null: nothing is left there. */
  voicemailText?: string | null
  /** Of a call: the keys that may be pressed in it. */
  menu?: SpokenMenu | null
  /** Of a call; empty: the provider's standard ones. */
  voice?: string
  language?: string
  /** Which text of a template it carries; null: none of staff's templates. */
  templateRevisionId: number | null
  /** Of an e-mail: what it carries beside its text. */
  mail?: MailExtras | null
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
  /** Not before this moment; left out: at once. */
  sendAt?: Date | null
  /** It answers what the person wrote: until then no hour or cap holds it. */
  answersUntil?: Date | null
  /** Whoever sends it may pass a cap of their own customer. */
  passesCap?: boolean
  /** Of WhatsApp: under it stands a button by which the person gives their number. */
  asksNumber?: boolean
  /** It confirms to a person that they get no more. */
  confirmsStop?: boolean
  /** It is for one person, by staff or as an answer: it leaves before whatever a template's priority puts in the queue. */
  goesFirst?: boolean
  /** It stands in the queue once more: the priority that it had; left out: 1 where it goes first, else that of its template. */
  priority?: number
  /** The Message-ID of the mail that it answers. */
  inReplyTo?: string | null
  /** Names the act: the same step of the same case is written once, however often it is taken. */
  idempotencyKey: string
}

/** Writes a message or call into the outbox, in the transaction of its cause. Null when this act was queued before. */
export async function queueMessage(tx: Transaction, message: NewMessage, now: Date): Promise<number | null> {
  const { carrier, choices } = message
  const text = message.channel === 'sms' ? smsText(message.text) : message.text
  const { invoices: takesInvoices, ...mail } = { ...message.mail, ...(choices && choices.kind !== 'none' && { choices }) }
  const invoices = takesInvoices ? await listInvoices(tx, message) : []
  const ownFiles = mail.attachments ?? 0
  const all = { ...mail, ...(invoices.length > 0 && { attachments: ownFiles + invoices.length }) }
  const extras = Object.keys(all).length === 0 ? null : JSON.stringify(all)
  const decisions: ContactDecision[] = [{ at: now.toISOString(), when: 'queued', ...message.permission }]
  const { rows } = await sql<{ id: number }>`
    with option as (
      select r.options
      from template_revisions r
      where r.customer_id = ${message.customerId} and r.id = ${message.templateRevisionId}::bigint),
    own_server as (
      -- A template that has a mail server of its own leaves by that one, and by no other.
      select p.id, p.kind, p.kind as name, p.settings ->> 'sender' as sender
      from template_revisions r
      join providers p on p.customer_id = r.customer_id and p.template_id = r.template_id
      where r.customer_id = ${message.customerId} and r.id = ${message.templateRevisionId}::bigint
        and ${message.channel} = 'email'),
    queued as (
      insert into communications (customer_id, case_id, batch_id, channel, idempotency_key, recipient, provider,
        provider_id, simulated, queued_at, permission, by_hand, for_promise, answers_until, passes_cap,
        confirms_stop, parts, priority)
      values (${message.customerId}, ${message.caseId}, ${message.batchId}, ${message.channel},
        ${message.idempotencyKey}, ${message.recipient},
        coalesce((select name from own_server), ${carrier.name}),
        coalesce((select id from own_server), ${carrier.providerId}::bigint),
        coalesce((select kind = 'simulated' from own_server), ${carrier.simulated}::boolean), ${now},
        ${JSON.stringify(decisions)},
        ${message.isByHand ?? false}, ${message.isLink ?? false}, ${message.answersUntil ?? null}::timestamptz,
        ${message.passesCap ?? false}, ${message.confirmsStop ?? false},
        ${message.channel === 'sms' ? smsSegments(text).segments : null}::smallint,
        coalesce(${message.priority ?? (message.goesFirst ? 1 : null)}::smallint,
          (select (options ->> 'queuePriority')::smallint from option), ${usualQueuePriority}))
      on conflict (idempotency_key) do nothing
      returning customer_id, id, case_id, batch_id, channel, queued_at, priority),
    waiting as (
      insert into outbox (customer_id, communication_id, case_id, batch_id, channel, next_at, manual,
        for_promise, priority)
      select customer_id, id, case_id, batch_id, channel, greatest(queued_at, ${message.sendAt ?? now}),
        ${message.isManual ?? false}, ${message.isLink ?? false}, priority
      from queued),
    content as (
      insert into communication_contents (customer_id, communication_id, queued_at, sender, subject, text, html,
        voice, language, template_revision_id, mail, approved, in_reply_to, open_cents, voicemail_text, asks_number,
        menu)
      select q.customer_id, q.id, q.queued_at, coalesce(
          (select regexp_replace(${message.sender}, '<[^<>]*>$', '<' || o.sender || '>')
          from own_server o
          where o.sender <> ''),
          ${message.sender}), ${message.subject}, ${text},
        ${message.html}::text, ${message.voice ?? ''}, ${message.language ?? ''}, ${message.templateRevisionId}::bigint,
        coalesce((
            select coalesce(${extras}::jsonb, '{}') || jsonb_build_object('statusField', options ->> 'logStatusAt')
            from option
            where options ->> 'logStatusAt' <> '' and ${message.channel} <> 'call'),
          ${extras}::jsonb),
        ${message.approved ? JSON.stringify(message.approved) : null}::jsonb,
        ${message.inReplyTo ?? null}::text, coalesce(c.outstanding_cents, 0) - c.paid_cents,
        ${message.voicemailText ?? null}::text, ${message.asksNumber ?? false},
        ${message.menu ? JSON.stringify(message.menu) : null}::jsonb
      from queued q
      join cases c on c.customer_id = q.customer_id and c.id = q.case_id)
    select id from queued`.execute(tx)
  const id = rows[0]?.id ?? null
  if (id !== null) await tieDocuments(tx, { ...message, communicationId: id, after: ownFiles, at: now }, invoices)
  return id
}

/** Was a message of this key queued before? Then the request comes a second time. */
export async function wasQueued(tx: Transaction, key: string): Promise<boolean> {
  const row = await tx.selectFrom('communications').select('id').where('idempotency_key', '=', key).executeTakeFirst()
  return row !== undefined
}
