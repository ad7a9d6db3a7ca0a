import { sql } from 'kysely'
import type { CallPart, SpokenMenu } from '../../../../gateways/voice/voice-gateway.ts'
import type { Db } from '../../../../platform/db/database.ts'
import { isoText } from '../../../../platform/db/prepared.ts'
import { textsOfCall } from '../../../communications/voice/texts-of-call.ts'

type OfCase = { customerId: number; caseId: number }

/** What left for a person, with its receipts and what decided that it might leave. Moments are ISO 8601, UTC. */
export type SentFact = {
  id: number
  channel: string
  from: string | null
  to: string
  subject: string | null
  state: string
  delivery: string | null
  reason: string | null
  provider: string
  providerReference: string | null
  isSimulated: boolean
  isByHand: boolean
  isInbound: boolean
  queuedAt: string
  startedAt: string | null
  sentAt: string | null
  deliveredAt: string | null
  /** The bytes that left are kept, under this hash. */
  keptSha256: string | null
  keptBytes: number | null
  hasText: boolean
  hasHtml: boolean
  /** Of a call: what it could let hear beside its first text. */
  parts: CallPart[]
  /** Of a call: the keys that could be pressed in it; null: none. */
  keys: { key: string; name: string }[] | null
  /** Of a call: the key that was chosen, that it was none, or that who picked up did not show who they are. */
  chosen: string | null
  /** Each decision of contactPermission() about it. */
  decisions: unknown
}
export type ReceivedFact = {
  id: number
  channel: string
  from: string
  fromName: string
  subject: string
  cameAt: string
  kind: string
  pressed: string | null
}

/** More than a case ever has; a pack of more is not made. */
export const messagesMax = 5_000

type Spoken = { menu: SpokenMenu | null; voicemailText: string | null }

const iso = (column: string) => sql.raw(isoText(column))

/** All messages and calls of a case, the oldest first. */
export async function listSent(db: Db, { customerId, caseId }: OfCase): Promise<SentFact[]> {
  const { rows } = await sql<Omit<SentFact, 'parts' | 'keys'> & Spoken>`
    select m.id, m.channel, c.sender as from, m.recipient as to, nullif(c.subject, '') as subject, m.state, m.delivery,
      m.reason, m.provider, m.provider_ref as "providerReference", m.simulated as "isSimulated",
      m.by_hand as "isByHand", m.inbound as "isInbound", ${iso('m.queued_at')} as "queuedAt",
      ${iso('m.started_at')} as "startedAt", ${iso('m.sent_at')} as "sentAt",
      ${iso('m.delivered_at')} as "deliveredAt",
      encode(k.sha256, 'hex') as "keptSha256", octet_length(k.content) as "keptBytes",
      coalesce(c.text <> '', false) as "hasText",
      c.html is not null as "hasHtml", m.chosen, c.menu, c.voicemail_text as "voicemailText",
      coalesce(m.permission, '[]') as decisions
    from communications m
    left join communication_contents c
      on c.customer_id = m.customer_id and c.communication_id = m.id and c.queued_at = m.queued_at
    left join sent_mails k on k.customer_id = m.customer_id and k.communication_id = m.id
    where m.customer_id = ${customerId} and m.case_id = ${caseId}
    order by m.id
    limit ${messagesMax + 1}`.execute(db)
  return rows.map(({ menu, voicemailText, ...fact }) => ({
    ...fact,
    parts: textsOfCall({ text: '', menu, voicemailText }).map(({ part }) => part),
    keys: menu?.keys.map(({ key, name }) => ({ key, name })) ?? null,
  }))
}

/** All that came in for it. */
export async function listReceived(db: Db, { customerId, caseId }: OfCase): Promise<ReceivedFact[]> {
  const { rows } = await sql<ReceivedFact>`
    select id, channel, sender as from, sender_name as "fromName", subject, ${iso('came_at')} as "cameAt", kind, pressed
    from incoming_messages
    where customer_id = ${customerId} and case_id = ${caseId} and kind in ('message', 'automatic')
    order by id
    limit ${messagesMax + 1}`.execute(db)
  return rows
}

/** The very bytes of a mail that left. */
export async function readKept(db: Db, { customerId }: OfCase, id: number): Promise<Buffer> {
  const row = await db
    .selectFrom('sent_mails')
    .select('content')
    .where('customer_id', '=', customerId)
    .where('communication_id', '=', id)
    .executeTakeFirstOrThrow()
  return row.content
}

/** The words of a message of ours, its page, or another text of a call. */
export async function readContent(db: Db, { customerId }: OfCase, { id }: SentFact, part: 'html' | CallPart): Promise<string> {
  const { html, text, menu, voicemailText } = await db
    .selectFrom('communication_contents')
    .select(['text', 'html', 'menu', 'voicemail_text as voicemailText'])
    .where('customer_id', '=', customerId)
    .where('communication_id', '=', id)
    .executeTakeFirstOrThrow()
  if (part === 'html') return html ?? ''
  return textsOfCall({ text, menu: menu as SpokenMenu | null, voicemailText }).find((one) => one.part === part)?.text ?? ''
}

/** The words that came in, with what they quoted. */
export async function readReceived(db: Db, { customerId }: OfCase, id: number): Promise<string> {
  const row = await db
    .selectFrom('incoming_messages')
    .select(['text', 'quoted'])
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.quoted === '' ? row.text : `${row.text}\n\n${row.quoted}`
}
