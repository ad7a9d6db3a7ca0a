import { amountEnds, type LinkEnd } from '@regie/contract/payments.ts'
import { type RawBuilder, sql } from 'kysely'
import { publishCasesChanged } from '../../live/publish.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { openCents } from '../cases/money/open-amount.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { viaOf } from './payment-link-changes.ts'
import { linkIsUnderWay } from './valid-link.ts'

type Ending = {
  customerId: number
  why: LinkEnd
  at: Date
  byUser: string | null
  /** The closing whose undoing makes them usable again. */
  undoEntryId?: number | null
}
type Changed = { caseId: number; batchId: number; amountCents: number; currency: string; kind: string | null; owes?: boolean }

/** SQL: can this link still be paid? `l` is the link. */
const openLink = sql`l.state not in ('paid', 'expired') and l.ended_at is null`

/** Can a case still be paid by a link? Of a case that its caller has locked: whoever makes a link locks it too. */
export async function hasOpenLink(tx: Transaction, { customerId, caseId }: { customerId: number; caseId: number }): Promise<boolean> {
  const { rows } = await sql`
    select from payment_links l
    where l.customer_id = ${customerId} and l.case_id = ${caseId} and ${openLink}
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Takes the open links of cases for this transaction. Before the cases, as payers do, so that nobody waits for each other. */
export async function lockOpenLinks(tx: Transaction, customerId: number, cases: RawBuilder<unknown>): Promise<void> {
  await sql`
    select from payment_links l
    where l.customer_id = ${customerId} and l.case_id in (${cases}) and ${openLink}
    order by l.id
    for update`.execute(tx)
}

/**
 * Ends open links of a customer, those that `which` says (`l` is the link), and answers how many. Who is at the bank may finish: such a link ends
 * with the attempt, unless that pays.
 */
export async function endLinks(
  tx: Transaction,
  { customerId, why, at, byUser, undoEntryId = null }: Ending,
  which: RawBuilder<unknown>,
  limit: number | null = null,
): Promise<number> {
  // Locked first, in a statement of its own: as one the planner may look for the same links once for each of them.
  const { rows: taken } = await sql<{ id: number }>`
    select l.id
    from payment_links l
    where l.customer_id = ${customerId} and ${openLink} and ${which}
    order by l.id
    limit ${limit}
    for update`.execute(tx)
  if (taken.length === 0) return 0
  const isAtBank = linkIsUnderWay(at)
  const { rows } = await sql<Changed>`
    with ended as (
      update payment_links l
      set ended_for = ${why}, ended_at = ${at}, ended_from = l.state, ended_by_undo_entry = ${undoEntryId},
        state = case when ${isAtBank} then l.state else 'expired' end,
        provider_ref = case when ${isAtBank} then l.provider_ref end,
        bank_opened_at = case when ${isAtBank} then l.bank_opened_at end
      where l.customer_id = ${customerId} and l.id = any(${taken.map(({ id }) => id)}::bigint[])
      returning l.id, l.case_id, l.batch_id, l.amount_cents, l.currency, l.request_kind, l.state),
    told as (
      insert into payment_events (customer_id, payment_link_id, at, state, detail)
      select ${customerId}, id, ${at}, state, jsonb_build_object('reason', ${why}::text)
      from ended
      where state = 'expired')
    select e.case_id as "caseId", e.batch_id as "batchId", e.amount_cents as "amountCents", e.currency,
      e.request_kind as kind,
      coalesce(${sql.raw(openCents('c'))}, 0) > 0 as owes
    from ended e
    join cases c on c.customer_id = ${customerId} and c.id = e.case_id`.execute(tx)
  await record(tx, customerId, rows, { event: 'paymentLinkEnded', at, byUser, why })
  return rows.length
}

/** A link was paid for another amount than was open: it ends as the others for that amount do, so that a text asks for one for the rest. Before the money is written down. */
export async function endPaidForOldAmount(
  tx: Transaction,
  { customerId, id }: { customerId: number; id: number },
  at: Date,
): Promise<void> {
  await sql`
    update payment_links l
    set ended_for = 'amountChanged', ended_at = ${at}, ended_from = l.state
    from cases c
    where l.customer_id = ${customerId} and l.id = ${id} and l.ended_at is null
      and c.customer_id = l.customer_id and c.id = l.case_id
      and ${sql.raw(openCents('c'))} > 0 and ${sql.raw(openCents('c'))} <> l.amount_cents
      and not ${asksInstalment}`.execute(tx)
}

/** SQL: the link `l` asks for an instalment of a plan that runs, so not for all that case `c` owes. */
const asksInstalment = sql`exists (
      select
      from payment_promise_parts q
      join payment_promises p on p.customer_id = q.customer_id and p.id = q.promise_id
      where q.customer_id = l.customer_id and q.payment_link_id = l.id and p.state = 'open'
        and l.amount_cents <= ${sql.raw(openCents('c'))})`

/** SQL: the link `l` asks for something else than its case owes now: not all of it, nor a part or an instalment that is still open. */
export const asksAnother = sql`not exists (
      select
      from cases c
      where c.customer_id = l.customer_id and c.id = l.case_id and c.currency = l.currency
        and (${sql.raw(openCents('c'))} = l.amount_cents or (l.is_part and ${sql.raw(openCents('c'))} > l.amount_cents)
          or ${asksInstalment}))`

/** SQL: the link `l` ended because its case came to owe another amount, by a payment or a change of the claim. */
export const endedForAmount = sql`l.ended_for in (${sql.join(amountEnds)})`

type Reviving = { customerId: number; at: Date; byUser: string }

/** The links that a closing ended can be used again. */
export async function reviveLinksOfEntry(
  tx: Transaction,
  { undoEntryId, ...reviving }: Reviving & { undoEntryId: number },
  caseIds: readonly number[],
): Promise<void> {
  if (caseIds.length === 0) return
  await reviveLinks(tx, reviving, sql`l.ended_by_undo_entry = ${undoEntryId} and l.case_id = any(${caseIds}::bigint[])`)
}

/**
 * Ended links, those that `which` says (`l` is the link), can be used again, where their case is open, owes their amount (of a part: at least that) in their currency, and their day
 * has not passed. Answers how many.
 */
export async function reviveLinks(tx: Transaction, { customerId, at, byUser }: Reviving, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<Changed>`
    with again as (
      update payment_links l
      set ended_for = null, ended_at = null, ended_from = null, ended_by_undo_entry = null,
        state = case
          when l.state <> 'expired' then l.state
          -- The attempt that was under way is over.
          when l.ended_from in ('bank_opened', 'in_progress') then 'link_clicked'
          else l.ended_from end
      from cases c
      where l.customer_id = ${customerId} and ${which} and l.state <> 'paid' and l.expires_at > ${at}
        and c.customer_id = l.customer_id and c.id = l.case_id and c.status <> 'closed'
        and (l.amount_cents = coalesce(${sql.raw(openCents('c'))}, l.amount_cents)
          or (l.is_part and l.amount_cents < ${sql.raw(openCents('c'))})
          -- A request may ask for a part.
          or (l.request_kind is not null and l.ended_for = 'deleted' and l.amount_cents < ${sql.raw(openCents('c'))}))
        and l.currency = c.currency
      returning l.id, l.case_id, l.batch_id, l.amount_cents, l.currency, l.request_kind, l.state),
    told as (
      insert into payment_events (customer_id, payment_link_id, at, state, detail)
      select ${customerId}, id, ${at}, state, '{"reason": "undone"}'
      from again)
    select case_id as "caseId", batch_id as "batchId", amount_cents as "amountCents", currency,
      request_kind as kind
    from again`.execute(tx)
  await record(tx, customerId, rows, { event: 'paymentLinkRevived', at, byUser })
  return rows.length
}

type Line = { at: Date; byUser: string | null } & ({ event: 'paymentLinkEnded'; why: LinkEnd } | { event: 'paymentLinkRevived' })

async function record(tx: Transaction, customerId: number, rows: readonly Changed[], line: Line): Promise<void> {
  const { at, byUser } = line
  await recordTimeline(
    tx,
    rows.map(({ caseId, amountCents, currency, kind, owes = false }) =>
      line.event === 'paymentLinkEnded'
        ? {
            customerId,
            caseId,
            at,
            byUser,
            event: line.event,
            params: { amountCents, currency, ...viaOf(kind), reason: line.why === 'paid' && owes ? 'partPaid' : line.why },
          }
        : { customerId, caseId, at, byUser, event: line.event, params: { amountCents, currency, ...viaOf(kind) } },
    ),
  )
  for (const [batchId, of] of Map.groupBy(rows, (row) => row.batchId))
    await publishCasesChanged(tx, { customerId, batchId, caseIds: [...new Set(of.map(({ caseId }) => caseId))] })
}
