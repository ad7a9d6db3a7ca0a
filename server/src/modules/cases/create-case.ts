import type { caseActionApi } from '@regie/contract/case-actions.ts'
import type { CaseDetail } from '@regie/contract/cases.ts'
import type { RequestOf } from '@regie/contract/endpoint.ts'
import type { LocalText } from '@regie/contract/locale.ts'
import { settingsOf } from '@regie/contract/login.ts'
import { sql } from 'kysely'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { readFieldValues } from '../fields/check-field-values.ts'
import { findFields } from '../fields/find-fields.ts'
import { type BatchLock, batchLockColumns, mustNotBeLocked } from './batch-lock.ts'
import { findCaseDetail } from './case-detail.ts'
import { columnsOfFields } from './case-from-fields.ts'
import { mustBeFaultless } from './field-refusal.ts'
import { insertCase } from './status/insert-cases.ts'

type Body = RequestOf<typeof caseActionApi.create>['body']
type Ref = { customerId: number; scriptId: number }

/** What stands before the script in the name of the batch of cases that were made one by one. */
const madeByHand: LocalText = { nl: 'Met de hand ingevoerd', eng: 'Entered by hand', fr: 'Saisis à la main' }

/** A new case by the rules of an import, in an open batch of the script or in the script's batch of single cases. */
export async function createCase(services: Services, caller: Caller, { customerID, scriptID, batchID, fields }: Body): Promise<CaseDetail> {
  mustAccessCustomer(caller, customerID, 'customer.notFound')
  const caseId = await services.db.transaction().execute(async (tx) => {
    const ref = { customerId: customerID, scriptId: scriptID }
    const definitions = await findFields(tx, customerID, scriptID)
    const { values, faults } = readFieldValues(definitions, fields)
    mustBeFaultless(definitions, faults)
    const batchId = batchID === null ? await singleBatch(tx, caller, ref) : await openBatch(tx, caller, ref, batchID)
    return insertCase(
      tx,
      { customerId: customerID, batchId, at: services.clock.now(), byUser: caller.username, event: { event: 'created' } },
      { ...columnsOfFields(values), case_number: values['dossiernummer'] ?? '', fields: values },
    )
  })
  return findCaseDetail(services, caller, caseId, {})
}

async function openBatch(tx: Transaction, caller: Caller, { customerId, scriptId }: Ref, batchId: number): Promise<number> {
  const batch = await tx
    .selectFrom('batches')
    .select(['status', 'is_demo', ...batchLockColumns])
    .where('customer_id', '=', customerId)
    .where('id', '=', batchId)
    .where('script_id', '=', scriptId)
    .forShare()
    .executeTakeFirst()
  if (!batch || batch.is_demo) throw new AppError('batch.notFound', { field: 'batchID' })
  mustNotBeLocked(batch, caller)
  if (batch.status !== 'open' && batch.status !== 'paused') throw new AppError('batch.notOpen', { field: 'batchID' })
  return batchId
}

/** The batch of cases that were made one by one. Who makes the first names it in their language; it opens again when somebody needs it. */
async function singleBatch(tx: Transaction, caller: Caller, { customerId, scriptId }: Ref): Promise<number> {
  const user = await tx.selectFrom('users').select('settings').where('id', '=', caller.userId).executeTakeFirst()
  const words = madeByHand[settingsOf(user?.settings).locale]
  const { rows } = await sql<BatchLock & { id: number }>`
    insert into batches (customer_id, script_id, name, status, imported_at, is_single)
    select customer_id, id, left(${words}::text || ' · ' || name, 120), 'open', now(), true
    from scripts
    where customer_id = ${customerId} and id = ${scriptId}
    on conflict (customer_id, script_id)
    where is_single
    do update
    set status = case when batches.status = 'closed' then 'open' else batches.status end
    returning id, locked_by as "lockedBy", lock_reason as "lockReason"`.execute(tx)
  const [batch] = rows
  if (!batch) throw new AppError('script.notFound')
  mustNotBeLocked(batch, caller)
  const { id } = batch
  await tx
    .insertInto('batch_counters')
    .values({ customer_id: customerId, batch_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}
