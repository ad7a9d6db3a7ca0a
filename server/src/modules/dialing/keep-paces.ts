import { cooldownSeconds } from '@regie/contract/agent-status.ts'
import { dropRulesOf } from '@regie/contract/dialing.ts'
import { sql } from 'kysely'
import { publish } from '../../live/publish.ts'
import type { Db, Transaction } from '../../platform/db/database.ts'
import { nextPace, paceOf, usualHandleSeconds } from './dialing-rule.ts'

type Hour = { calls: number; answered: number; wanted: number; dropped: number; handleSeconds: number }
type Script = {
  customerId: number
  scriptId: number
  queueId: number
  factor: number | null
  heldBack: boolean | null
  isDue: boolean
  /** What was counted the last time; null: this is the first. */
  calls: number | null
  answered: number | null
  dropped: number | null
  warnPercent: number
  limitPercent: number
}

const countSeconds = 10
const moveSeconds = 60
// Of fewer calls nothing is said: each of them may want an agent.
const callsToKnow = 20
// Who hangs up before an agent could pick up was not kept waiting (product.md §3.6).
const promptSeconds = 2

/** Looks at the last hour of each script that is paced, and lets it dial faster or slower. Answers how many were looked at. */
export async function keepPaces(db: Db, now: Date): Promise<number> {
  let kept = 0
  // One by one: whoever enters a queue waits for its row.
  for (const due of await selectDue(db, now))
    await db.transaction().execute(async (tx) => {
      const [script] = await selectDue(tx, now, due)
      if (!script) return
      await keepPace(tx, script, now)
      kept++
    })
  return kept
}

// All that are due, or one of them with its row of the queue, which a second engine leaves alone.
async function selectDue(db: Db, now: Date, one?: Pick<Script, 'customerId' | 'scriptId'>): Promise<Script[]> {
  const only = one ? sql`and q.customer_id = ${one.customerId} and q.script_id = ${one.scriptId}` : sql``
  const { rows } = await sql<Script>`
    select q.customer_id as "customerId", q.script_id as "scriptId", q.queue_id as "queueId",
      p.factor::float8 as factor, p.held_back as "heldBack", p.calls, p.answered, p.dropped,
      k.drop_warn_percent::float8 as "warnPercent", k.drop_limit_percent::float8 as "limitPercent",
      coalesce(p.moved_at <= ${now}::timestamptz - make_interval(secs => ${moveSeconds}), true) as "isDue"
    from queue_scripts q
    join scripts s on s.customer_id = q.customer_id and s.id = q.script_id and s.active and s.dialing <> 'lines'
    join customers k on k.id = q.customer_id
    left join dialing_paces p on p.customer_id = q.customer_id and p.script_id = q.script_id
    where coalesce(p.counted_at <= ${now}::timestamptz - make_interval(secs => ${countSeconds}), true) ${only}
    order by q.customer_id, q.script_id
    ${one ? sql`for update of q skip locked` : sql``}`.execute(db)
  return rows
}

async function keepPace(tx: Transaction, script: Script, now: Date): Promise<void> {
  const { customerId, scriptId, queueId, factor, heldBack, isDue } = script
  const hour = await countHour(tx, { customerId, scriptId, queueId }, now)
  const before = paceOf({ factor, heldBack })
  const pace = isDue && factor !== null ? nextPace(before, hour, dropRulesOf(script)) : before
  const counted = {
    agent_share: hour.calls < callsToKnow ? 1 : Math.min(1, hour.wanted / hour.calls),
    handle_seconds: hour.handleSeconds,
    calls: hour.calls,
    answered: hour.answered,
    wanted: hour.wanted,
    dropped: hour.dropped,
    counted_at: now,
  }
  const moved = { factor: pace.factor, held_back: pace.heldBack, moved_at: now }
  await tx
    .insertInto('dialing_paces')
    .values({ customer_id: customerId, script_id: scriptId, ...counted, ...moved })
    .onConflict((conflict) => conflict.columns(['customer_id', 'script_id']).doUpdateSet({ ...counted, ...(isDue && moved) }))
    .execute()
  // The drop rate stands on the wall, also while nobody enters or leaves a queue.
  const isNews = (['calls', 'answered', 'dropped'] as const).some((figure) => hour[figure] !== (script[figure] ?? 0))
  if (isNews) await publish(tx, { kind: 'queue.changed', customerId, queueId })
}

async function countHour(
  tx: Transaction,
  { customerId, scriptId, queueId }: Pick<Script, 'customerId' | 'scriptId' | 'queueId'>,
  now: Date,
): Promise<Hour> {
  const since = new Date(now.getTime() - 60 * 60_000)
  const { rows } = await sql<Omit<Hour, 'handleSeconds'> & { talked: number | null }>`
    with ended as (
      select coalesce(sum(calls), 0)::int as calls, coalesce(sum(answered), 0)::int as answered
      from dialing_minutes
      where customer_id = ${customerId} and script_id = ${scriptId} and minute >= ${since}),
    queued as (
      select count(*)::int as wanted,
        (count(*) filter (where q.refused or (q.state = 'abandoned'
          and q.ended_at > q.entered_at + make_interval(secs => ${promptSeconds}))))::int as dropped,
        extract(epoch from avg(q.ended_at - q.answered_at) filter (where q.state = 'done'))::float8 as talked
      from queue_calls q
      join communications m on m.customer_id = q.customer_id and m.id = q.communication_id
      join batches b on b.customer_id = m.customer_id and b.id = m.batch_id and b.script_id = ${scriptId}
      where q.customer_id = ${customerId} and q.queue_id = ${queueId} and q.entered_at >= ${since})
    select * from ended, queued`.execute(tx)
  const [{ talked, ...hour } = { calls: 0, answered: 0, wanted: 0, dropped: 0, talked: null }] = rows
  return { ...hour, handleSeconds: talked === null ? usualHandleSeconds : Math.max(1, Math.round(talked)) + cooldownSeconds }
}
