import type { TimelineEventName } from '@regie/contract/timeline-events.ts'
import type { PaymentState } from '@regie/contract/payments.ts'
import type { Insertable, Updateable } from 'kysely'
import { publish } from '../../live/publish.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { PaymentLinks } from '../../platform/db/tables.generated.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import type { PaymentLinkRow } from './payment-link-queries.ts'

/** Writes a new link with its first event, or finds the one that was made with the same key. */
export async function insertPaymentLink(tx: Transaction, values: Insertable<PaymentLinks>): Promise<{ id: number; token: string }> {
  const link = await tx
    .insertInto('payment_links')
    .values(values)
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!link) {
    return tx
      .selectFrom('payment_links')
      .select(['id', 'token'])
      .where('idempotency_key', '=', values.idempotency_key)
      .executeTakeFirstOrThrow()
  }
  await insertPaymentEvent(tx, link, { state: 'created', at: link.created_at })
  return link
}

export type PaymentEvent = {
  state: PaymentState
  at: Date
  /** The name in the timeline, where it is not the state's own. */
  event?: 'paymentFailed' | 'paymentLinkMarked' | 'paymentLinkUnmarked'
  detail?: { ref?: string; reason?: string }
  /** Of the staff, and why. */
  by?: { user: string; reason: string }
}

/** Moves a link that the caller has locked to a state, and publishes it. */
export async function changePaymentLink(
  tx: Transaction,
  link: PaymentLinkRow,
  change: Omit<Updateable<PaymentLinks>, 'state'>,
  event: PaymentEvent,
) {
  await tx
    .updateTable('payment_links')
    .set({ ...change, state: event.state })
    .where('customer_id', '=', link.customer_id)
    .where('id', '=', link.id)
    .execute()
  await insertPaymentEvent(tx, link, event)
}

const eventOf = {
  created: 'paymentLinkCreated',
  link_clicked: 'link_clicked',
  bank_opened: 'bank_opened',
  in_progress: 'in_progress',
  paid: 'paid',
  expired: 'expired',
  canceled: 'canceled',
} as const satisfies Record<PaymentState, TimelineEventName>

/** Writes what happened to a link, in its own history and in the case's timeline, and publishes it. */
export async function insertPaymentEvent(tx: Transaction, link: PaymentLinkRow, { state, at, event, detail = {}, by }: PaymentEvent) {
  const { customer_id: customerId, case_id: caseId, batch_id: batchId } = link
  await tx
    .insertInto('payment_events')
    .values({ customer_id: customerId, payment_link_id: link.id, at, state, detail: JSON.stringify(detail) })
    .execute()
  const reason = by?.reason ?? detail.reason
  await recordTimeline(tx, [
    {
      customerId,
      caseId,
      event: event ?? eventOf[state],
      params: { amountCents: link.amount_cents, currency: link.currency, ...(reason !== undefined && { reason }) },
      byUser: by?.user ?? null,
      simulated: link.simulated,
      at,
    },
  ])
  await publish(tx, { kind: 'case.changed', customerId, batchId, caseId })
  if (state === 'created' || state === 'paid') await publish(tx, { kind: 'batch.changed', customerId, batchId })
}
