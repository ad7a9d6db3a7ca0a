import type { TimelineEvent, UndoneAction } from '@regie/contract/timeline-events.ts'
import { type RawBuilder, sql } from 'kysely'
import { publishOfCases } from '../../../live/publish.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { dropLive } from '../../case-runs/live-cases.ts'
import { continueRuns, finishRuns, restoreRuns } from '../../case-runs/run-transitions.ts'
import { wakePausedCases } from '../../case-runs/wake-held.ts'
import { recordForAll } from '../../timeline/record-timeline.ts'
import { endCallbacks, putCallbacksBack, reviveCallbacks } from './end-callbacks.ts'
import { endPromises, putPromisesBack, revivePromises } from './end-promises.ts'
import { findPromisedUntil } from './standing-promise.ts'
import { stopOutreach } from '../stop-outreach.ts'

// The one writer of the status of cases. Each function takes cases of one customer that its caller has locked, in order of id (one case is a list of
// one), and changes them, their runs, their timelines and what their screens hear in the caller's transaction: one statement for each table, so that
// the counters of a batch are touched once. Whether a person may do it is asked before; what is against it here changes nothing.

export type Transition = { customerId: number; caseIds: readonly number[]; at: Date; byUser: string | null }

export type PausedFor = 'staff' | 'callback' | 'promise' | 'dispute' | 'complaint' | 'vulnerable'

// What is paused for one of these goes on when somebody says so, not at a moment that was arranged meanwhile; of two, the higher holds.
const lasting: Readonly<Record<string, number>> = { complaint: 1, dispute: 1, vulnerable: 2 }

/** Does a pause for `now` outlast one for `wanted`? Then it stays as it is. */
export function outlasts(now: string | null, wanted: PausedFor): boolean {
  return (lasting[now ?? ''] ?? 0) > (lasting[wanted] ?? 0)
}

/**
 * `isByMoney`: one case closes because nothing is open any more; taking that money back opens it again, with the last result that it had, which goes
 * with it (empty: none).
 */
type Closing = { result: string; byBatch?: boolean; isByMoney?: boolean; undoEntryId?: number | null }

/** Closes open and paused cases: their runs end, and what waits to be sent is cancelled (to be queued again by undoing that entry). Answers which. */
export async function closeCases(
  tx: Transaction,
  moving: Transition,
  { result, byBatch = false, isByMoney = false, undoEntryId = null }: Closing,
): Promise<number[]> {
  const { customerId } = moving
  const open = await lockUnclosed(tx, moving)
  const closing = { customerId, caseIds: open.map(({ id }) => id) }
  const has = await findWaiting(tx, closing)
  // Messages before cases: senders lock a message first and the counters after it, and the change of a case locks the counters.
  if (has.messages) await stopOutreach(tx, customerId, closing.caseIds, undoEntryId)
  // What ends with the cases goes first: from their own change on the counters of the batch are locked until the commit, for whoever else closes one.
  if (has.callbacks) await endCallbacks(tx, closing)
  if (has.promises) await endPromises(tx, closing, result)
  await finishRuns(tx, customerId, closing.caseIds)
  if (has.live) await dropLive(tx, customerId, closing.caseIds)
  // The end of a pause stays with a case that may stand as it stood before: reopening pauses it again until then.
  const keepsPause = sql`${byBatch || isByMoney}::boolean`
  const before = isByMoney && { before: open[0]?.last_result ?? '' }
  return move(
    tx,
    { ...moving, ...closing },
    sql`status = 'closed', result = ${result}, last_result = ${result}, live_state = null,
      closed_by_batch = ${byBatch}, paused_before_closing = (c.status = 'paused' and ${keepsPause}),
      paused_until = case when ${keepsPause} then c.paused_until end,
      paused_for = case when ${keepsPause} then c.paused_for end`,
    {
      from: sql`c.status <> 'closed'`,
      event: byBatch ? { event: 'batchClosed', params: { result } } : { event: 'closed', params: { result, ...before } },
    },
  )
}

type Waiting = { messages: boolean; callbacks: boolean; promises: boolean; live: boolean }
const nothing: Waiting = { messages: false, callbacks: false, promises: false, live: false }

