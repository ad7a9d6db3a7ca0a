import type { CaseAfter } from '@regie/contract/payments.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { recordTimeline } from '../../timeline/record-timeline.ts'
import { notifyEngine } from '../../case-runs/notify-engine.ts'
import { changeCase } from '../case-changes.ts'
import { toLocalTime } from '../../contact-permission/local-time.ts'
import { openCents } from '../money/open-amount.ts'
import { reopenCases } from './case-transitions.ts'
import { settleEndedPromises } from './end-promises.ts'

// Whatever a case was closed with: once it is paid for in full it counts as paid, and when that money is taken back it counts as before.

type CaseRef = { customerId: number; caseId: number }
type By = { at: Date; byUser: string | null }

/** Gives a closed case of which nothing is open any more the result of one that is paid. Its caller has locked it. */
export async function markPaidAfterClosing(tx: Transaction, ref: CaseRef, by: By): Promise<void> {
  const closed = await findClosed(tx, ref, by)
  if (closed && closed.isPaid && closed.result !== 'BET') await giveResult(tx, ref, { result: 'BET', byBatch: false }, by)
}

/**
 * Money was taken back, so that something is open anew: a case that closed because it was paid is open, or paused, as before; one that was paid for after it
 * was closed has the result of its closing again. Where its batch is closed it counts as one that this closed, and opens with it; where its last day has
 * passed its client has it. What becomes of it is said before by caseAfterWithdrawal().
 */
export async function putBackUnpaid(tx: Transaction, ref: CaseRef, by: By): Promise<void> {
  const closed = await findClosed(tx, ref, by)
  if (!closed || closed.isPaid || closed.result !== 'BET') return
  const { closedWith } = closed
  if (closedWith !== null && closedWith.result !== 'BET') return giveResult(tx, ref, closedWith, by)
  if (closed.after === 'batchClosed') return giveResult(tx, ref, { result: 'BSL', byBatch: true }, by)
  if (closed.after === 'expired') return giveResult(tx, ref, { result: 'RET', byBatch: false }, by)
  if (closed.after !== 'reopened') return
  const { customerId, caseId } = ref
  // Nobody asked for it to go on now: a letter that gives so many days gives them still.
  await reopenCases(tx, { customerId, caseIds: [caseId], ...by }, { includePaused: false, event: 'reopened', keepsWaits: true })
  await changeCase(tx, ref, by.at, { last_result: closedWith?.before || null })
  await notifyEngine(tx)
}

/**
 * SQL: what becomes of case `c` of batch `b` when of what was paid `paid` cents are left; null: it is not closed. Reopened is one that its money closed and
 * with which nothing happened since. `today` is SQL of a day. Needs no more than those two rows and the payments of the case.
 */
export const caseAfterWithdrawal = (paid: string, today: string) => `case
      when c.status <> 'closed' then null
      when ${paid} > 0 and coalesce(c.outstanding_cents - least(${paid}, c.outstanding_cents), 0) = 0 then 'paid'
      when c.result is distinct from 'BET' or c.anonymous_at is not null or not exists (
        select
        from payments w
        where w.customer_id = c.customer_id and w.case_id = c.id and w.at = c.status_at) then 'other'
      when b.status = 'closed' then 'batchClosed'
      when c.expires_on < ${today} then 'expired'
      else 'reopened' end`

/** A batch that is opened again takes along those that it closed. */
type Closing = { result: string; byBatch: boolean; before?: string | null }
type Closed = {
  result: string | null
  isPaid: boolean
  closedWith: Closing | null
  after: CaseAfter | null
}

async function findClosed(tx: Transaction, { customerId, caseId }: CaseRef, { at }: By): Promise<Closed | undefined> {
  const { rows } = await sql<Closed>`
    select c.result, coalesce(${sql.raw(openCents('c'))}, 0) = 0 and c.paid_cents > 0 as "isPaid", (
        select json_build_object(
          'result', t.params ->> 'result', 'byBatch', t.event = 'batchClosed', 'before', t.params ->> 'before')
        from timeline t
        where t.customer_id = c.customer_id and t.case_id = c.id and t.event in ('closed', 'batchClosed')
        order by t.at desc, t.id desc
        limit 1) as "closedWith", ${sql.raw(caseAfterWithdrawal('c.paid_cents', sqlDayOf(at)))} as after
    from cases c
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    where c.customer_id = ${customerId} and c.id = ${caseId} and c.status = 'closed'`.execute(tx)
  return rows[0]
}

async function giveResult(tx: Transaction, { customerId, caseId }: CaseRef, { result, byBatch }: Closing, { at, byUser }: By) {
  await changeCase(tx, { customerId, caseId }, at, { result, last_result: result, closed_by_batch: byBatch })
  await settleEndedPromises(tx, { customerId, caseIds: [caseId] })
  await recordTimeline(tx, [{ customerId, caseId, event: 'resultSet', params: { result }, byUser, at }])
}

/** SQL: the day that it is in the Netherlands. */
export const sqlDayOf = (at: Date) => `date '${toLocalTime(at).date}'`

/** SQL: what staff booked by marking the link `l` as paid, as `m`: who did, and what taking it back makes of the case. `today` is SQL of a day. */
export const markOfLink = (today: string) => `left join lateral (
    select p.booked_by, ${caseAfterWithdrawal('(c.paid_cents - p.amount_cents)', today)} as "caseAfter"
    from payments p
    join cases c on c.customer_id = p.customer_id and c.id = p.case_id
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    where l.state = 'paid' and p.customer_id = l.customer_id and p.case_id = l.case_id and p.payment_link_id = l.id
      and p.booked_by is not null and p.withdrawn_at is null) m on true`
