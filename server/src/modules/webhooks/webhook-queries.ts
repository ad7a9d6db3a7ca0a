import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { type outgoingWebhookApi, type Webhook, webhookCountMax, type WebhookMessage } from '@regie/contract/outgoing-webhooks.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { decodeCursor, pageFrom } from '../../platform/db/page.ts'
import { isoText } from '../../platform/db/prepared.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'

/** The webhooks of a customer by name, or one of them. */
export async function listWebhooks(db: Db | Transaction, customerId: number, id: number | null = null): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`
    select w.id as "webhookID", w.customer_id as "customerID", w.name, w.url, w.types, w.is_on as "isOn",
      w.off_reason as "offReason", ${iso('w.failing_since')} as "failingSince",
      ${iso('w.last_sent_at')} as "lastSentAt", ${countOf('queued')} as waiting, ${countOf('failed')} as failed,
      ${iso('w.former_secret_until')} as "formerSecretUntil", w.version
    from outgoing_webhooks w
    where w.customer_id = ${customerId} and (${id}::bigint is null or w.id = ${id})
    order by lower(w.name)`.execute(db)
  return rows
}

const iso = (column: string) => sql.raw(isoText(column))

// A system that was away for days has a great many: nobody needs to know how many exactly.
const countOf = (state: 'queued' | 'failed') => sql`(
        select count(*)::int
        from (
          select from webhook_messages m
          where m.customer_id = w.customer_id and m.webhook_id = w.id and m.state = ${sql.lit(state)}
          limit ${webhookCountMax}) counted)`

export async function shownWebhook(db: Db | Transaction, customerId: number, id: number): Promise<Webhook> {
  const [webhook] = await listWebhooks(db, customerId, id)
  if (!webhook) throw new AppError('webhook.notFound')
  return webhook
}

/** Of which customer a webhook is; one of another customer is answered as one that is not there. */
export async function findCustomerOfWebhook(db: Db | Transaction, caller: Caller, id: number): Promise<number> {
  const found = await db.selectFrom('outgoing_webhooks').select('customer_id').where('id', '=', id).executeTakeFirst()
  if (!found || !caller.customerIds.includes(found.customer_id)) throw new AppError('webhook.notFound')
  return found.customer_id
}

const columns = sql`
      m.id as "webhookMessageID", m.type, m.case_id as "caseID", ${iso('m.at')} as at, m.state, m.attempts,
      ${iso('m.next_at')} as "nextAt", m.status, m.fault`

const Place = z.tuple([z.number().int().positive()])

/** The log of a webhook, the newest first. */
export async function listMessages(
  { db }: Services,
  caller: Caller,
  webhookId: number,
  {
    state = null,
    limit,
    cursor,
  }: Omit<RequestOf<typeof outgoingWebhookApi.messages>['query'], 'state'> & {
    state?: WebhookMessage['state'] | null | undefined
  },
): Promise<ResponseOf<typeof outgoingWebhookApi.messages>> {
  const customerId = await findCustomerOfWebhook(db, caller, webhookId)
  const [before] = cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor(Place, cursor)
  const { rows } = await sql<WebhookMessage>`
    select ${columns}
    from webhook_messages m
    where m.customer_id = ${customerId} and m.webhook_id = ${webhookId} and m.id < ${before}
      and (${state}::text is null or m.state = ${state})
    order by m.id desc
    limit ${limit + 1}`.execute(db)
  const { rows: counted } = await sql<{ value: number }>`
    select count(*)::int as value
    from (
      select from webhook_messages m
      where m.customer_id = ${customerId} and m.webhook_id = ${webhookId}
        and (${state}::text is null or m.state = ${state})
      limit ${webhookCountMax}) found`.execute(db)
  const value = counted[0]?.value ?? 0
  return { ...pageFrom(rows, limit, (row) => [row.webhookMessageID]), total: { value, exact: value < webhookCountMax } }
}

type Kept = WebhookMessage & { data: object }

/** A message as it goes out, with each try. */
export async function findMessage(
  { db }: Services,
  caller: Caller,
  { webhookID, webhookMessageID }: { webhookID: number; webhookMessageID: number },
): Promise<ResponseOf<typeof outgoingWebhookApi.message>> {
  const customerId = await findCustomerOfWebhook(db, caller, webhookID)
  const { rows } = await sql<Kept>`
    select ${columns}, m.data
    from webhook_messages m
    where m.customer_id = ${customerId} and m.webhook_id = ${webhookID} and m.id = ${webhookMessageID}`.execute(db)
  const [found] = rows
  if (!found) throw new AppError('webhook.messageNotFound')
  const { data, ...message } = found
  const tries = await sql<ResponseOf<typeof outgoingWebhookApi.message>['tries'][number]>`
    select no, ${iso('at')} as at, status, fault, ms
    from webhook_attempts
    where customer_id = ${customerId} and message_id = ${webhookMessageID}
    order by no desc`.execute(db)
  return { ...message, body: bodyOf({ type: message.type, at: new Date(message.at), data }), tries: tries.rows }
}

export async function shownMessage(db: Db | Transaction, customerId: number, id: number): Promise<WebhookMessage> {
  const { rows } = await sql<WebhookMessage>`
    select ${columns} from webhook_messages m where m.customer_id = ${customerId} and m.id = ${id}`.execute(db)
  if (!rows[0]) throw new AppError('webhook.messageNotFound')
  return rows[0]
}

/** The words that go out, the same at each try. */
export const bodyOf = ({ type, at, data }: { type: string; at: Date; data: object }): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), data })
