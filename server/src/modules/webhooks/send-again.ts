import { webhookTestType, type WebhookMessage } from '@regie/contract/outgoing-webhooks.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findCustomerOfWebhook, shownMessage } from './webhook-queries.ts'

/** Queues a message that says only that it is a test. */
export async function sendTest({ db, clock }: Services, caller: Caller, webhookId: number): Promise<WebhookMessage> {
  const customerId = await findCustomerOfWebhook(db, caller, webhookId)
  await mustBeOn({ db }, customerId, webhookId)
  const now = clock.now()
  const { id } = await db
    .insertInto('webhook_messages')
    .values({
      ...{ customer_id: customerId, webhook_id: webhookId, type: webhookTestType, at: now, next_at: now },
      data: JSON.stringify({ customerID: customerId }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return shownMessage(db, customerId, id)
}

/** Queues a message again that was sent or given up; its tries are counted anew, its id stays. One that waits is sent at once. */
export async function replayMessage(
  { db, clock }: Services,
  caller: Caller,
  { webhookID, webhookMessageID }: { webhookID: number; webhookMessageID: number },
): Promise<WebhookMessage> {
  const customerId = await findCustomerOfWebhook(db, caller, webhookID)
  await mustBeOn({ db }, customerId, webhookID)
  const { rows } = await sql<{ id: number }>`
    update webhook_messages
    set state = 'queued', attempts = 0, status = null, fault = null, next_at = ${clock.now()}
    where customer_id = ${customerId} and webhook_id = ${webhookID} and id = ${webhookMessageID}
    returning id`.execute(db)
  if (rows.length === 0) throw new AppError('webhook.messageNotFound')
  return shownMessage(db, customerId, webhookMessageID)
}

const replayMax = 10_000

/** Queues everything again that was given up, ten thousand at once. */
export async function replayFailed({ db, clock }: Services, caller: Caller, webhookId: number): Promise<{ count: number }> {
  const customerId = await findCustomerOfWebhook(db, caller, webhookId)
  await mustBeOn({ db }, customerId, webhookId)
  const { rows } = await sql<{ id: number }>`
    update webhook_messages m
    set state = 'queued', attempts = 0, status = null, fault = null, next_at = ${clock.now()}
    from (
      select id
      from webhook_messages
      where customer_id = ${customerId} and webhook_id = ${webhookId} and state = 'failed'
      order by id
      limit ${replayMax}
      for update) f
    where m.customer_id = ${customerId} and m.id = f.id
    returning m.id`.execute(db)
  return { count: rows.length }
}

// What is off sends nothing: whoever asks for it should know that rather than wait.
async function mustBeOn({ db }: Pick<Services, 'db'>, customerId: number, webhookId: number): Promise<void> {
  const row = await db
    .selectFrom('outgoing_webhooks')
    .select('is_on')
    .where('customer_id', '=', customerId)
    .where('id', '=', webhookId)
    .executeTakeFirst()
  if (!row?.is_on) throw new AppError('webhook.isOff')
}
