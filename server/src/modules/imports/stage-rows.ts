import type { Import, RowReason } from '@regie/contract/files.ts'
import { sql } from 'kysely'
import { copyLine, copyRows } from '../../platform/db/copy.ts'
import type { Services } from '../../services.ts'
import { type CheckedRow, checkRow, isUnreachable, type RowPlan } from './check-row.ts'
import { type CsvFile, readRows } from './file-header.ts'
import type { ImportRow } from './import-queries.ts'

/** What imports reach the world with: rows by queries, many rows by COPY. */
export type ImportServices = Pick<Services, 'db' | 'pool'>

export type Findings = { counts: NonNullable<Import['counts']>; preview: Import['preview']; issues: Import['issues'] }

/** Somebody chose other columns, or cancelled: this check has become pointless. */
export class CheckOvertaken extends Error {
  override name = 'CheckOvertaken'
}

const previewRows = 20
const issuesMax = 200
const rowsPerChunk = 2_000
const columns = 'import_id, check_no, row_no, reason, reason_column, reason_value, case_number, name, phone, mobile, email, city, postcode, invoice_number, locale, outstanding_cents, fields, raw'

/** Checks every row and copies them into import_rows, all or none; answers what was found. */
export async function stageRows({ db, pool }: ImportServices, found: ImportRow, file: CsvFile, plan: RowPlan, progress: (done: number) => Promise<boolean>): Promise<Findings> {
  const findings = openFindings(plan)
  const seen = new Set<string>()
  const before = { text: 'delete from import_rows where import_id = $1', values: [found.id] }
  await copyRows(pool, { before, into: `import_rows (${columns})` }, async (push) => {
    for (const chunk of chunksOf(readRows(file), rowsPerChunk)) {
      const checked = chunk.map(({ row, cells }) => ({ cells, result: checkRow(plan, row, cells) }))
      const existing = await findExisting({ db }, found.customer_id, checked.map(({ result }) => result))
      let lines = ''
      for (const { cells, result } of checked) {
        const duplicate = duplicateOf(result, seen, existing)
        findings.add(result, duplicate, cells)
        lines += lineOf(found, result, duplicate)
      }
      await push(lines)
      if (!(await progress(findings.result.counts.rows))) throw new CheckOvertaken()
    }
  })
  return findings.finish()
}

function* chunksOf<Item>(items: Iterable<Item>, size: number): Generator<Item[], void, void> {
  let chunk: Item[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length === size) {
      yield chunk
      chunk = []
    }
  }
  if (chunk.length > 0) yield chunk
}

// Asked per chunk over the unique index, so that a row is written once, with its reason, and never updated.
async function findExisting({ db }: Pick<Services, 'db'>, customerId: number, rows: readonly CheckedRow[]) {
  const numbers = rows.flatMap((row) => ('reason' in row ? [] : [row.caseNumber]))
  const { rows: found } = await sql<{ case_number: string }>`
    select case_number from cases where customer_id = ${customerId} and case_number = any(${numbers}::text[])`.execute(db)
  return new Set(found.map((row) => row.case_number))
}

/** The first row of a number is the one that counts. */
function duplicateOf(row: CheckedRow, seen: Set<string>, existing: ReadonlySet<string>): RowReason | null {
  if ('reason' in row) return null
  if (seen.has(row.caseNumber)) return 'duplicateInFile'
  seen.add(row.caseNumber)
  return existing.has(row.caseNumber) ? 'duplicateExisting' : null
}

function lineOf({ id, check_no }: ImportRow, row: CheckedRow, duplicate: RowReason | null) {
  if ('reason' in row) return copyLine([id, check_no, row.row, row.reason, row.column, row.value, ...Array<null>(11).fill(null), row.raw])
  if (duplicate !== null) return copyLine([id, check_no, row.row, duplicate, null, row.caseNumber, row.caseNumber, ...Array<null>(11).fill(null)])
  const { caseNumber, name, phone, mobile, email, city, postcode, invoiceNumber, locale, outstandingCents, fields } = row
  return copyLine([id, check_no, row.row, null, null, null, caseNumber, name, phone, mobile, email, city, postcode, invoiceNumber, locale, outstandingCents, JSON.stringify(fields), null])
}

function openFindings(plan: RowPlan) {
  const byReason = new Map<RowReason, number>()
  const result: Findings = { counts: { rows: 0, new: 0, duplicate: 0, invalid: 0, unreachable: 0, byReason: [] }, preview: [], issues: [] }
  const numberColumn = plan.columns.find(({ field }) => field.key === 'dossiernummer')
  return {
    result,
    add(row: CheckedRow, duplicate: RowReason | null, cells: readonly string[]) {
      const { counts, preview, issues } = result
      const reason = 'reason' in row ? row.reason : duplicate
      counts.rows += 1
      if (duplicate !== null) counts.duplicate += 1
      else if (reason !== null) counts.invalid += 1
      else counts.new += 1
      if (reason === null && !('reason' in row) && isUnreachable(row)) counts.unreachable += 1
      if (reason !== null) byReason.set(reason, (byReason.get(reason) ?? 0) + 1)
      if (preview.length < previewRows) preview.push({ row: row.row, values: Object.fromEntries(plan.headings.map((heading, index) => [heading, shown(cells[index])])), reason })
      if (reason === null || issues.length >= issuesMax) return
      if ('reason' in row) issues.push({ row: row.row, reason, column: row.column, value: row.value === null ? null : shown(row.value) })
      else issues.push({ row: row.row, reason, column: numberColumn ? (plan.headings[numberColumn.index] ?? null) : null, value: row.caseNumber })
    },
    finish(): Findings {
      result.counts.byReason = [...byReason].map(([reason, count]) => ({ reason, count })).sort((left, right) => right.count - left.count)
      return result
    },
  }
}

// jsonb takes no zero byte, and nobody reads a cell of a megabyte in a preview.
const shown = (cell = '') => cell.replaceAll('\0', '').slice(0, 100)
