import type { BatchStatus } from '@regie/contract/batches.ts'
import type { CaseStatus } from '@regie/contract/cases.ts'
import { sql, type Updateable } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Cases } from '../../platform/db/tables.generated.ts'
import { publishCasesChanged } from '../../live/publish.ts'
import { type BatchLock, batchLockColumns } from './batch-lock.ts'

export type LockedCase = BatchLock & {
  customerId: number
  caseId: number
  caseNumber: string
  batchId: number
  scriptId: number
  status: CaseStatus
  liveState: string | null
  pausedFor: string | null
  batchStatus: BatchStatus
  addresses: { phone: string | null; mobile: string | null; email: string | null }
  fields: Record<string, string>
  currency: string
  version: number
}

/** Takes a case for this transaction: people who change it at once come one after the other, and the engine waits as well. */
export async function selectCaseForUpdate(tx: Transaction, caseId: number): Promise<LockedCase> {
  const row = await tx
    .selectFrom('cases as c')
    .innerJoin('batches as b', (join) => join.onRef('b.customer_id', '=', 'c.customer_id').onRef('b.id', '=', 'c.batch_id'))
    .select([
      'c.id',
      'c.customer_id',
      'c.case_number',
      'c.batch_id',
      'b.script_id',
      'c.status',
      'c.live_state',
      'c.paused_for',
      'c.fields',
      'c.currency',
      'c.version',
    ])
    .select(['c.phone', 'c.mobile', 'c.email', 'b.status as batch_status'])
    .select(batchLockColumns)
    .where('c.id', '=', caseId)
    .forUpdate('c')
    .executeTakeFirst()
  if (!row) throw new AppError('case.notFound')
  return {
    customerId: row.customer_id,
    caseId: row.id,
    caseNumber: row.case_number,
    batchId: row.batch_id,
    scriptId: row.script_id,
    status: row.status as CaseStatus,
    liveState: row.live_state,
    pausedFor: row.paused_for,
    batchStatus: row.batch_status as BatchStatus,
    addresses: { phone: row.phone, mobile: row.mobile, email: row.email },
    fields: row.fields as Record<string, string>,
    currency: row.currency,
    version: row.version,
    lockedBy: row.lockedBy,
    lockReason: row.lockReason,
  }
}

type CaseRef = Pick<LockedCase, 'customerId' | 'caseId' | 'batchId'>

type Columns = Omit<Updateable<Cases>, 'status' | 'status_at' | 'paused_until' | 'paused_for'>

/** Changes fields or results of a case that the caller has locked; its status changes in case-transitions.ts. */
export async function changeCase(
  tx: Transaction,
  { customerId, caseId }: Omit<CaseRef, 'batchId'>,
  at: Date,
  change: Columns,
): Promise<void> {
  await tx
    .updateTable('cases')
    .set((eb) => ({ ...change, updated_at: at, version: eb('version', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('id', '=', caseId)
    .execute()
}

/**
 * Keeps in a field of a case that the caller has locked what a provider reported. It is nobody's change: the version stays, so that who is at work on the
 * case saves as before.
 */
export async function noteInField(
  tx: Transaction,
  { customerId, caseId }: Omit<CaseRef, 'batchId'>,
  at: Date,
  noted: Readonly<Record<string, string>>,
): Promise<void> {
  await tx
    .updateTable('cases')
    .set({ fields: sql`fields || ${JSON.stringify(noted)}::jsonb`, updated_at: at })
    .where('customer_id', '=', customerId)
    .where('id', '=', caseId)
    .execute()
}

/** Tells the screens that show the case or its batch. */
export async function publishCaseChanged(tx: Transaction, { customerId, caseId, batchId }: CaseRef): Promise<void> {
  await publishCasesChanged(tx, { customerId, batchId, caseIds: [caseId] })
}