/** What these cases have that ends with them; mostly nothing, and one look says so. After they are locked, in a statement of its own: it sees what others wrote until then. */
async function findWaiting(tx: Transaction, { customerId, caseIds }: { customerId: number; caseIds: readonly number[] }): Promise<Waiting> {
  if (caseIds.length === 0) return nothing
  const of = (one: string) =>
    sql`${sql.ref(`${one}.customer_id`)} = ${customerId} and ${sql.ref(`${one}.case_id`)} = any(${caseIds}::bigint[])`
  const { rows } = await sql<Waiting>`
    select
      exists (select from communications m where ${of('m')} and m.state = 'queued') as messages,
      exists (select from callbacks k where ${of('k')} and (k.ended_by_closing or k.state = 'open')) as callbacks,
      exists (select from payment_promises p where ${of('p')} and (p.ended_by_closing or p.state = 'open')) as promises,
      exists (select from live_cases v where ${of('v')}) as live`.execute(tx)
  return rows[0] ?? nothing
}

async function lockUnclosed(tx: Transaction, { customerId, caseIds }: Transition): Promise<{ id: number; last_result: string | null }[]> {
  const { rows } = await sql<{ id: number; last_result: string | null }>`
    select id, last_result
    from cases
    where customer_id = ${customerId} and id = any(${caseIds}::bigint[]) and status <> 'closed'
    order by id
    for update`.execute(tx)
  return rows
}

/**
 * Pauses cases until a moment, or until somebody ends it (null). One that is paused for something that lasts longer stays so, unless
 * that is over (`replaces`). Where something was arranged, its own line says why: `isTold` false.
 */
export async function pauseCases(
  tx: Transaction,
  moving: Transition,
  { until, why, isTold = true, replaces = false }: { until: Date | null; why: PausedFor; isTold?: boolean; replaces?: boolean },
): Promise<void> {
  const longer = replaces ? [] : Object.keys(lasting).filter((reason) => outlasts(reason, why))
  const stays = sql`(c.status = 'paused' and c.paused_for = any(${longer}::text[]))`
  await move(
    tx,
    moving,
    sql`status = 'paused', paused_until = case when ${stays} then c.paused_until else ${until}::timestamptz end,
      paused_for = case when ${stays} then c.paused_for else ${why}::text end`,
    {
      from: sql`c.status <> 'closed'`,
      event: isTold ? { event: 'paused', ...(until && { params: { until: until.toISOString() } }) } : null,
    },
  )
}

/**
 * Opens paused cases, whatever they were paused for; what was held by the pause is looked at now. One that has a promise or plan running waits for its
 * next day, so that nobody is asked for what they promised: unless it goes on past that (`pastPromises`). Answers which wait so.
 */
export async function resumeCases(
  tx: Transaction,
  moving: Transition,
  event: TimelineEvent | null,
  { pastPromises = false }: { pastPromises?: boolean } = {},
): Promise<number[]> {
  const { customerId, at } = moving
  const waiting = pastPromises ? [] : await waitForPromises(tx, moving)
  const going = { ...moving, caseIds: moving.caseIds.filter((id) => !waiting.includes(id)) }
  const opened = await move(tx, going, sql`status = 'open', paused_until = null, paused_for = null`, {
    from: sql`c.status = 'paused'`,
    event,
  })
  await wakePausedCases(tx, customerId, opened, at)
  return waiting
}

