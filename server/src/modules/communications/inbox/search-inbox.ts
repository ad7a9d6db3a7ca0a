import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { type ConversationRow, foundMax, type inboxApi } from '@regie/contract/inbox.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { decodeCursor, pageFrom } from '../../../platform/db/page.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import { maySeePersonalData } from '../../fields/masks.ts'
import {
  conversationColumns,
  conversationTables,
  findConversationMasks,
  type FoundConversation,
  shownConversation,
} from './conversation-row.ts'

type Query = RequestOf<typeof inboxApi.search>['query']
type Hit = FoundConversation & { hit: string; sender: string }

// The newest messages with the words; one conversation may have many of them.
const messagesMax = 2_000
const aroundMax = 80
const Place = z.tuple([z.iso.datetime(), z.number().int()])

const askedMax = 8

const plain = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** Words as they are kept (0114-inbox-search.sql): in lower case, without accents, an address as its parts. */
const wordsOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

// The letters of which 0114-inbox-search.sql leaves out the accent.
const accented = /[áàâäãåéèêëíìîïóòôöõúùûüýÿçñ]/gu

/** The words as a query of PostgreSQL, by how each begins: a letter whose accent is kept there is found with it, and one that has none without. */
function queryOf(text: string): string {
  const asked = text
    .toLowerCase()
    .normalize('NFC')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => plain(word) !== '')
  const forms = (word: string) => [...new Set([word.replace(accented, plain), plain(word)])].map((form) => `'${form}':*`)
  return asked
    .slice(0, askedMax)
    .map((word) => `(${forms(word).join(' | ')})`)
    .join(' & ')
}

/** What stands around the first word that was looked for; undefined where none of them stands in the text. */
function aroundOf(text: string, words: readonly string[]): string | undefined {
  const line = text.replaceAll(/\s+/g, ' ')
  const at = Math.min(
    ...words.map((word) => plain(line).search(new RegExp(String.raw`(?<![\p{L}\p{N}])${word}`, 'u'))).filter((place) => place >= 0),
  )
  if (!Number.isFinite(at)) return undefined
  const from = Math.max(0, at - aroundMax / 2)
  return `${from > 0 ? '…' : ''}${line.slice(from, from + 2 * aroundMax).toWellFormed()}`.trim()
}

/**
 * Conversations that are found by the beginning of each word in a received message, or by the number of their case; newest first, whatever their
 * state. Who may not see personal data finds only by what is shown to them: a hit would tell the rest.
 */
export async function searchInbox(
  { db, pool }: Services,
  caller: Caller,
  { customerID, q, limit, cursor }: Query,
): Promise<ResponseOf<typeof inboxApi.search>> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const words = wordsOf(q).slice(0, askedMax)
  const begins = queryOf(q)
  const caseStart = `${q
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, String.raw`\$&`)}%`
  const { rows } = await sql<Hit>`
    with hits as (
      select conversation_id, max(incoming_id) as incoming_id
      from search_conversations(${customerID}, ${begins}, ${caseStart}, ${messagesMax})
      group by conversation_id)
    select ${conversationColumns}, coalesce(left(m.subject, 1000) || chr(10) || left(m.text, 20000), '') as hit,
      coalesce(m.sender || ' ' || m.sender_name, '') as sender
    from hits h
    join ${conversationTables} on v.customer_id = ${customerID} and v.id = h.conversation_id
    left join incoming_messages m on m.customer_id = ${customerID} and m.id = h.incoming_id
    order by date_trunc('milliseconds', v.last_at) desc, v.id desc
    limit ${foundMax + 1}`.execute(db)
  const masked = await findConversationMasks(pool, caller, rows)
  const shown = rows.map(({ sender, hit, ...row }) => ({
    row: shownConversation(row, masked, caller),
    ...{ hit: masked(row, hit), sender: masked(row, sender) },
  }))
  const seen = maySeePersonalData(caller)
    ? shown
    : shown.filter(({ row, hit, sender }) => {
        const visible = wordsOf(`${row.caseNumber ?? ''} ${hit} ${sender}`)
        return words.every((word) => visible.some((one) => one.startsWith(word)))
      })
  const found = seen.slice(0, foundMax)
  const place = cursor === undefined ? null : decodeCursor(Place, cursor)
  const isBehind = ({ lastAt, conversationID }: ConversationRow) =>
    place === null || lastAt < place[0] || (lastAt === place[0] && conversationID < place[1])
  const page = pageFrom(found.filter(({ row }) => isBehind(row)).slice(0, limit + 1), limit, ({ row }) => [row.lastAt, row.conversationID])
  return {
    rows: page.rows.map(({ row, hit }) => ({ ...row, excerpt: aroundOf(hit, words) ?? row.excerpt })),
    nextCursor: page.nextCursor,
    count: found.length,
    hasMore: found.length > 0 && rows.length > foundMax,
  }
}
