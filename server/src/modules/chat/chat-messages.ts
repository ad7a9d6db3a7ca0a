import type { ChatMessage, chatApi } from '@regie/contract/chat.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { Pool } from 'pg'
import { isoText, prepared } from '../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findTextMasks } from '../cases/masks/case-mask.ts'
import { caseNumbersIn } from '../cases/search/case-numbers.ts'
import { mustStandIn } from './chat-channels.ts'

type Row = Omit<ChatMessage, 'mine' | 'cases'> & { customerId: number }
type Query = RequestOf<typeof chatApi.search>['query']
type Page = ResponseOf<typeof chatApi.messages>

const numbersMax = 10
const pageSize = 50
const columns = `m.id as "messageID", m.channel_id as "channelID", m.customer_id as "customerId", m.by_user as by,
  m.by_user_id as "byUserID", ${isoText('m.at')} as at, m.text, ${isoText('m.edited_at')} as "editedAt",
  m.removed_at is not null as "isRemoved"`

const ofChannel = prepared<Row>(
  'chat-messages',
  `select ${columns}
  from chat_messages m
  where m.customer_id = $1 and m.channel_id = $2 and ($3::bigint is null or m.id < $3)
  order by m.id desc
  limit ${pageSize + 1}`,
)
const withWords = prepared<Row>(
  'chat-search',
  `select ${columns}
  from chat_messages m
  join chat_channels c on c.customer_id = m.customer_id and c.id = m.channel_id
  where m.customer_id = $1 and ($4::bigint is null or m.id < $4) and m.removed_at is null
    and position(lower($3) in lower(m.text)) > 0
    and (c.kind = 'general' or exists (
      select from chat_members k
      where k.customer_id = c.customer_id and k.channel_id = c.id and k.user_id = $2))
  order by m.id desc
  limit ${pageSize + 1}`,
)
const byId = prepared<Row>(
  'chat-message',
  `select ${columns}
  from chat_messages m
  where m.customer_id = $1 and m.id = $2`,
)
const casesOf = prepared<{ id: number; number: string }>(
  'chat-cases',
  `select id, case_number as number
  from cases
  where customer_id = $1 and case_number = any($2::text[])`,
)

/** A page of a channel, newest first. */
export async function listMessages({ db, pool }: Services, caller: Caller, channelId: number, before?: number): Promise<Page> {
  const { customerId } = await mustStandIn(db, caller, channelId)
  return pageOf(pool, caller, await ofChannel(pool, [customerId, channelId, before ?? null]))
}

/** Messages with these words in the caller's channels. Words that a mask hides from the caller find nothing. */
export async function searchMessages({ pool }: Services, caller: Caller, { customerID, q, before }: Query): Promise<Page> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const page = await pageOf(pool, caller, await withWords(pool, [customerID, caller.userId, q, before ?? null]))
  return { ...page, rows: page.rows.filter(({ text }) => text.toLowerCase().includes(q.toLowerCase())) }
}

/** One message as the caller sees it. */
export async function shownMessage(pool: Pool, caller: Caller, customerId: number, messageId: number): Promise<ChatMessage> {
  const [shown] = (await pageOf(pool, caller, await byId(pool, [customerId, messageId]))).rows
  if (!shown) throw new Error(`message ${messageId} is gone`)
  return shown
}

async function pageOf(pool: Pool, caller: Caller, found: readonly Row[]): Promise<Page> {
  const page = found.slice(0, pageSize)
  const named = page.map(({ text }) => caseNumbersIn(text, numbersMax))
  const [first] = page
  const numbers = [...new Set(named.flat())]
  const cases = first && numbers.length > 0 ? await casesOf(pool, [first.customerId, numbers]) : []
  const ids = new Map(cases.map(({ id, number }) => [number, id]))
  const mask = await findTextMasks(pool, caller, [...ids.values()])
  const mayOpen = caller.rights.includes(Right.viewCases)
  const rows = page.map(({ customerId: _customer, ...row }, at) => {
    const mentioned = (named[at] ?? []).flatMap((caseNumber) => {
      const caseID = ids.get(caseNumber)
      return caseID === undefined ? [] : [{ caseNumber, caseID }]
    })
    const text = mentioned.reduce((shown, { caseID }) => mask(caseID, shown), row.text)
    return { ...row, text, mine: row.byUserID === caller.userId, cases: mayOpen ? mentioned : [] }
  })
  return { rows, hasMore: found.length > pageSize }
}
