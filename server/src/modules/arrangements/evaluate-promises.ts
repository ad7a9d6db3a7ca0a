import { sql } from 'kysely'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { notifyEngine } from '../case-runs/notify-engine.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { changeCase, publishCaseChanged } from '../cases/case-changes.ts'
import { pauseCases, resumeCases } from '../cases/status/case-transitions.ts'
import { notifyBroken } from './notify-broken.ts'
import { dueKnownAt } from '../cases/status/standing-promise.ts'
import { evaluateParts, lastDayOf, type MissedPart, type StandingPart } from './instalments/instalments.ts'
import { lockStandingPlan, type PlanRef } from './instalments/standing-plan.ts'

type Due = { customer_id: number; id: number; case_id: number }

// So many in one commit.
const evaluatedAtOnce = 200

/**
 * Looks at promises of which a part was due before today: what was paid since covers the parts in their order. One that is not covered breaks the
 * promise: the case comes back to work with result TOEV. A plan that is on time waits for its next date. Returns how many were evaluated.
 */
export async function evaluatePromises(db: Db, now: Date): Promise<number> {
  const today = toLocalTime(now).date
  const { rows } = await sql<Due>`
    select distinct p.customer_id, p.id, p.case_id
    from payment_promise_parts q
    join payment_promises p on p.customer_id = q.customer_id and p.id = q.promise_id
    where q.state = 'open' and coalesce(q.late_after, q.due) < ${today}::date and p.state = 'open'
    order by p.customer_id, p.id
    limit ${evaluatedAtOnce}`.execute(db)
  // One that fails keeps none of the others from its verdict; it is logged after them and tried again at the next look.
  const failures: unknown[] = []
  for (const due of rows)
    await tryThrice(() => db.transaction().execute((tx) => evaluate(tx, due, today, now))).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
  return rows.length
}

async function evaluate(tx: Transaction, { customer_id: customerId, id, case_id: caseId }: Due, today: string, now: Date) {
  const plan = { customerId, caseId, promiseId: id }
  const standing = await lockStandingPlan(tx, plan)
  // Somebody cancelled it, or another process evaluated it, since it was found.
  if (!standing) return
  const { parts, missed, isBroken } = evaluateParts(standing.parts, standing.paid, standing.rule, today)
  for (const part of missed) await writeMissed(tx, plan, part, now)
  const numbers = parts.map(({ no }) => no)
  const states = parts.map(({ state }) => state)
  await sql`
    update payment_promise_parts q set state = n.state from unnest(${numbers}::int[], ${states}::text[]) as n(no, state)
    where q.customer_id = ${customerId} and q.promise_id = ${id} and q.no = n.no and q.state <> n.state`.execute(tx)
  const outcome = outcomeOf(states, isBroken)
  // Written also where it runs on: what was moved is promised for another day.
  if (outcome !== 'open' || missed.length > 0)
    await tx.updateTable('payment_promises').set({ state: outcome }).where('customer_id', '=', customerId).where('id', '=', id).execute()
  const ref = { customerId, caseId }
  if (outcome === 'broken') {
    await goOn(tx, ref, now, { pausedFor: standing.pausedFor, result: 'TOEV' })
    await recordTimeline(tx, [
      { ...ref, event: 'promiseBroken', params: { result: 'TOEV', ...(standing.kind === 'plan' && missedOf(parts)) }, at: now },
    ])
    await notifyBroken(tx, { ...ref, promiseId: id, byUser: standing.byUser }, now)
  } else if (outcome === 'kept') {
    await goOn(tx, ref, now, { pausedFor: standing.pausedFor })
    await recordTimeline(tx, [{ ...ref, event: 'promiseKept', params: standing.kind === 'plan' ? { kind: 'plan' } : {}, at: now }])
  } else {
    const days = parts.filter(({ state }) => state === 'open').map(lastDayOf)
    if (days.length > 0 && standing.pausedFor === 'promise')
      await pauseCases(
        tx,
        { customerId, caseIds: [caseId], at: now, byUser: null },
        { until: dueKnownAt(days.toSorted()[0] ?? today), why: 'promise', isTold: false },
      )
  }
  // The link of an instalment that was moved, or of a plan that runs no more, asks nothing any more.
  if (outcome === 'broken' || missed.some(({ rule }) => rule === 'move'))
    await enqueue(tx, 'endPaymentLinks', { customerId, of: { caseId }, byUser: '' })
  await publishCaseChanged(tx, { ...ref, batchId: standing.batchId })
  await notifyEngine(tx)
}

/** The instalment that broke a plan, as its case says it. */
function missedOf(parts: readonly StandingPart[]) {
  const late = parts.find(({ state }) => state === 'late')
  return { kind: 'plan' as const, ...(late && { amountCents: late.amount, due: late.due }) }
}

/** Has more time, or moved to the end: each is said on the case. */
async function writeMissed(tx: Transaction, { customerId, caseId, promiseId }: PlanRef, part: MissedPart, now: Date) {
  const change =
    part.rule === 'remind'
      ? sql`late_after = ${part.lateAfter}::date`
      : sql`no = ${part.newNo}, moved_from = due, due = ${part.newDue}::date, payment_link_id = null, asked_at = null,
        ask_from = null`
  await sql`
    update payment_promise_parts
    set ${change}
    where customer_id = ${customerId} and promise_id = ${promiseId} and no = ${part.no}`.execute(tx)
  const [event, on] =
    part.rule === 'remind' ? (['instalmentReminded', part.lateAfter] as const) : (['instalmentMoved', part.newDue] as const)
  await recordTimeline(tx, [{ customerId, caseId, event, params: { amountCents: part.amount, due: part.due, on }, at: now }])
}

// One whose case closed meanwhile has ended with it.
function outcomeOf(states: readonly string[], isBroken: boolean): 'kept' | 'broken' | 'open' {
  if (isBroken) return 'broken'
  return states.every((state) => state === 'paid') ? 'kept' : 'open'
}

type CaseRef = { customerId: number; caseId: number }
type GoingOn = { pausedFor: string | null; result?: 'TOEV' }

/** Opens a case that waited for its promise. One that is paused for something else stays so, with the new result. */
async function goOn(tx: Transaction, { customerId, caseId }: CaseRef, now: Date, { pausedFor, result }: GoingOn) {
  if (result !== undefined) await changeCase(tx, { customerId, caseId }, now, { result, last_result: result })
  const waited = pausedFor === 'promise'
  if (waited) await resumeCases(tx, { customerId, caseIds: [caseId], at: now, byUser: null }, null)
}
