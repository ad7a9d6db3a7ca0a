import { sql } from 'kysely'
import type { JobPayload, JobRun } from '../../jobs/job-catalogue.ts'
import { publish } from '../../live/publish.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { selectBatchForUpdate } from '../batches/batch-changes.ts'
import { beginTrial } from '../batches/trial/begin-trial.ts'
import { findFirstStep } from '../case-runs/begin-run.ts'
import { removeFileContent } from '../files/stored-file.ts'
import { openImportFile } from './check-import.ts'
import { addFlags, type CasesToCreate, createCases, findAsked, linkCases, takeOverAmounts } from './create-cases.ts'
import { mustStillBeAllowed } from './still-allowed.ts'
import { changeImport, progressOf, removeStagedRows } from './import-changes.ts'
import { notifyOfEnd } from './notify-of-end.ts'
import { findImport, type ImportRow } from './import-queries.ts'
import { type ImportServices, stageRows } from './stage-rows.ts'

// 10,000 rows: half a second a chunk, so progress moves and no statement comes near its limit.
const rowsPerChunk = 10_000

/** Job: makes the cases of a confirmed import in one transaction. Killed half-way it leaves nothing, and run again it starts anew; run twice it changes nothing. */
export async function importBatch(
  services: ImportServices,
  { importId }: JobPayload<'importBatch'>,
  run?: Pick<JobRun, 'isLastAttempt' | 'signal'>,
): Promise<void> {
  const { db } = services
  const confirmed = await findImport(db, importId)
  if (confirmed.status !== 'importing') return
  try {
    await mustStillBeAllowed(services, confirmed)
    const found = await withStagedRows(services, confirmed)
    const made = await db.transaction().execute((tx) => fillBatch(services, tx, found, run?.signal))
    // The searched index takes new rows on a list that every search reads in full until it is cleaned (migration 0005).
    if (made !== null) await sql`select tidy_case_search(), analyze_imported(${made})`.execute(db)
  } catch (error) {
    if (!run?.isLastAttempt && !(error instanceof AppError)) throw error
    await db.transaction().execute((tx) => giveUp(services, tx, confirmed, error))
    if (!(error instanceof AppError)) throw error
  }
}

/** import_rows is unlogged: a crash of the database empties it. Then the file is read again, by the same choices. */
export async function withStagedRows(services: ImportServices, found: ImportRow): Promise<ImportRow> {
  const { db } = services
  const { staged } = await db
    .selectFrom('import_rows')
    .select(({ fn }) => fn.countAll<number>().as('staged'))
    .where('customer_id', '=', found.customer_id)
    .where('import_id', '=', found.id)
    .where('check_no', '=', found.check_no)
    .executeTakeFirstOrThrow()
  if (staged === found.counts?.rows) return found
  const { reader, survey } = await openImportFile(services, found)
  try {
    const findings = await stageRows(services, found, reader, survey.plan, () => Promise.resolve(true))
    const { new: made, updated } = findings.counts
    await db.transaction().execute((tx) => changeImport(tx, found, { ...findings, rows_total: made + updated }))
  } finally {
    reader.close()
  }
  return findImport(db, found.id)
}

