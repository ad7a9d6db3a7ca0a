import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { tryThrice } from '../../platform/db/try-thrice.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { notifyEngine } from '../case-runs/notify-engine.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { changeCase, publishCaseChanged } from '../cases/case-changes.ts'
import { pauseCases, resumeCases } from '../cases/status/case-transitions.ts'
import { notifyBroken } from './notify-broken.ts'
import { dueKnownAt } from './add-promise.ts'

type Due = { customer_id: number; id: number; case_id: number }
type Standing = {
  batch_id: number
  by_user: string
  paused_for: string | null
  paid: number
  parts: { no: number; due: string; amount: number }[]
}

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
    where q.state = 'open' and q.due < ${today}::date and p.state = 'open'
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
  const standing = await lockStanding(tx, customerId, caseId, id)
  // Somebody cancelled it, or another process evaluated it, since it was found.
  if (!standing) return
  let covered = standing.paid
  const states = standing.parts.map(({ due, amount }) => {
    covered -= amount
    if (covered >= 0) return 'paid'
    return due < today ? 'late' : 'open'
  })
  const numbers = standing.parts.map(({ no }) => no)
  await sql`
    update payment_promise_parts q set state = n.state from unnest(${numbers}::int[], ${states}::text[]) as n(no, state)
    where q.customer_id = ${customerId} and q.promise_id = ${id} and q.no = n.no and q.state <> n.state`.execute(tx)
  const outcome = outcomeOf(states)
  if (outcome !== 'open')
    await tx.updateTable('payment_promises').set({ state: outcome }).where('customer_id', '=', customerId).where('id', '=', id).execute()
  const ref = { customerId, caseId }
  if (outcome === 'broken') {
    await goOn(tx, ref, now, { pausedFor: standing.paused_for, result: 'TOEV' })
    await recordTimeline(tx, [{ ...ref, event: 'promiseBroken', params: { result: 'TOEV' }, at: now }])
    await notifyBroken(tx, { ...ref, promiseId: id, byUser: standing.by_user }, now)
  } else if (outcome === 'kept') {
    await goOn(tx, ref, now, { pausedFor: standing.paused_for })
    await recordTimeline(tx, [{ ...ref, event: 'promiseKept', at: now }])
  } else if (outcome === 'open') {
    const next = standing.parts.find((_part, at) => states[at] === 'open')
    if (next && standing.paused_for === 'promise')
      await pauseCases(
        tx,
        { customerId, caseIds: [caseId], at: now, byUser: null },
        { until: dueKnownAt(next.due), why: 'promise', isTold: false },
      )
  }
  await publishCaseChanged(tx, { ...ref, batchId: standing.batch_id })
  await notifyEngine(tx)
}

// One whose case closed meanwhile has ended with it.
function outcomeOf(states: readonly string[]): 'kept' | 'broken' | 'open' {
  if (states.every((state) => state === 'paid')) return 'kept'
  return states.includes('late') ? 'broken' : 'open'
}

async function lockStanding(tx: Transaction, customerId: number, caseId: number, promiseId: number): Promise<Standing | undefined> {
  await sql`select from cases where customer_id = ${customerId} and id = ${caseId} for update`.execute(tx)
  const { rows } = await sql<Standing>`
    select c.batch_id, p.by_user, c.paused_for,
      coalesce((select sum(m.amount_cents)
          from payments m
          where m.customer_id = c.customer_id and m.case_id = c.id and m.at >= p.at and m.withdrawn_at is null),
        0)::bigint as paid,
      (select json_agg(json_build_object('no', q.no, 'due', q.due, 'amount', q.amount_cents) order by q.no)
        from payment_promise_parts q where q.customer_id = p.customer_id and q.promise_id = p.id) as parts
    from payment_promises p join cases c on c.customer_id = p.customer_id and c.id = p.case_id
    where p.customer_id = ${customerId} and p.id = ${promiseId} and p.state = 'open'`.execute(tx)
  return rows[0]
}

type CaseRef = { customerId: number; caseId: number }
type GoingOn = { pausedFor: string | null; result?: 'TOEV' }

/** Opens a case that waited for its promise. One that is paused for something else stays so, with the new result. */
async function goOn(tx: Transaction, { customerId, caseId }: CaseRef, now: Date, { pausedFor, result }: GoingOn) {
  if (result !== undefined) await changeCase(tx, { customerId, caseId }, now, { result, last_result: result })
  const waited = pausedFor === 'promise'
  if (waited) await resumeCases(tx, { customerId, caseIds: [caseId], at: now, byUser: null }, null)
}
