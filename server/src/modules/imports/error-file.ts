import { choicesShownMax, RowFault, type RowReason } from '@regie/contract/files.ts'
import type { Locale } from '@regie/contract/locale.ts'
import * as z from 'zod/mini'
import { AppError } from '../../platform/app-error.ts'
import { streamWorkbook } from '../../platform/documents/xlsx.ts'
import { type Caller, mustAccessCustomer } from '../../platform/http/caller.ts'
import type { FileReply } from '../../platform/http/route.ts'
import { withChoices } from './allowed-choices.ts'
import { withStagedRows } from './import-batch.ts'
import { findImport, type ImportRow } from './import-queries.ts'
import eng from './locales/eng.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import nl from './locales/nl.json' with { type: 'json' }
import { maySeeRows } from './shown-import.ts'
import type { ImportServices } from './stage-rows.ts'

const texts = { nl, eng, fr } satisfies Record<Locale, { reasons: Record<RowReason, string>; andMore: string }>
const ours = [nl, eng, fr].map(({ row, reason }) => [row, reason].join('\n'))
const rowsPerRead = 2_000
const RowFaults = z.array(RowFault)

/** The rows that are not imported, as a workbook to mend and upload again: their own columns, then the row number and the reason, which an upload leaves out. */
export async function openErrorFile(services: ImportServices, caller: Caller, importId: number, locale: Locale): Promise<FileReply> {
  const found = await findImport(services.db, importId)
  mustAccessCustomer(caller, found.customer_id, 'import.notFound')
  if (!maySeeRows(caller, found)) throw new AppError('error.rightMissing')
  if (!found.counts || found.counts.invalid + found.counts.duplicate === 0) throw new AppError('import.noErrors')
  // Once imported, only the rows that were not are kept; before that, all of them.
  if (found.status === 'ready') await withStagedRows(services, found)
  const { fileName, sheet } = texts[locale]
  return { fileName, stream: streamWorkbook(sheet, linesOf(services, found, locale)) }
}

async function* linesOf({ db }: Pick<ImportServices, 'db'>, found: ImportRow, locale: Locale): AsyncGenerator<string[], void, void> {
  const headings = found.columns.map(({ name }) => name)
  // A mended file that is in error again has our two columns already.
  const width = ours.includes(headings.slice(-2).join('\n')) ? headings.length - 2 : headings.length
  const { row, reason, reasons } = texts[locale]
  yield [...headings.slice(0, width), row, reason]
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('import_rows')
      .select(['row_no', 'faults', 'raw'])
      .where('customer_id', '=', found.customer_id)
      .where('import_id', '=', found.id)
      .where('check_no', '=', found.check_no)
      .where('row_no', '>', after)
      .where('faults', 'is not', null)
      .orderBy('row_no')
      .limit(rowsPerRead)
      .execute()
    for (const { row_no, faults, raw } of rows) {
      const cells = raw ?? []
      const why = withChoices(found, RowFaults.parse(faults)).map(({ reason: code, column, choices = [] }) => {
        const text = reasons[code] + choicesText(choices, locale)
        return column === null ? text : `${column}: ${text}`
      })
      // Cells beyond the heading come last, so that nothing of the row is lost.
      const own = Array.from({ length: width }, (_, index) => cells[index] ?? '')
      yield [...own, String(row_no), why.join('; '), ...cells.slice(headings.length)]
    }
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerRead) return
    after = last.row_no
  }
}

// " (dhr, mevr, fam, geen)", or the first of many and how many there are more.
function choicesText(choices: readonly string[], locale: Locale) {
  if (choices.length === 0) return ''
  const more = choices.length - choicesShownMax
  const rest = more > 0 ? ` ${texts[locale].andMore.replace('{count}', String(more))}` : ''
  return ` (${choices.slice(0, choicesShownMax).join(', ')}${rest})`
}
