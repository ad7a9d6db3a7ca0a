import type { RowReason } from '@regie/contract/files.ts'
import { sql } from 'kysely'
import { copyLine, copyRows } from '../../platform/db/copy.ts'
import type { Services } from '../../services.ts'
import { openBreath, rowsPerBreath } from './breath.ts'
import { type CheckedRow, checkRow, type RowPlan } from './reading/check-row.ts'
import { type Table, readRows } from './reading/open-table.ts'
import { type Findings, openFindings } from './findings.ts'
import type { ImportRow } from './import-queries.ts'

/** What imports reach the world with: rows by queries, many rows by COPY. */
export type ImportServices = Pick<Services, 'db' | 'pool'>

/** Somebody chose other columns, or cancelled: this check has become pointless. */
export class CheckOvertaken extends Error {
  override name = 'CheckOvertaken'
}

const columns =
  'import_id, check_no, row_no, reason, reason_column, reason_value, case_number, name, phone, mobile, email, city, postcode, invoice_number, locale, outstanding_cents, fields, raw'

/** Checks every row and copies them into import_rows, all or none; answers what was found. */
export async function stageRows(
  { db, pool }: ImportServices,
  found: ImportRow,
  file: Table,
  plan: RowPlan,
  progress: (done: number) => Promise<boolean>,
): Promise<Findings> {
  const findings = openFindings(plan)
  const seen = new Set<string>()
  const breathe = openBreath()
  const before = { text: 'delete from import_rows where import_id = $1', values: [found.id] }
  await copyRows(pool, { before, into: `import_rows (${columns})` }, async (push) => {
    for (const chunk of chunksOf(readRows(file), rowsPerBreath)) {
      const checked = chunk.map(({ row, cells }) => ({ cells, result: checkRow(plan, row, cells) }))
      const existing = await findExisting(
        { db },
        found.customer_id,
        checked.map(({ result }) => result),
      )
      let lines = ''
      for (const { cells, result } of checked) {
        const duplicate = duplicateOf(result, seen, existing)
        findings.add(result, duplicate, cells)
        lines += lineOf(found, result, duplicate)
      }
      await push(lines)
      await breathe()
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

// Asked per chunk over the unique index, so that a row is written once, with its reason, and never updated. Number by number: of a customer whose
// cases were few when PostgreSQL last counted it would read all for each chunk (44 ms with 300,000; so 0.8).
async function findExisting({ db }: Pick<Services, 'db'>, customerId: number, rows: readonly CheckedRow[]) {
  const numbers = rows.flatMap((row) => ('reason' in row ? [] : [row.caseNumber]))
  const { rows: found } = await sql<{ case_number: string }>`
    select c.case_number from unnest(${numbers}::text[]) n
    cross join lateral (select case_number from cases where customer_id = ${customerId} and case_number = n limit 1) c`.execute(db)
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
  if (duplicate !== null)
    return copyLine([id, check_no, row.row, duplicate, null, row.caseNumber, row.caseNumber, ...Array<null>(11).fill(null)])
  const { caseNumber, name, phone, mobile, email, city, postcode, invoiceNumber, locale, outstandingCents, fields } = row
  return copyLine([
    id,
    check_no,
    row.row,
    null,
    null,
    null,
    caseNumber,
    name,
    phone,
    mobile,
    email,
    city,
    postcode,
    invoiceNumber,
    locale,
    outstandingCents,
    JSON.stringify(fields),
    null,
  ])
}
