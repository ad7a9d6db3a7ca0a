import type { TimelineEventName } from '@regie/contract/timeline-events.ts'
import type { PaymentState } from '@regie/contract/payments.ts'
import { RequestKind } from '@regie/contract/request-kinds.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { publishOf } from '../../live/publish.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { PaymentLinks } from '../../platform/db/tables.generated.ts'
import { recordOf } from '../timeline/record-timeline.ts'
import type { PaymentLinkRow } from './payment-link-queries.ts'
import { reachOf } from './payment-status.ts'

type Told = Pick<PaymentLinkRow, 'customer_id' | 'case_id' | 'batch_id' | 'amount_cents' | 'currency' | 'simulated'> & {
  request_kind?: string | null
}
type NewLink = Told & { created_at: Date }

/** Writes a new link with its first event, or finds the one that was made with the same key. One statement: the counters of the batch are locked until the commit. */
export async function insertPaymentLink(
  tx: Transaction,
  values: Insertable<PaymentLinks> & NewLink,
): Promise<{ id: number; token: string }> {
  const { customer_id, created_at: at } = values
  const made = await tx
    .with('made', (db) =>
      db
        .insertInto('payment_links')
        .values(values)
        .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
        .returning(['id', 'token']),
    )
    .with('told', (db) =>
      db
        .insertInto('payment_events')
        .columns(['customer_id', 'payment_link_id', 'at', 'state', 'detail'])
        .expression(
          db
            .selectFrom('made')
            .select([
              sql<number>`${customer_id}::bigint`.as('customer_id'),
              'id',
              sql<Date>`${at}::timestamptz`.as('at'),
              sql<string>`'created'`.as('state'),
              sql<string>`'{}'::jsonb`.as('detail'),
            ]),
        ),
    )
    .selectFrom('made')
    .select(['id', 'token', ...newsOf(values, { state: 'created', at })])
    .executeTakeFirst()
  if (made) return made
  return tx
    .selectFrom('payment_links')
    .select(['id', 'token'])
    .where('idempotency_key', '=', values.idempotency_key)
    .executeTakeFirstOrThrow()
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

/** Moves a link that the caller has locked to a state, and publishes it: one statement, for payers wait for each. */
export async function changePaymentLink(
  tx: Transaction,
  link: PaymentLinkRow,
  change: Omit<Updateable<PaymentLinks>, 'state'>,
  event: PaymentEvent,
) {
  const changed = tx
    .updateTable('payment_links')
    .set({ ...change, state: event.state, ...reachedBy(event), ...markedBy(event) })
    .where('customer_id', '=', link.customer_id)
    .where('id', '=', link.id)
  await writeEvent(
    tx.with('changed', () => changed),
    link,
    event,
  )
}

// How far somebody ever came stays with the link, whatever becomes of it: the report counts it.
function reachedBy({ state }: PaymentEvent) {
  const reached = reachOf(state)
  return reached > 0 && { reached: sql<number>`greatest(reached, ${reached}::smallint)` }
}

function markedBy({ event }: PaymentEvent) {
  if (event === 'paymentLinkMarked') return { marked: true }
  return event === 'paymentLinkUnmarked' && { marked: false }
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
export async function insertPaymentEvent(tx: Transaction, link: PaymentLinkRow, event: PaymentEvent) {
  await writeEvent(tx, link, event)
}

async function writeEvent(tx: Pick<Transaction, 'with'>, link: PaymentLinkRow, event: PaymentEvent) {
  const { at, state, detail = {} } = event
  const row = { customer_id: link.customer_id, payment_link_id: link.id, at, state, detail: JSON.stringify(detail) }
  await tx
    .with('told', (db) => db.insertInto('payment_events').values(row))
    .selectNoFrom(newsOf(link, event))
    .execute()
}

/** Of a line of the timeline: whose payment request it is about, where it is one. */
export const viaOf = (kind: string | null | undefined): { via?: RequestKind } => (kind == null ? {} : { via: RequestKind.parse(kind) })

/** SQL: its line in the timeline, and what screens hear. */
function newsOf(link: Told, { state, at, event, detail = {}, by }: PaymentEvent) {
  const { customer_id: customerId, case_id: caseId, batch_id: batchId } = link
  const reason = by?.reason ?? detail.reason
  const line = {
    ...{ customerId, caseId, event: event ?? eventOf[state] },
    params: {
      amountCents: link.amount_cents,
      currency: link.currency,
      ...viaOf(link.request_kind),
      ...(reason !== undefined && { reason }),
    },
    byUser: by?.user ?? null,
    simulated: link.simulated,
    at,
  }
  const isCounted = state === 'created' || state === 'paid'
  return [
    recordOf([line]).as('recorded'),
    publishOf({ kind: 'case.changed', customerId, batchId, caseId }).as('published'),
    ...(isCounted ? [publishOf({ kind: 'batch.changed', customerId, batchId }).as('counted')] : []),
  ]
}
