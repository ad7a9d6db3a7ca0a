import type { CaseBulkAction } from '@regie/contract/bulk.ts'
import type { ErrorCode } from '@regie/contract/error-codes.ts'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Transaction } from '../../platform/db/database.ts'
import { unlistReopened } from '../arrangements/blacklist/take-off-blacklist.ts'
import { closeCases, pauseCases, reopenCases, resumeCases } from '../cases/many/cases-at-once.ts'
import { notifyEngine } from '../case-runs/notify-engine.ts'
import { handOverPart } from '../hand-overs/hand-over-part.ts'
import { extendUndoEntry } from '../undo-entries/open-undo-entry.ts'
import { saveBulkStep } from './bulk-changes.ts'
import { type BulkAtWork, KeptCaseWork } from './bulk-queries.ts'
import { nextSelected } from './case-selection.ts'

type Action = z.infer<typeof CaseBulkAction>
type Found = {
  id: number
  batchId: number
  status: string
  inCall: boolean
  isHandedOver: boolean
  batchStatus: string
  batchLocked: boolean
}

// Some tenths of a second: progress is seen to move, and nobody who works in the same batch waits longer.
const casesPerPart = 500

/** Does the next part of a job over cases; true when there may be more. */
export async function doCasePart(tx: Transaction, job: BulkAtWork, now: Date): Promise<boolean> {
  const { customerId, entry } = job
  const { filter, action, lastId } = KeptCaseWork.parse({ ...(job.action as object), filter: job.filter })
  const caseIds = await nextSelected(tx, customerId, filter, { reached: job.reached, lastId, limit: casesPerPart })
  const reached = caseIds.at(-1)
  if (reached === undefined) return false
  const found = await lockFound(tx, customerId, caseIds)
  if (action.kind === 'handOver') return giveAway(tx, job, action.handOverID, caseIds, now)
  const skipped: Record<string, number> = {}
  const chosen: Found[] = []
  for (const one of found) {
    const reason = refusalOf(one, action, job.mayUnlock)
    if (reason) skipped[reason] = (skipped[reason] ?? 0) + 1
    else chosen.push(one)
  }
  const waiting = await act(
    tx,
    job,
    action,
    chosen.map((one) => one.id),
  )
  if (waiting > 0) skipped['case.waitsForPromise'] = waiting
  await extendUndoEntry(tx, entry, chosen.length - waiting, { now })
  await saveBulkStep(tx, { ...job, reached, done: caseIds.length, skipped })
  await notifyEngine(tx)
  return true
}

async function giveAway(tx: Transaction, job: BulkAtWork, handOverId: number, caseIds: readonly number[], now: Date): Promise<true> {
  const { customerId, entry, username: byUser, mayUnlock } = job
  const { given, skipped } = await handOverPart(tx, { customerId, handOverId, entry, byUser, mayUnlock }, caseIds, now)
  await extendUndoEntry(tx, entry, given, { now })
  await saveBulkStep(tx, { ...job, reached: caseIds.at(-1) ?? job.reached, done: caseIds.length, skipped })
  await notifyEngine(tx)
  return true
}

async function lockFound(tx: Transaction, customerId: number, caseIds: readonly number[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select c.id, c.batch_id as "batchId", c.status, b.status as "batchStatus", b.locked_at is not null as "batchLocked",
      coalesce(c.live_state in ('calling', 'transferred', 'transferring', 'human', 'voicemail', 'incall'), false)
        or exists (select from communications m
          where m.customer_id = c.customer_id and m.case_id = c.id and m.in_air) as "inCall", exists (
        select from hand_over_cases h
        where h.customer_id = c.customer_id and h.case_id = c.id and h.state = 'handedOver') as "isHandedOver"
    from cases c join batches b on b.customer_id = c.customer_id and b.id = c.batch_id
    where c.customer_id = ${customerId} and c.id = any(${caseIds}::bigint[]) order by c.id for update of c`.execute(tx)
  return rows
}

/** Why this case is passed over, by the rules that hold for one case too. */
function refusalOf(
  { status, inCall, isHandedOver, batchStatus, batchLocked }: Found,
  { kind }: Action,
  mayUnlock: boolean,
): ErrorCode | null {
  if (batchLocked && !mayUnlock) return 'batch.locked'
  if (kind === 'reopen' && isHandedOver) return 'case.handedOver'
  if (kind === 'reopen') return status !== 'closed' ? 'case.notClosed' : batchStatus === 'closed' ? 'batch.notOpen' : null
  if (status === 'closed') return 'case.alreadyClosed'
  if (kind === 'resume' && status !== 'paused') return 'case.notPaused'
  return kind === 'close' && inCall ? 'case.inCall' : null
}

/** Does it; answers how many do not go on, since they wait for a promise. */
async function act(
  tx: Transaction,
  { customerId, entry, username: user }: BulkAtWork,
  action: Action,
  caseIds: readonly number[],
): Promise<number> {
  if (action.kind === 'resume') return (await resumeCases(tx, customerId, caseIds, { entry, user })).length
  if (action.kind === 'close') await closeCases(tx, customerId, caseIds, { entry, user, result: action.resultCode })
  else if (action.kind === 'pause')
    await pauseCases(tx, customerId, caseIds, { entry, user, until: action.until === null ? null : new Date(action.until) })
  else {
    await unlistReopened(tx, { customerId, at: entry.at, byUser: user }, caseIds)
    await reopenCases(tx, customerId, caseIds, { entry, user, includePaused: true, event: 'reopened' })
  }
  return 0
}
