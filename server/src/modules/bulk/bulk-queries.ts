import { BatchBulkAction, BatchSelection, type BulkJob, CaseBulkAction, CaseSearch } from '@regie/contract/bulk.ts'
import * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { UndoEntryRef } from '../undo-entries/open-undo-entry.ts'

const keptHours = 24

// Asked for at an address of its own, where more than the cases is known.
const HandOverWork = z.object({ kind: z.literal('handOver'), handOverID: z.number() })

/** What a job was asked, as it is kept. `lastId` is the last row there was then: what comes later is not meant. */
export const KeptCaseWork = z.object({
  // A search becomes the list of what it found: longer than what somebody may name.
  filter: z.union([z.object({ caseIDs: z.array(z.number()) }), CaseSearch]),
  action: z.union([CaseBulkAction, HandOverWork]),
  lastId: z.number(),
})
export type KeptCaseWork = z.infer<typeof KeptCaseWork>
export const KeptBatchWork = z.object({
  filter: BatchSelection,
  action: BatchBulkAction,
  batchIds: z.array(z.number()),
})
export type KeptBatchWork = z.infer<typeof KeptBatchWork>

/** A job at work: what it was asked, how far it is, and the entry that takes it back. */
export type BulkAtWork = {
  id: number
  customerId: number
  userId: number
  username: string
  /** The user may change what is locked, at this moment. */
  mayUnlock: boolean
  reached: number
  filter: unknown
  action: unknown
  entry: UndoEntryRef
}

/** A bulk entry of this user. Another's does not exist for him. */
export async function findBulk(db: Db, caller: Caller, bulkId: number, now: Date): Promise<BulkJob> {
  const [job] = await bulkRows(db, caller, now).where('j.id', '=', bulkId).execute()
  if (!job) throw new AppError('bulk.notFound')
  return bulkOf(job)
}

/** His bulk entries at a customer of the last day, newest first. */
export async function listBulk(db: Db, caller: Caller, customerId: number, now: Date): Promise<BulkJob[]> {
  const rows = await bulkRows(db, caller, now)
    .where('j.customer_id', '=', customerId)
    .where('j.created_at', '>', new Date(now.getTime() - keptHours * 60 * 60_000))
    .orderBy('j.id', 'desc')
    .limit(20)
    .execute()
  return rows.map(bulkOf)
}

function bulkRows(db: Db, { userId, customerIds }: Caller, now: Date) {
  return db
    .selectFrom('bulk_jobs as j')
    .leftJoin('undo_entries as d', (join) =>
      join
        .onRef('d.customer_id', '=', 'j.customer_id')
        .onRef('d.id', '=', 'j.undo_entry_id')
        .on('d.undone_at', 'is', null)
        .on('d.until', '>', now)
        .on('d.count', '>', 0),
    )
    .select(['j.id', 'j.customer_id', 'j.kind', 'j.action', 'j.state', 'j.total', 'j.done', 'j.skipped', 'j.started_at', 'j.finished_at'])
    .select('d.token')
    .where('j.user_id', '=', userId)
    .where('j.customer_id', 'in', customerIds.length === 0 ? [0] : customerIds)
}

type Row = Awaited<ReturnType<ReturnType<typeof bulkRows>['execute']>>[number]

function bulkOf(row: Row): BulkJob {
  const { action } = row.action as { action: { kind: string } }
  return {
    bulkID: row.id,
    customerID: row.customer_id,
    kind: row.kind as BulkJob['kind'],
    action: action.kind,
    state: row.state as BulkJob['state'],
    total: row.total,
    done: row.done,
    skipped: Object.entries(row.skipped as Record<string, number>).map(([reason, count]) => ({ reason, count })),
    undoToken: row.token,
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}
