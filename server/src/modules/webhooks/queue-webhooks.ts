import type { WebhookType } from '@regie/contract/outgoing-webhooks.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'

/**
 * Queues what happened for the webhooks that want to hear it, in the transaction in which it happened. For what stands in no timeline; lines of the
 * timeline are queued where they are written (server/sql/webhook-messages.sql).
 */
export async function queueWebhooks(
  tx: Transaction,
  { customerId, type, at, data }: { customerId: number; type: WebhookType; at: Date; data: Record<string, string | number> },
): Promise<void> {
  await sql`
    insert into webhook_messages (customer_id, webhook_id, type, data, at, next_at)
    select customer_id, id, ${type}::text, ${JSON.stringify({ customerID: customerId, ...data })}::jsonb, ${at}, ${at}
    from outgoing_webhooks
    where customer_id = ${customerId} and is_on and ${type} = any(types)`.execute(tx)
}
