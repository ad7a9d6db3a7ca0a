import type { MissedInstalment } from '@regie/contract/missed-instalments.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { StandingPart } from './instalments.ts'

export type PlanRef = { customerId: number; caseId: number; promiseId: number }
export type StandingPlan = {
  batchId: number
  byUser: string
  pausedFor: string | null
  asksByLink: boolean
  kind: 'promise' | 'plan'
  /** What became of a missed part: the plan's own rule, else that of its customer. A promise of one part has none. */
  rule: MissedInstalment
  /** What came in since it was made. */
  paid: number
  parts: StandingPart[]
}

/** Takes the case of a promise or plan that runs, and answers how it stands; undefined where it runs no more. */
export async function lockStandingPlan(tx: Transaction, { customerId, caseId, promiseId }: PlanRef): Promise<StandingPlan | undefined> {
  await sql`select from cases where customer_id = ${customerId} and id = ${caseId} for update`.execute(tx)
  const { rows } = await sql<StandingPlan>`
    select c.batch_id as "batchId", p.by_user as "byUser", c.paused_for as "pausedFor", p.asks_by_link as "asksByLink",
      p.kind,
      case when p.kind = 'plan' then coalesce(p.missed_instalment, k.missed_instalment) else 'end' end as rule,
      coalesce((select sum(m.amount_cents)
          from payments m
          where m.customer_id = c.customer_id and m.case_id = c.id and m.at >= p.at and m.withdrawn_at is null),
        0)::bigint as paid,
      (select json_agg(json_build_object('no', q.no, 'due', q.due, 'amount', q.amount_cents, 'state', q.state,
          'askedAt', q.asked_at, 'movedFrom', q.moved_from, 'lateAfter', q.late_after, 'remindedAt', q.reminded_at)
          order by q.no)
        from payment_promise_parts q where q.customer_id = p.customer_id and q.promise_id = p.id) as parts
    from payment_promises p
    join cases c on c.customer_id = p.customer_id and c.id = p.case_id
    join customers k on k.id = p.customer_id
    where p.customer_id = ${customerId} and p.id = ${promiseId} and p.state = 'open'`.execute(tx)
  return rows[0]
}

type PartRef = PlanRef & { no: number }

/** Writes down that an instalment was asked for by a link, or reminded of. */
export async function noteAsked(tx: Transaction, part: PartRef, asked: { linkId: number; at: Date; isReminder: boolean }): Promise<void> {
  const { linkId, at, isReminder } = asked
  await sql`
    update payment_promise_parts
    set payment_link_id = ${linkId}, asked_at = coalesce(asked_at, ${at}), ask_from = null,
      reminded_at = case when ${isReminder}::boolean then ${at} else reminded_at end
    where customer_id = ${part.customerId} and promise_id = ${part.promiseId} and no = ${part.no}`.execute(tx)
}

/** None of its instalments is looked at before that moment. */
export async function askLater(tx: Transaction, { customerId, promiseId }: PlanRef, from: Date): Promise<void> {
  await sql`
    update payment_promise_parts
    set ask_from = ${from}
    where customer_id = ${customerId} and promise_id = ${promiseId} and state = 'open'`.execute(tx)
}
