import type { ConversationItem } from '@regie/contract/conversation-items.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { userName } from '../../../platform/db/user-name.ts'
import { filesOfContents } from '../mail-attachments/sent-attachments.ts'
import { approvedButtonsOf, shownText } from '../../templates/sent-buttons.ts'
import { shownState } from '../delivery-status.ts'
import type { FoundConversation } from './conversation-row.ts'

const pageSize = 40
// What happened in the case between two messages, as far as it says something to who answers.
const eventKinds = ['paymentLink', 'payment', 'promise', 'complaint', 'callback', 'result']

type Attachment = { no: number; fileName: string; mediaType: string; bytes: number; isKept: boolean }
type Row = {
  kind: 'received' | 'sent' | 'event'
  id: number
  at: Date
  isAutomatic: boolean | null
  isPressed: boolean | null
  subject: string | null
  text: string | null
  mail: unknown
  approvedButtons: unknown
  quoted: string | null
  givenNumber: string | null
  isInCase: boolean | null
  attachments: Attachment[] | null
  forwards: { to: string; by: string; at: string }[] | null
  by: string | null
  state: string | null
  delivery: string | null
  reason: string | null
  simulated: boolean | null
  event: string | null
  params: Record<string, string | number> | null
}

type Shown = { masked: (text: string) => string; maskedNumber: (number: string) => string }

/** The last lines of a conversation before a moment, oldest first: what the person wrote, and `withCase` what we wrote by its channel and what happened. */
export async function listItems(
  db: Db,
  { customerID, conversationID, caseID: tied, channel }: FoundConversation,
  { masked, maskedNumber, before, withCase }: Shown & { before: string | undefined; withCase: boolean },
): Promise<{ items: ConversationItem[]; hasOlder: boolean }> {
  const caseID = withCase ? tied : null
  const until = sql`coalesce(${before ?? null}::timestamptz, 'infinity')`
  const { rows } = await sql<Row>`
    select *
    from (
      (select 'received' as kind, m.id, m.came_at as at, m.kind = 'automatic' as "isAutomatic",
          m.pressed is not null as "isPressed", m.subject, m.text, null::jsonb as mail,
          null::jsonb as "approvedButtons",
          m.quoted, m.given_number as "givenNumber", m.given_number in (
          select unnest(array[c.phone, c.mobile])
          from cases c
          where c.customer_id = m.customer_id and c.id = ${tied}) as "isInCase", (
          select json_agg(json_build_object('no', a.no, 'fileName', a.file_name, 'mediaType', a.media_type,
            'bytes', a.bytes, 'isKept', a.content is not null) order by a.no)
          from incoming_attachments a
          where a.customer_id = m.customer_id and a.incoming_id = m.id) as attachments,
          ${forwardsOf(channel)} as forwards,
          null as by, null as state, null as delivery, null as reason, null::boolean as simulated, null as event,
          null::jsonb as params
        from incoming_messages m
        where m.customer_id = ${customerID} and m.conversation_id = ${conversationID} and m.came_at < ${until}
        order by m.id desc
        limit ${pageSize + 1})
      union all
      (select 'sent', m.id, m.queued_at, null, null, t.subject, t.text, t.mail,
          ${sql.raw(approvedButtonsOf('t'))}, null, null, null, (
          select json_agg(json_build_object('no', f.no, 'fileName', f.file_name, 'mediaType', f.media_type,
            'bytes', f.bytes) order by f.no)
          from (${filesOfContents}) f),
          null, (
          select coalesce(
              nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.middle_name, ''), nullif(u.last_name, '')), ''),
              l.by_user)
          from timeline l
          left join staff u on lower(u.username) = lower(l.by_user)
          where l.customer_id = m.customer_id and l.case_id = m.case_id and l.communication_id = m.id
            and l.by_user is not null
          limit 1), m.state, m.delivery, m.reason, m.simulated, null, null
        from communications m
        join communication_contents t
          on t.customer_id = m.customer_id and t.communication_id = m.id and t.queued_at = m.queued_at
        where m.customer_id = ${customerID} and m.case_id = ${caseID} and m.channel = ${channel}
          and m.queued_at < ${until}
        order by m.id desc
        limit ${pageSize + 1})
      ${channel === 'webchat' ? answersOf(customerID, conversationID, until) : sql``}
      union all
      (select 'event', l.id, l.at, null, null, null, null, null, null, null, null, null, null, null,
          l.by_user, null, null, null, null,
          l.event, l.params
        from timeline l
        where l.customer_id = ${customerID} and l.case_id = ${caseID} and l.kind = any(${eventKinds}::text[])
          and l.at < ${until}
        order by l.id desc
        limit ${pageSize + 1})) lines
    order by at desc, kind desc, id desc
    limit ${pageSize + 1}`.execute(db)
  const page = rows.slice(0, pageSize).toReversed()
  return { items: page.map((row) => shown(row, { masked, maskedNumber })), hasOlder: rows.length > pageSize }
}

