import type { JobPayload, JobRun } from '../../jobs/job-catalogue.ts'
import { AppError } from '../../platform/app-error.ts'
import { findFileContent, removeFileContent } from '../files/stored-file.ts'
import { toLocalTime } from '../contact-permission/local-time.ts'
import { changeImport, progressOf } from './import-changes.ts'
import { choicesOf, findImport, findRepairs, type ImportRow, noMapping } from './import-queries.ts'
import { notifyOfEnd } from './notify-of-end.ts'
import { mustStillBeAllowed, openRightsWatch } from './still-allowed.ts'
import { openFileReader } from './reading/file-reader.ts'
import { CheckOvertaken, type ImportServices, stageRows } from './stage-rows.ts'

// A process that reads a file may end with it. Once may be chance; the third never begins.
const triesMax = 2

/** Job: reads the file of an import, recognises its columns and checks every row. Creates nothing but staged rows; a second run does the same again. */
export async function checkImport(
  services: ImportServices,
  { importId }: JobPayload<'checkImport'>,
  run?: Pick<JobRun, 'isLastAttempt'>,
): Promise<void> {
  const { db } = services
  const found = await findImport(db, importId)
  if (found.status !== 'reading' && found.status !== 'checking') return
  try {
    await mustStillBeAllowed(services, found)
    await countTry(services, found)
    await checkFile(services, found)
  } catch (error) {
    if (error instanceof CheckOvertaken) return
    const refusal =
      error instanceof AppError
        ? { error: error.code, params: error.params ?? {} }
        : run?.isLastAttempt
          ? { error: 'error.unexpected', params: {} }
          : null
    if (refusal)
      await db.transaction().execute(async (tx) => {
        if (!(await changeImport(tx, found, { status: 'failed', failure: refusal, repairs: {}, repaired: 0 }, found.check_no))) return
        await removeFileContent(tx, found)
        await notifyOfEnd(tx, found, 'importFailed', { at: services.clock.now(), made: 0 })
      })
    if (!(error instanceof AppError)) throw error
  }
}

async function countTry({ db }: Pick<ImportServices, 'db'>, { customer_id: customerId, id }: ImportRow) {
  const { tries } = await db
    .updateTable('imports')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirstOrThrow()
  if (tries > triesMax) throw new AppError('file.tooComplex')
}

async function checkFile(services: ImportServices, found: ImportRow) {
  const { db } = services
  const { reader, file, survey } = await openImportFile(services, found)
  try {
    const { plan, columns, missing, rows } = survey
    const mapping = { ...(found.mapping ?? noMapping), found: { dateOrder: plan.formats.dateOrder, decimalMark: plan.formats.decimalMark } }
    const known = { ...file, columns, mapping, missing, rows_total: rows }
    const status = missing.length > 0 ? ('mapping' as const) : ('checking' as const)
    // What was found before is gone: a screen that shows the old counts beside new columns would lie.
    const begun = { ...known, status, rows_done: 0, counts: null, preview: [], issues: [], changes: [] }
    if (!(await db.transaction().execute((tx) => changeImport(tx, found, begun, found.check_no)))) return
    if (status === 'mapping') return
    const progress = progressOf(db, found, found.check_no)
    const mayGoOn = openRightsWatch(services, found)
    const findings = await stageRows(services, found, reader, plan, async (done) => {
      await mayGoOn()
      return progress(done)
    })
    await mustStillBeAllowed(services, found)
    await db.transaction().execute(async (tx) => {
      const isCurrent = await changeImport(tx, found, { ...findings, status: 'ready', rows_done: rows }, found.check_no)
      // Cancelled or overtaken at the last moment: nobody else knows of these rows.
      if (!isCurrent)
        await tx
          .deleteFrom('import_rows')
          .where('customer_id', '=', found.customer_id)
          .where('import_id', '=', found.id)
          .where('check_no', '=', found.check_no)
          .execute()
    })
  } finally {
    reader.close()
  }
}

/** The file of an import with what its survey says, by the choices made for it so far. Whoever opens it closes the reader. */
export async function openImportFile({ db }: Pick<ImportServices, 'db'>, found: ImportRow) {
  const repairs = await findRepairs(db, found)
  const reader = openFileReader(await findFileContent(db, found.customer_id, found.file_id), { repairs })
  try {
    const { file, survey } = await reader.survey(found.fields, { ...choicesOf(found), today: toLocalTime(new Date()).date })
    return { reader, file, survey }
  } catch (error) {
    reader.close()
    throw error
  }
}
