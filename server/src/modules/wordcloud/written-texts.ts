import { type WordSource, type WordTarget, textMonths } from '@regie/contract/wordcloud.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { fieldsOf } from '../fields/find-fields.ts'
import { isPersonal } from '../fields/personal-fields.ts'
import { nameKeys } from '../fields/masks.ts'

/** Which texts are asked for; from and to are days in Dutch time, both within. */
export type TextFilter = {
  customerID: number
  scriptID?: number | undefined
  from?: string | undefined
  to?: string | undefined
  source?: WordSource | undefined
  target?: WordTarget | undefined
}

/** The place of a text among all, newest first: its moment in microseconds, then its kind and its id. */
export type TextPlace = readonly [micros: number, kind: number, id: number]

/** Something that a person or a member of staff wrote, with what says who it is about. */
export type WrittenText = {
  micros: number
  kind: number
  id: number
  at: Date
  source: WordSource
  text: string
  caseID: number | null
  caseNumber: string | null
  conversationID: number | null
  /** Who sent it; both empty where it is ours. */
  sender: string
  senderName: string
  /** Whether the case has this address. */
  isOwnAddress: boolean
  /** What is known of the person: names, addresses, and the fields of the case that tell who they are. */
  about: string
}

// Nothing is older; PostgreSQL knows no year 0, which a query may ask for.
export const firstDay = '2000-01-01'
// Of a longer text the beginning says what it is about.
const charsRead = 4_000

/** Kinds of texts, in the order in which texts of one moment stand. */
const kinds = { received: 1, sent: 2, answered: 3, noted: 4 } as const
export const targetOf = (kind: number): WordTarget => (kind === kinds.received ? 'person' : 'staff')

/** The keys of the fields that tell who somebody is, of all scripts of a customer: a case may have moved from one to the other. */
export async function listPersonalKeys(db: Db, customerId: number): Promise<string[]> {
  const scripts = await db.selectFrom('scripts').select('fields').where('customer_id', '=', customerId).execute()
  const own = scripts.flatMap(({ fields }) => fieldsOf(fields).filter(isPersonal))
  return [...new Set([...nameKeys, 'plaats', 'toevoeging', ...own.map(({ key }) => key)])]
}

/** The next texts behind a place, newest first. */
export async function listWrittenTexts(
  db: Db,
  filter: TextFilter,
  { after, limit, personalKeys, now }: { after: TextPlace | null; limit: number; personalKeys: readonly string[]; now: Date },
): Promise<WrittenText[]> {
  const parts = partsOf(filter, after, limit, now)
  if (parts.length === 0) return []
  const { rows } = await sql<WrittenText>`
    select x.kind, x.id, x.at, (extract(epoch from x.at) * 1000000)::bigint as micros, x.source,
      left(x.text, ${charsRead}) as text, x.case_id as "caseID", c.case_number as "caseNumber",
      x.conversation_id as "conversationID", x.sender, x.sender_name as "senderName",
      coalesce(ltrim(lower(x.sender), '+') in (lower(c.email), ltrim(c.phone, '+'), ltrim(c.mobile, '+')), false)
        as "isOwnAddress",
      concat_ws(' ', x.sender, x.sender_name, x.person_name, c.name, c.city, c.email, (
        select string_agg(f.value, ' ')
        from jsonb_each_text(c.fields) f
        where f.key = any(${personalKeys}::text[]))) as about
    from (
      select *
      from (${sql.join(parts, sql` union all `)})
        parts (kind, id, at, source, text, case_id, conversation_id, sender, sender_name, person_name)
      order by at desc, kind desc, id desc
      limit ${limit}) x
    left join cases c on c.customer_id = ${filter.customerID} and c.id = x.case_id
    order by x.at desc, x.kind desc, x.id desc`.execute(db)
  return rows
}

function partsOf(filter: TextFilter, after: TextPlace | null, limit: number, now: Date): RawBuilder<unknown>[] {
  const { source, target } = filter
  const asked = { ...filter, after, limit, now }
  const isOf = (wanted: WordTarget) => target === undefined || target === wanted
  return [
    ...(isOf('person') && source !== 'note' ? [receivedOf(asked)] : []),
    ...(isOf('staff') && source !== 'note' && source !== 'webchat' ? [sentOf(asked)] : []),
    ...(isOf('staff') && (source === undefined || source === 'webchat') ? [answeredOf(asked)] : []),
    ...(isOf('staff') && (source === undefined || source === 'note') ? [notedOf(asked)] : []),
  ]
}

type Asked = TextFilter & { after: TextPlace | null; limit: number; now: Date }

