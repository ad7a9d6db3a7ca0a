import type { JobPayload, JobRun } from '../../jobs/job-catalogue.ts'
import { AppError } from '../../platform/app-error.ts'
import { findFileContent } from '../files/file-queries.ts'
import { openTable } from './reading/open-table.ts'
import { changeImport, progressOf } from './import-changes.ts'
import { findImport, type ImportRow, noMapping } from './import-queries.ts'
import { CheckOvertaken, type ImportServices, stageRows } from './stage-rows.ts'
import { surveyFile } from './reading/survey-file.ts'

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
    await checkFile(services, found)
  } catch (error) {
    if (error instanceof CheckOvertaken) return
    const refusal =
      error instanceof AppError
        ? { error: error.code, params: error.params ?? {} }
        : run?.isLastAttempt
          ? { error: 'error.unexpected', params: {} }
          : null
    if (refusal) await db.transaction().execute((tx) => changeImport(tx, found, { status: 'failed', failure: refusal }, found.check_no))
    if (!(error instanceof AppError)) throw error
  }
}

async function checkFile(services: ImportServices, found: ImportRow) {
  const { db } = services
  const { file, survey } = await openImportFile(services, found)
  const { plan, columns, missing, rows } = survey
  const mapping = { ...(found.mapping ?? noMapping), found: plan.formats }
  const known = { encoding: file.encoding, separator: file.separator, columns, mapping, missing, rows_total: rows }
  const status = missing.length > 0 ? ('mapping' as const) : ('checking' as const)
  // What was found before is gone: a screen that shows the old counts beside new columns would lie.
  const begun = { ...known, status, rows_done: 0, counts: null, preview: [], issues: [] }
  if (!(await db.transaction().execute((tx) => changeImport(tx, found, begun, found.check_no)))) return
  if (status === 'mapping') return
  const findings = await stageRows(services, found, file, plan, progressOf(db, found, found.check_no))
  await db.transaction().execute(async (tx) => {
    const isCurrent = await changeImport(tx, found, { ...findings, status: 'ready', rows_done: rows }, found.check_no)
    // Cancelled or overtaken at the last moment: nobody else knows of these rows.
    if (!isCurrent) await tx.deleteFrom('import_rows').where('import_id', '=', found.id).where('check_no', '=', found.check_no).execute()
  })
}

/** The file of an import with what its survey says, by the choices made for it so far. */
export async function openImportFile({ db }: Pick<ImportServices, 'db'>, found: ImportRow) {
  const file = openTable(await findFileContent(db, found.customer_id, found.file_id))
  const { targets, chosen } = found.mapping ?? noMapping
  const survey = await surveyFile(file, found.fields, { targets, ...chosen, saved: found.saved_mapping })
  return { file, survey }
}