/** SQL: who an e-mail went on to; nothing else is forwarded. */
function forwardsOf(channel: string): RawBuilder<unknown> {
  if (channel !== 'email') return sql`null::json`
  return sql`(
          select json_agg(json_build_object('to', coalesce(f.address, ${userName('r')}),
            'by', ${userName('b')}, 'at', f.at) order by f.at)
          from mail_forwards f
          left join staff r on r.id = f.user_id
          left join staff b on b.id = f.by_user_id
          where f.customer_id = m.customer_id and f.incoming_id = m.id)`
}

/** SQL: what staff wrote in a chat; read where the page of the visitor has shown it. */
function answersOf(customerID: number, conversationID: number, until: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`union all
      (select 'sent', a.id, a.at, null, null, '', a.text, null, null, null, null, null, null, null,
          coalesce(
            nullif(concat_ws(' ', nullif(u.first_name, ''), nullif(u.middle_name, ''), nullif(u.last_name, '')), ''),
            u.username, ''),
          'sent', case when a.id <= w.seen_answer_id then 'read' end, null, false, null, null
        from conversation_answers a
        join web_chat_visits w on w.customer_id = a.customer_id and w.conversation_id = a.conversation_id
        left join staff u on u.id = a.user_id
        where a.customer_id = ${customerID} and a.conversation_id = ${conversationID} and a.at < ${until}
        order by a.id desc
        limit ${pageSize + 1})`
}

function shown(row: Row, { masked, maskedNumber }: Shown): ConversationItem {
  const { id } = row
  const at = row.at.toISOString()
  if (row.kind === 'event') {
    const params = Object.entries(row.params ?? {}).map(([name, value]) => [name, typeof value === 'string' ? masked(value) : value])
    return { kind: 'event', id, at, event: row.event ?? '', params: Object.fromEntries(params) as Record<string, string | number> }
  }
  const subject = masked(row.subject ?? '')
  if (row.kind === 'sent') {
    const state = shownState(row.state ?? '', row.delivery)
    const reason = row.reason === null ? null : masked(row.reason)
    const attachments = (row.attachments ?? []).map((one) => ({ ...one, fileName: masked(one.fileName) }))
    const words = shownText({ ...row, text: row.text ?? '' }, masked)
    return { kind: 'sent', id, at, subject, ...words, by: row.by ?? '', state, reason, simulated: row.simulated ?? false, attachments }
  }
  const attachments = (row.attachments ?? []).map((one) => ({ ...one, fileName: masked(one.fileName) }))
  const givenNumber = row.givenNumber === null ? null : { number: maskedNumber(row.givenNumber), isInCase: row.isInCase ?? false }
  return {
    kind: 'received',
    id,
    at,
    subject,
    text: masked(row.text ?? ''),
    isAutomatic: row.isAutomatic ?? false,
    isPressed: row.isPressed ?? false,
    quoted: masked(row.quoted ?? ''),
    givenNumber,
    attachments,
    forwards: (row.forwards ?? []).map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
  }
}
