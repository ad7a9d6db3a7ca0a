import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import type { InboxCounts, inboxApi, InboxView } from '@regie/contract/inbox.ts'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { decodeCursor, pageFrom } from '../../../platform/db/page.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { type Caller, mustAccessCustomer } from '../../../platform/http/caller.ts'
import type { Services } from '../../../services.ts'
import {
  conversationColumns,
  conversationTables,
  findConversationMasks,
  type FoundConversation,
  shownConversation,
} from './conversation-row.ts'

type Query = RequestOf<typeof inboxApi.list>['query']

const Place = z.tuple([z.boolean(), z.string().max(40), z.number().int()])

/** Conversations of a customer: who waits longest first, then those that are answered; those that are done newest first. */
export async function listInbox(
  { db, pool }: Services,
  caller: Caller,
  { customerID, view, channel, limit, cursor }: Query,
): Promise<ResponseOf<typeof inboxApi.list>> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const isDone = view === 'closed' || view === 'spam'
  const place = cursor === undefined ? null : decodeCursor(Place, cursor)
  const order = isDone ? sql`desc` : sql`asc`
  const after = isDone ? sql`<` : sql`>`
  const { rows } = await sql<FoundConversation>`
    select ${conversationColumns}
    from ${conversationTables}
    where v.customer_id = ${customerID} and v.state = ${stateOf(view)} ${onlyOf(view, caller)}
      ${channel === undefined ? sql`` : sql`and v.channel = ${channel}`}
      ${place === null ? sql`` : sql`and ${placeOf} ${after} (${place[0]}, ${place[1]}::timestamptz, ${place[2]})`}
    order by v.is_answered ${order}, v.sort_at ${order}, v.id ${order}
    limit ${limit + 1}`.execute(db)
  const page = pageFrom(rows, limit, ({ isAnswered, sortAt, conversationID }) => [isAnswered, sortAt, conversationID])
  const masked = await findConversationMasks(pool, caller, page.rows)
  return { rows: page.rows.map((row) => shownConversation(row, masked, caller)), nextCursor: page.nextCursor }
}

const placeOf = sql`(v.is_answered, v.sort_at, v.id)`

const stateOf = (view: InboxView) => (view === 'snoozed' || view === 'closed' || view === 'spam' ? view : 'open')

function onlyOf(view: InboxView, { userId }: Caller): RawBuilder<unknown> {
  if (view === 'open') return sql`and not v.is_answered`
  if (view === 'mine') return sql`and v.assigned_to = ${userId}`
  if (view === 'nobody') return sql`and v.assigned_to is null`
  if (view === 'caseClosed') return sql`and not v.is_answered and c.status = 'closed'`
  return view === 'unknown' ? sql`and v.case_id is null` : sql``
}

const countsMax = 1000
// Each stops at its own limit: of those that are mine, none is missed for the many that are not.
const countOf = (which: string) => `(select count(*)::int from (
    select from conversations
    where customer_id = $1 and state = 'open' and waiting_since is not null ${which}
    limit ${countsMax}) waiting)`
const countsOf = prepared<InboxCounts>(
  'inbox-counts',
  `select ${countOf('')} as open, ${countOf('and assigned_to = $2')} as mine,
    ${countOf('and assigned_to is null')} as nobody, ${countOf('and case_id is null')} as unknown`,
)

/** How many wait for an answer, read from the indexes of those who wait. */
export async function countInbox({ pool }: Services, caller: Caller, customerID: number): Promise<InboxCounts> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const [counts] = await countsOf(pool, [customerID, caller.userId])
  return counts ?? { open: 0, mine: 0, nobody: 0, unknown: 0 }
}
