import type { caseApi, TimelineItem } from '@regie/contract/cases.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { type TimelineKind, timelineParts } from '@regie/contract/timeline-events.ts'
import * as z from 'zod'
import { decodeCursor, pageFrom } from '../../platform/db/page.ts'
import { isoText, prepared } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { maySeePersonalData } from '../fields/masks.ts'
import { approvedButtonsOf, shownText } from '../templates/sent-buttons.ts'
import { findTextMask } from './masks/case-mask.ts'
import { findStepOfMessage } from './known-steps.ts'
import { findCustomerOfCase } from './case-queries.ts'

type Query = RequestOf<typeof caseApi.timeline>['query']

const Cursor = z.tuple([z.number().int()])

const charsShown = 200
// Of a message; its empty lines are left out, so more is read than is shown. Who sees masks gets them laid over all of it: a value that was cut is no value
// that a mask knows.
const charsRead = 3 * charsShown
const allChars = 2 ** 31 - 1
// In full a message is at most some ten sheets of paper, and a page has so many lines at most: an answer stays within a few megabytes, whatever came in.
const wholeCharsMax = 20_000
const wholeLimitMax = 50

type Kept = { key: string | null; mail: unknown; approvedButtons: unknown }
// What happened to a case, newest first, each message with the state it is in now. A note is written at the moment of its line; of
// two of one moment the first is that of the first line.
const timelineOf = prepared<Omit<TimelineItem, 'step' | 'buttons'> & Kept>(
  'case-timeline',
  `select t.id, ${isoText('t.at')} as at, t.kind, t.event,
      case when i.text <> '' then t.params || jsonb_build_object('text', i.text) else t.params end as params,
      t.communication_id as "communicationID",
      t.simulated, m.reason, t.by_user as by, m.idempotency_key as key,
    coalesce(n.text,
      case when $7 then concat_ws(e'\\n\\n', nullif(c.subject, ''), c.text) else nullif(c.subject, '') end,
      left(c.text, case when m.channel = 'whatsapp' then ${allChars} else $6 end)) as excerpt,
    case when m.channel = 'whatsapp' then c.mail end as mail,
    case when m.channel = 'whatsapp' then ${approvedButtonsOf('c')} end as "approvedButtons",
    t.event = 'whatsappReceived' and exists (
      select
      from incoming_messages i
      where i.customer_id = t.customer_id and i.id = (t.params ->> 'incomingID')::bigint and i.pressed is not null)
      as "isPressed",
    case
      when t.params ? 'incomingID' then 'received'
      when m.id is null then null
      when m.delivery is not null then m.delivery
      when m.state in ('queued', 'claimed') then 'waiting'
      when m.state = 'refused' then 'failed' else m.state end as state
  from timeline t
  left join communications m on m.customer_id = t.customer_id and m.id = t.communication_id
  left join communication_contents c
    on c.customer_id = m.customer_id and c.communication_id = m.id and c.queued_at = m.queued_at and m.channel <> 'call'
  left join incoming_messages i
    on $7 and t.params ? 'text' and i.customer_id = t.customer_id and i.id = (t.params ->> 'incomingID')::bigint
  left join lateral (
    select text
    from case_notes
    where t.kind = 'note' and customer_id = t.customer_id and case_id = t.case_id and at = t.at and by_user = t.by_user
    order by id
    offset (
      select count(*)
      from timeline e
      where e.customer_id = t.customer_id and e.case_id = t.case_id and e.kind = 'note' and e.at = t.at
        and e.by_user = t.by_user and e.id < t.id)
    limit 1) n on true
  where t.customer_id = $1 and t.case_id = $2 and t.id < $3 and ($5::text[] is null or t.kind = any($5))
  order by t.id desc
  limit $4`,
)
const countTimeline = prepared<{ total: number }>(
  'case-timeline-count',
  `select count(*) as total
  from timeline
  where customer_id = $1 and case_id = $2 and ($3::text[] is null or kind = any($3))`,
)

/** A page of what happened to a case, of one channel or one part where asked. */
export async function caseTimeline(
  { pool }: Services,
  caller: Caller,
  caseId: number,
  { channel, part, texts, limit: asked, cursor }: Query,
): Promise<ResponseOf<typeof caseApi.timeline>> {
  const customerId = await findCustomerOfCase(pool, caller, caseId)
  const kinds = kindsOf({ channel, part })
  const [beforeId] = cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor(Cursor, cursor)
  const isWhole = texts === 'whole'
  const limit = isWhole ? Math.min(asked, wholeLimitMax) : asked
  const chars = maySeePersonalData(caller) && !isWhole ? charsRead : allChars
  const items = await timelineOf(pool, [customerId, caseId, beforeId, limit + 1, kinds, chars, isWhole])
  const masked = await findTextMask(pool, caller, caseId)
  const shown: TimelineItem[] = []
  for (const { key, mail, approvedButtons, ...item } of items) {
    // The steps of a version are known after the first.
    const step = key === null ? null : await findStepOfMessage(pool, customerId, key)
    const { text, buttons } = shownText({ text: item.excerpt ?? '', mail, approvedButtons }, masked)
    const excerpt = item.excerpt === null ? null : excerptOf(item.kind, text, isWhole)
    shown.push({ ...item, step, params: mapTexts(item.params, (words) => beginOf(masked(words), wholeCharsMax)), excerpt, buttons })
  }
  const [counted] = await countTimeline(pool, [customerId, caseId, kinds])
  return { ...pageFrom(shown, limit, (item) => [item.id]), total: { value: counted?.total ?? 0, exact: true } }
}

function kindsOf({ channel, part }: Pick<Query, 'channel' | 'part'>): TimelineKind[] | null {
  const ofPart: readonly TimelineKind[] | null = part === undefined ? null : timelineParts[part]
  if (channel === undefined) return ofPart === null ? null : [...ofPart]
  return ofPart === null || ofPart.includes(channel) ? [channel] : []
}

// Masked before it is cut. A note is shown whole.
function excerptOf(kind: TimelineItem['kind'], text: string, isWhole: boolean): string {
  if (isWhole && kind !== 'note') return beginOf(text.replaceAll(/\n\s*\n/g, '\n\n').trim(), wholeCharsMax)
  return kind === 'note' ? text : beginOf(text.replaceAll(/\s+/g, ' ').trim(), charsShown)
}

// Cut between words, and it says so: on paper nobody can look further.
function beginOf(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const begin = text.slice(0, charsMax - 1)
  const space = begin.lastIndexOf(' ')
  return `${(space > charsMax / 2 ? begin.slice(0, space) : begin).toWellFormed()}…`
}

const mapTexts = (params: TimelineItem['params'], shown: (text: string) => string): TimelineItem['params'] =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? shown(value) : value]))
