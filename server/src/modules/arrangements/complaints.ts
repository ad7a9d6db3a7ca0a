import type { Complaint, arrangementApi } from '@regie/contract/arrangements.ts'
import type { RequestOf, ResponseOf } from '@regie/contract/endpoint.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { findTextMask, findTextMasks } from '../cases/masks/case-mask.ts'
import { recordTimeline } from '../timeline/record-timeline.ts'
import { addComplaint } from './add-complaint.ts'
import { arrangeFor, endPauseFor, pauseFor } from './work-on.ts'

type NewComplaint = RequestOf<typeof arrangementApi.addComplaint>['body']
type Change = RequestOf<typeof arrangementApi.changeComplaint>['body']

const shownMax = 200

/** Registers a complaint or dispute; nobody is contacted about the case until it is resolved. */
export async function registerComplaint(services: Services, caller: Caller, caseId: number, complaint: NewComplaint): Promise<Complaint> {
  const made = await arrangeFor(services, caller, caseId, async (tx, arranging, locked) => {
    const id = await addComplaint(tx, arranging, complaint)
    await pauseFor(tx, locked, arranging.now, complaint.kind, null)
    return complaintOf(await complaintRows(tx).where('x.id', '=', id).executeTakeFirstOrThrow())
  })
  return maskComplaint(made, await findTextMask(services.pool, caller, caseId))
}

/** Confirms receipt, or resolves it with its outcome; with the last one resolved the case goes on. */
export async function changeComplaint(
  services: Services,
  caller: Caller,
  { caseId, complaintId }: { caseId: number; complaintId: number },
  { state, outcome }: Change,
): Promise<Complaint> {
  const changed = await arrangeFor(services, caller, caseId, async (tx, arranging, locked) => {
    const { customerId } = locked
    const { now, by } = arranging
    const ofCase = complaintRows(tx).where('x.customer_id', '=', customerId).where('x.case_id', '=', caseId)
    const before = await ofCase.where('x.id', '=', complaintId).forUpdate('x').executeTakeFirst()
    if (!before) throw new AppError('complaint.notFound')
    if (before.state === 'resolved') throw new AppError('complaint.alreadyResolved')
    const isResolved = state === 'resolved'
    await tx
      .updateTable('complaints')
      .set(isResolved ? { state, resolved_at: now, outcome: outcome.trim() } : { state, confirmed_at: before.confirmed_at ?? now })
      .where('customer_id', '=', customerId)
      .where('id', '=', complaintId)
      .execute()
    const event = isResolved ? 'complaintResolved' : 'complaintConfirmed'
    await recordTimeline(tx, [{ customerId, caseId, event, byUser: by.username, at: now }])
    const open = await ofCase.where('x.state', '<>', 'resolved').executeTakeFirst()
    if (!open) await endPauseFor(tx, locked, now, ['complaint', 'dispute'])
    return complaintOf(await complaintRows(tx).where('x.id', '=', complaintId).executeTakeFirstOrThrow())
  })
  return maskComplaint(changed, await findTextMask(services.pool, caller, caseId))
}

/** What is not resolved yet, the first to be confirmed on top. */
export async function listComplaints(
  { db, pool }: Services,
  caller: Caller,
  { customerID: customerId, scriptID }: RequestOf<typeof arrangementApi.complaints>['query'],
): Promise<ResponseOf<typeof arrangementApi.complaints>> {
  mustAccessCustomer(caller, customerId, 'customer.notFound')
  const rows = await complaintRows(db)
    .innerJoin('cases as c', (join) => join.onRef('c.customer_id', '=', 'x.customer_id').onRef('c.id', '=', 'x.case_id'))
    .innerJoin('batches as b', (join) => join.onRef('b.customer_id', '=', 'c.customer_id').onRef('b.id', '=', 'c.batch_id'))
    .select(['c.case_number', 'c.name'])
    .where('b.is_demo', '=', false)
    .$if(scriptID !== undefined, (query) => query.where('b.script_id', '=', scriptID ?? 0))
    .where('x.customer_id', '=', customerId)
    .where('x.state', '<>', 'resolved')
    // What is confirmed has no clock any more.
    .orderBy(
      (eb) => eb.case().when('x.state', '=', 'open').then(eb.ref('x.confirm_before')).end(),
      (order) => order.asc().nullsLast(),
    )
    .orderBy('x.id')
    .limit(shownMax)
    .execute()
  const mask = await findTextMasks(
    pool,
    caller,
    rows.map((row) => row.case_id),
  )
  return rows.map((row) => {
    const complaint = maskComplaint(complaintOf(row), (text) => mask(row.case_id, text))
    return { ...complaint, caseID: row.case_id, caseNumber: row.case_number, name: mask(row.case_id, row.name) }
  })
}

/** A complaint as texts about its case are shown. */
export const maskComplaint = (complaint: Complaint, mask: (text: string) => string): Complaint => ({
  ...complaint,
  text: mask(complaint.text),
  outcome: mask(complaint.outcome),
  files: complaint.files.map((file) => ({ ...file, fileName: mask(file.fileName) })),
})

export const complaintRows = (db: Db) =>
  db
    .selectFrom('complaints as x')
    .selectAll('x')
    .select(
      sql<Complaint['files']>`(
        select coalesce(
          json_agg(json_build_object('fileID', f.id, 'fileName', f.name, 'bytes', f.bytes) order by f.id), '[]')
        from complaint_files a
        join files f on f.customer_id = a.customer_id and f.id = a.file_id
        where a.customer_id = x.customer_id and a.complaint_id = x.id)`.as('files'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof complaintRows>['execute']>>[number]

export function complaintOf(row: Row): Complaint {
  return {
    complaintID: row.id,
    kind: row.kind as Complaint['kind'],
    reason: row.reason as Complaint['reason'],
    text: row.text,
    state: row.state as Complaint['state'],
    confirmBefore: row.confirm_before?.toISOString() ?? null,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    outcome: row.outcome,
    files: row.files,
    by: row.by_user,
    at: row.at.toISOString(),
  }
}