/** Answers how many cases were made; null where another worker did it, or there is nothing to fill. */
async function fillBatch(services: ImportServices, tx: Transaction, found: ImportRow, signal?: AbortSignal): Promise<number | null> {
  const { customer_id: customerId, batch_id: batchId } = found
  if (batchId === null) return null
  await sql`set local statement_timeout = '5min'`.execute(tx)
  // What an engine that was killed had begun goes on in the database until PostgreSQL notices; its lock lasts as long.
  await sql`set local lock_timeout = '2min'`.execute(tx)
  // A second worker waits here until the first has committed, and finds the batch filled.
  const batch = await tx
    .selectFrom('batches')
    .select('status')
    .where('customer_id', '=', customerId)
    .where('id', '=', batchId)
    .forUpdate()
    .executeTakeFirst()
  if (batch?.status !== 'preparing') return null
  const cases = await casesToCreate(tx, found, batchId, services.clock.now())
  const asked = await findAsked(tx, cases)
  const lastRow = await findLastRow(tx, found)
  const progress = progressOf(services.db, found)
  let made = 0
  let updated = 0
  for (let from = 1; from <= lastRow; from += rowsPerChunk) {
    signal?.throwIfAborted()
    made += await createCases(tx, cases, from, from + rowsPerChunk - 1)
    if (asked.flags) await addFlags(tx, cases, from, from + rowsPerChunk - 1)
    if (asked.amounts) updated += await takeOverAmounts(tx, cases, from, from + rowsPerChunk - 1)
    await progress(made + updated)
    // On a connection of its own: the transaction of the cases sees what was true when it began.
    await mustStillBeAllowed(services, found)
  }
  if (made + updated === 0) throw new AppError('import.nothingToImport')
  if (asked.links) await linkCases(tx, cases)
  const result = { status: 'done', counts: recounted(found, made, updated), rows_done: made + updated, rows_total: made + updated } as const
  if (made === 0) {
    // Amounts alone: no batch came of it.
    await changeImport(tx, found, { ...result, batch_id: null })
    await tx.deleteFrom('batches').where('customer_id', '=', customerId).where('id', '=', batchId).execute()
    await notifyOfEnd(tx, found, 'importDone', { at: services.clock.now(), made })
    await removeStagedRows(tx, found, 'errors')
    await publish(tx, { kind: 'batch.changed', customerId, batchId })
    return made
  }
  await tx
    .updateTable('batches')
    .set({ status: found.start_later ? 'paused' : 'open', imported_at: sql<Date>`now()` })
    .where('customer_id', '=', customerId)
    .where('id', '=', batchId)
    .execute()
  if (found.trial !== null) await beginTrial(tx, await selectBatchForUpdate(tx, batchId), found.trial, services.clock.now())
  await changeImport(tx, found, result)
  await notifyOfEnd(tx, found, 'importDone', { at: services.clock.now(), made })
  await removeStagedRows(tx, found, 'errors')
  await publish(tx, { kind: 'batch.changed', customerId, batchId })
  await sql`select pg_notify('engine', '')`.execute(tx)
  return made
}

async function casesToCreate(tx: Transaction, found: ImportRow, batchId: number, at: Date): Promise<CasesToCreate> {
  const { customer_id: customerId, id: importId, check_no: checkNo, file_name: fileName } = found
  const user =
    found.created_by === null
      ? undefined
      : await tx.selectFrom('users').select('username').where('id', '=', found.created_by).executeTakeFirst()
  return {
    customerId,
    importId,
    checkNo,
    batchId,
    firstStep: await findFirstStep(tx, { customerId, batchId }),
    fileName,
    at,
    byUser: user?.username ?? null,
  }
}

async function findLastRow(tx: Transaction, { customer_id: customerId, id, check_no: checkNo }: ImportRow) {
  const { last } = await tx
    .selectFrom('import_rows')
    .select(({ fn }) => fn.max('row_no').as('last'))
    .where('customer_id', '=', customerId)
    .where('import_id', '=', id)
    .where('check_no', '=', checkNo)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

// Numbers that another import brought between the check and now count as duplicates after all, and so do cases that changed meanwhile.
function recounted({ counts }: ImportRow, made: number, updated: number) {
  if (!counts || (counts.new === made && counts.updated === updated)) return counts
  const late = counts.new - made + counts.updated - updated
  const known = counts.byReason.find(({ reason }) => reason === 'duplicateExisting')?.count ?? 0
  const others = counts.byReason.filter(({ reason }) => reason !== 'duplicateExisting')
  return {
    ...counts,
    new: made,
    updated,
    duplicate: counts.duplicate + late,
    byReason: [{ reason: 'duplicateExisting' as const, count: known + late }, ...others],
  }
}

/** Its job is not tried any more, whether it checked the file or made the cases: who uploaded it sees why. */
export async function failImport(services: Pick<ImportServices, 'db' | 'clock'>, { importId }: { importId: number }): Promise<void> {
  const { db } = services
  const found = await findImport(db, importId)
  if (['failed', 'done', 'cancelled'].includes(found.status)) return
  await db.transaction().execute((tx) => giveUp(services, tx, found, new AppError('job.setAside')))
}

// The batch that was promised goes too: nothing half imported stays behind.
async function giveUp({ clock }: Pick<ImportServices, 'clock'>, tx: Transaction, found: ImportRow, error: unknown) {
  const failure = error instanceof AppError ? { error: error.code, params: error.params ?? {} } : { error: 'error.unexpected', params: {} }
  await changeImport(tx, found, { status: 'failed', failure, batch_id: null })
  await notifyOfEnd(tx, found, 'importFailed', { at: clock.now(), made: 0 })
  await removeStagedRows(tx, found, 'none')
  await removeFileContent(tx, found)
  if (found.batch_id === null) return
  await tx
    .deleteFrom('batches')
    .where('customer_id', '=', found.customer_id)
    .where('id', '=', found.batch_id)
    .where('status', '=', 'preparing')
    .execute()
  await publish(tx, { kind: 'batch.changed', customerId: found.customer_id, batchId: found.batch_id })
}
