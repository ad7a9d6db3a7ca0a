import type { LastAnswer } from '@regie/contract/last-answer.ts'
import type { LiveCallState } from '@regie/contract/monitor.ts'
import { sql } from 'kysely'
import { publishFrom } from '../../live/publish.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'

type CaseRef = { customerId: number; caseId: number }

const changedCase = { customerId: sql`customer_id`, batchId: sql`batch_id`, caseId: sql`case_id` }

// So long it is shown how a call ended.
const shownSeconds = 8
// News come twice and out of order: a call only moves on.
const order: readonly LiveCallState[] = ['incall', 'human', 'voicemail', 'script', 'transferring', 'transferred']

/** The phone of a case rings. */
export async function beginLive(tx: Transaction, { customerId, caseId }: CaseRef, at: Date): Promise<void> {
  const open = sql`select * from cases where customer_id = ${customerId} and id = ${caseId} and status <> 'closed'`
  await sql`with started as (${open}) ${insertStarted(at)}`.execute(tx)
}

/** SQL: the phones of the cases in `started` ring; for the statement that changes them, which then keeps nobody from the counters of their batch for longer. */
export const insertStarted = (at: Date) => sql`
    insert into live_cases as l (customer_id, case_id, batch_id, script_id, state, since)
    select c.customer_id, c.id, c.batch_id, b.script_id, 'calling', ${at}
    from started c
    join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    on conflict (customer_id, case_id) do update
    set state = 'calling', since = excluded.since, user_id = null, ends_at = null, cooldown_until = null,
      batch_id = excluded.batch_id, script_id = excluded.script_id`

/** The call of a case moved on. False: there is none, it is over, or it was further already. */
export async function moveLive(
  tx: Transaction,
  { customerId, caseId }: CaseRef,
  { state, at, userId }: { state: LiveCallState; at: Date; userId?: number },
): Promise<boolean> {
  const former = ['calling', ...order.slice(0, order.indexOf(state))]
  const { numAffectedRows } = await sql`
    update live_cases
    set state = ${state}, since = ${at}, user_id = coalesce(${userId ?? null}, user_id)
    where customer_id = ${customerId} and case_id = ${caseId} and ends_at is null
      and state = any(${former}::text[])`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Who talked with an agent waits for another one. */
export async function queueLiveAgain(tx: Transaction, { customerId, caseId }: CaseRef, at: Date): Promise<void> {
  await sql`
    update live_cases
    set state = 'transferring', since = ${at}, user_id = null
    where customer_id = ${customerId} and case_id = ${caseId} and ends_at is null`.execute(tx)
}

/** The call of a case is over. Whoever was not reached is shown as such for some seconds; of the others nothing happens any more. */
export async function endLive(tx: Transaction, { customerId, caseId }: CaseRef, answer: LastAnswer, at: Date): Promise<void> {
  if (answer === 'mens' || answer === 'mens_onzeker') return dropLive(tx, customerId, [caseId])
  const state = answer === 'voicemail' ? 'voicemail' : 'noanswer'
  await sql`
    update live_cases
    set state = ${state}, since = ${at}, ends_at = ${at}::timestamptz + make_interval(secs => ${shownSeconds})
    where customer_id = ${customerId} and case_id = ${caseId} and ends_at is null`.execute(tx)
}

/** Nothing happens to these cases any more: they were closed, or nobody knows what became of their call. How a call ended stays in sight. */
export async function dropLive(tx: Transaction, customerId: number, caseIds: readonly number[]): Promise<void> {
  if (caseIds.length === 0) return
  await sql`
    delete from live_cases
    where customer_id = ${customerId} and case_id = any(${caseIds}::bigint[])
      and (ends_at is null or state = 'cooldown')`.execute(tx)
}

/** The script calls again at a moment: until then the case cools down, once it was shown how its call ended. */
export async function coolLive(tx: Transaction, { customerId, caseId }: CaseRef, until: Date): Promise<void> {
  await sql`
    update live_cases
    set cooldown_until = ${until}
    where customer_id = ${customerId} and case_id = ${caseId} and ends_at is not null`.execute(tx)
}

// So many in one transaction; the rest comes in the next turn.
const atOnce = 500

/** What was shown long enough cools down or goes, and so does what has cooled down. Answers how many. */
export async function sweepLive(db: Db, now: Date): Promise<number> {
  const { rows } = await sql`
    with due as materialized (
      select customer_id, case_id, batch_id, state <> 'cooldown' and cooldown_until > ${now}::timestamptz as cools
      from live_cases
      where ends_at <= ${now}
      order by ends_at
      limit ${atOnce}
      for update skip locked),
    cooled as (
      update live_cases l
      set state = 'cooldown', since = ${now}, ends_at = l.cooldown_until
      from due d
      where d.cools and l.customer_id = d.customer_id and l.case_id = d.case_id),
    gone as (
      delete from live_cases l
      using due d
      where not coalesce(d.cools, false) and l.customer_id = d.customer_id and l.case_id = d.case_id)
    select ${publishFrom('case.changed', changedCase)}
    from due`.execute(db)
  return rows.length
}
