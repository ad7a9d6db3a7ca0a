import type { Visit, VisitMessage } from '@regie/contract/web-chat.ts'
import { sql } from 'kysely'
import { publish } from '../../../live/publish.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Db, Transaction } from '../../../platform/db/database.ts'
import { hashToken } from '../../../platform/security/secret-token.ts'
import type { Services } from '../../../services.ts'
import { staffingOf } from './staffing.ts'
import type { WebChatHours } from '@regie/contract/web-chat.ts'

/** The visit of a token. */
export type FoundVisit = {
  customerId: number
  id: number
  conversationId: number
  address: string
  name: string
  beginKey: string
  isOn: boolean
  hours: WebChatHours[]
}

/** Undefined: nobody has this token, or its conversation was removed. */
export async function findVisit(db: Db, token: string): Promise<FoundVisit | undefined> {
  const row = await db
    .selectFrom('web_chat_visits as w')
    .innerJoin('conversations as v', (join) => join.onRef('v.customer_id', '=', 'w.customer_id').onRef('v.id', '=', 'w.conversation_id'))
    .innerJoin('web_chats as c', 'c.customer_id', 'w.customer_id')
    .select(['w.customer_id as customerId', 'w.id', 'w.conversation_id as conversationId', 'w.begin_key as beginKey'])
    .select(['v.address', 'v.person_name as name', 'c.is_on as isOn', 'c.hours'])
    .where('w.token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row && { ...row, hours: row.hours as WebChatHours[] }
}

const shownMax = 100

/** What was written from both sides, oldest first: nothing of a case stands in it. */
export async function readVisit({ db, clock }: Pick<Services, 'db' | 'clock'>, visit: FoundVisit): Promise<Visit> {
  const { customerId, conversationId, address } = visit
  const { rows } = await sql<{ id: number; isOurs: boolean; text: string; at: Date; key: string | null }>`
    select *
    from (
      (select id, false as "isOurs", text, came_at as at, message_key as key
        from incoming_messages
        where customer_id = ${customerId} and conversation_id = ${conversationId}
        order by id desc
        limit ${shownMax})
      union all
      (select id, true, text, at, null
        from conversation_answers
        where customer_id = ${customerId} and conversation_id = ${conversationId}
        order by id desc
        limit ${shownMax})) lines
    order by at desc, "isOurs" desc, id desc
    limit ${shownMax}`.execute(db)
  const messages = rows.toReversed().map(
    ({ id, isOurs, text, at, key }): VisitMessage => ({
      ...{ id: `${isOurs ? 'a' : 'v'}${id}`, isOurs, text, at: at.toISOString() },
      key: key?.slice(keyOf(address, '').length) ?? null,
    }),
  )
  const lastAnswerID = Math.max(0, ...rows.flatMap(({ id, isOurs }) => (isOurs ? [id] : [])))
  return { messages, lastAnswerID, ...staffingOf(visit.hours, clock.now()) }
}

/** By what a message of a visit is saved once. */
export const keyOf = (address: string, key: string) => `webchat:${address}:${key}`

/** The visitor has seen our answers up to this one: staff see that. */
export function seeAnswers({ db }: Pick<Services, 'db'>, visit: FoundVisit, answerId: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      update web_chat_visits
      set seen_answer_id = ${answerId}
      where customer_id = ${visit.customerId} and id = ${visit.id} and seen_answer_id < ${answerId}
        and exists (
          select from conversation_answers a
          where a.customer_id = ${visit.customerId} and a.conversation_id = ${visit.conversationId}
            and a.id = ${answerId})
      returning id`.execute(tx)
    if (rows.length > 0) await changed(tx, visit)
  })
}

// A page that is gone without saying so counts no longer then; an open one says so again before.
const hereMinutes = 11

/** The page of the visit is open, or not any more. */
export function noteHere({ db, clock }: Pick<Services, 'db' | 'clock'>, visit: FoundVisit, isHere: boolean): Promise<void> {
  const now = clock.now()
  const until = isHere ? new Date(now.getTime() + hereMinutes * 60_000) : null
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ flipped: boolean }>`
      with before as (
        select coalesce(here_until > ${now}, false) as here
        from web_chat_visits
        where customer_id = ${visit.customerId} and id = ${visit.id}
        for update)
      update web_chat_visits w
      set here_until = ${until}::timestamptz
      from before
      where w.customer_id = ${visit.customerId} and w.id = ${visit.id}
      returning before.here <> ${isHere} as flipped`.execute(tx)
    if (rows[0]?.flipped) await changed(tx, visit)
  })
}

const changed = (tx: Transaction, { customerId, conversationId }: FoundVisit) =>
  publish(tx, { kind: 'conversation.changed', customerId, conversationId })

/** The visit of a token; refuses a token of nobody. */
export function mustBeVisit(visit: FoundVisit | undefined): FoundVisit {
  if (!visit) throw new AppError('webChat.visitUnknown')
  return visit
}