/** What people wrote themselves: no notices of absence, no words of a button, which are ours, and no spam. What they quote is not read. */
const receivedOf = (asked: Asked) => sql`
  (select ${sql.lit(kinds.received)} as kind, m.id, m.came_at, m.channel, m.text, m.case_id,
      m.conversation_id, m.sender, m.sender_name, v.person_name
    from incoming_messages m
    left join conversations v on v.customer_id = m.customer_id and v.id = m.conversation_id
    where m.customer_id = ${asked.customerID} and m.kind = 'message' and m.pressed is null
      and v.state is distinct from 'spam' ${ofChannel(asked, sql`m.channel`)}
      ${within(asked, { kind: kinds.received, at: sql`m.came_at`, id: sql`m.id`, caseId: sql`m.case_id` })}
    order by m.came_at desc, m.id desc
    limit ${asked.limit})`

/**
 * What staff wrote themselves in a case and what has left: by hand, once (a repeat has a key of its own), and with no text of a template. A template is
 * written once and sent a thousand times: its words would drown what people say to each other.
 */
const sentOf = (asked: Asked) => sql`
  (select ${sql.lit(kinds.sent)}, m.id, m.queued_at, m.channel, t.text, m.case_id, null::bigint, '', '', ''
    from communications m
    join communication_contents t
      on t.customer_id = m.customer_id and t.communication_id = m.id and t.queued_at = m.queued_at
    where m.customer_id = ${asked.customerID} and m.by_hand and m.idempotency_key like 'message:%'
      and m.state = 'sent' and t.template_revision_id is null and not t.asks_number ${ofChannel(asked, sql`m.channel`)}
      ${within(asked, { kind: kinds.sent, at: sql`m.queued_at`, id: sql`m.id`, caseId: sql`m.case_id` })}
    order by m.queued_at desc, m.id desc
    limit ${asked.limit})`

/** What staff answered in the chat of a site. */
const answeredOf = (asked: Asked) => sql`
  (select ${sql.lit(kinds.answered)}, a.id, a.at, 'webchat', a.text, v.case_id, v.id, '', '', v.person_name
    from conversation_answers a
    join conversations v on v.customer_id = a.customer_id and v.id = a.conversation_id and v.state <> 'spam'
    where a.customer_id = ${asked.customerID}
      ${within(asked, { kind: kinds.answered, at: sql`a.at`, id: sql`a.id`, caseId: sql`v.case_id` })}
    order by a.at desc, a.id desc
    limit ${asked.limit})`

/** What staff noted in a case. */
const notedOf = (asked: Asked) => sql`
  (select ${sql.lit(kinds.noted)}, n.id, n.at, 'note', n.text, n.case_id, null::bigint, '', '', n.by_user
    from case_notes n
    where n.customer_id = ${asked.customerID}
      ${within(asked, { kind: kinds.noted, at: sql`n.at`, id: sql`n.id`, caseId: sql`n.case_id` })}
    order by n.at desc, n.id desc
    limit ${asked.limit})`

function ofChannel({ source }: Asked, channel: RawBuilder<unknown>): RawBuilder<unknown> {
  return source === undefined ? sql`` : sql`and ${channel} = ${source}`
}

type Columns = { kind: number; at: RawBuilder<unknown>; id: RawBuilder<unknown>; caseId: RawBuilder<unknown> }

/** SQL: in the period, behind the place, and of the script. Demos count nowhere; what is about no case yet is of no script. */
function within({ customerID, scriptID, from, to, after, now }: Asked, { kind, at, id, caseId }: Columns): RawBuilder<unknown> {
  const months = sql`make_interval(months => ${textMonths})`
  const ofBatch = sql`
    from cases k
    join batches b on b.customer_id = k.customer_id and b.id = k.batch_id
    where k.customer_id = ${customerID} and k.id = ${caseId}`
  return sql`
      and ${at} >= greatest(${now}::timestamptz - ${months}, ${startOf(sql`${from ?? firstDay}::date`)})
      ${to === undefined ? sql`` : sql`and ${at} < ${startOf(sql`${to}::date + 1`)}`}
      ${after === null ? sql`` : behind(after, { kind, at, id })}
      ${
        scriptID === undefined
          ? sql`and not exists (select ${ofBatch} and b.is_demo)`
          : sql`and exists (select ${ofBatch} and not b.is_demo and b.script_id = ${scriptID})`
      }`
}

const startOf = (day: RawBuilder<unknown>) => sql`((${day})::timestamp at time zone 'Europe/Amsterdam')`

/** SQL: after the place; of the kinds that come later in a moment, its whole moment. */
function behind([micros, kind, id]: TextPlace, columns: Omit<Columns, 'caseId'>): RawBuilder<unknown> {
  const at = sql`('epoch'::timestamptz + ${micros}::float8 * interval '1 microsecond')`
  if (columns.kind < kind) return sql`and ${columns.at} <= ${at}`
  if (columns.kind > kind) return sql`and ${columns.at} < ${at}`
  return sql`and (${columns.at}, ${columns.id}) < (${at}, ${id}::bigint)`
}