/** Of cases that would go on, those that wait for a promise: paused until its next day, which their timelines say where it is another pause. Answers which. */
async function waitForPromises(tx: Transaction, moving: Transition): Promise<number[]> {
  const { customerId, caseIds, at } = moving
  const promised = [...(await findPromisedUntil(tx, moving))].filter(([, until]) => until > at)
  if (promised.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id
    from cases
    where customer_id = ${customerId} and id = any(${caseIds}::bigint[]) and status = 'paused'
      and paused_for is distinct from 'promise'`.execute(tx)
  const others = new Set(rows.map(({ id }) => id))
  for (const [until, cases] of Map.groupBy(promised, ([, day]) => day.getTime())) {
    const ids = cases.flatMap(([id]) => (others.has(id) ? [id] : []))
    await pauseCases(tx, { ...moving, caseIds: ids }, { until: new Date(until), why: 'promise', replaces: true })
  }
  return promised.map(([id]) => id)
}

/** Opens closed cases but those of nobody any more; those that were paused when their batch closed are paused again, unless they are asked for too. Their runs go on where they stood, now or after their wait. */
export async function reopenCases(
  tx: Transaction,
  moving: Transition,
  {
    includePaused,
    event,
    keepsWaits = false,
  }: { includePaused: boolean; event: 'batchReopened' | 'reopened' | 'reopenedAnew'; keepsWaits?: boolean },
): Promise<void> {
  const again = sql`(c.paused_before_closing and not ${includePaused}::boolean)`
  const opened = await move(
    tx,
    moving,
    sql`status = case when ${again} then 'paused' else 'open' end, result = null,
      closed_by_batch = false, paused_before_closing = false,
      paused_until = case when ${again} then c.paused_until end, paused_for = case when ${again} then c.paused_for end`,
    { from: sql`c.status = 'closed' and c.anonymous_at is null`, event: { event } },
  )
  const revived = { customerId: moving.customerId, caseIds: opened }
  await reviveCallbacks(tx, revived, moving.at)
  await revivePromises(tx, revived, moving.at)
  // A case that begins anew has its run from beginRun().
  if (event !== 'reopenedAnew') await continueRuns(tx, { ...revived, at: moving.at }, { keepsWaits })
}

/** Puts cases back as an undo entry remembers them, with their runs. Its caller knows that nobody changed them since. */
export async function putCasesBack(
  tx: Transaction,
  moving: Transition,
  { id: undoEntryId, at: doneAt, what }: { id: number; at: Date; what: UndoneAction },
): Promise<void> {
  const { customerId, caseIds } = moving
  await move(
    tx,
    moving,
    sql`status = b.status, status_at = b.status_at, paused_until = b.paused_until, paused_for = b.paused_for,
      result = b.result, last_result = b.last_result,
      closed_by_batch = b.closed_by_batch, paused_before_closing = b.paused_before_closing`,
    {
      from: sql`b.customer_id = c.customer_id and b.undo_entry_id = ${undoEntryId} and b.case_id = c.id
        and c.anonymous_at is null`,
      table: sql`from undo_cases b`,
      event: { event: 'undone', params: { what, at: doneAt.toISOString() } },
      keepsMoment: true,
    },
  )
  await putCallbacksBack(tx, moving, what)
  await putPromisesBack(tx, moving, what)
  await restoreRuns(tx, customerId, caseIds, undoEntryId)
}

type How = { from: RawBuilder<unknown>; table?: RawBuilder<unknown>; event: TimelineEvent | null; keepsMoment?: boolean }

/** The change itself, with its lines and events; answers which cases it changed. `c` is the case. */
async function move(
  tx: Transaction,
  { customerId, caseIds, at, byUser }: Transition,
  set: RawBuilder<unknown>,
  { from, table = sql``, event, keepsMoment = false }: How,
): Promise<number[]> {
  if (caseIds.length === 0) return []
  const lines = event ? recordForAll({ customerId, at, byUser, ...event }, sql`array_agg(id)`) : sql`null`
  const { rows } = await sql<{ ids: number[] }>`
    with moved as (
      update cases c
      set ${set}, ${keepsMoment ? sql`` : sql`status_at = ${at},`} updated_at = ${at}, version = c.version + 1
      ${table}
      where c.customer_id = ${customerId} and c.id = any(${caseIds}::bigint[]) and ${from}
      returning c.id, c.batch_id),
    recorded as (
      select ${lines} as line
      from moved)
    select ids, ${publishOfCases(customerId, sql`batch_id`, sql`ids`)}
    from (select batch_id, array_agg(id order by id) as ids from moved group by batch_id) of_batch,
      (select count(line) from recorded) r`.execute(tx)
  return rows.flatMap(({ ids }) => ids)
}
