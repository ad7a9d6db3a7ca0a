import { type ColumnMapping, DateOrder, DecimalMark, Import } from '@regie/contract/files.ts'
import * as z from 'zod/mini'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { fieldsOf } from '../fields/find-fields.ts'
import { SavedMapping } from '../fields/mapping-queries.ts'

/** What stands in imports.mapping: what a person chose (targets null when nobody did) and the formats that the file turned out to have. */
const StoredMapping = z.object({
  targets: z.nullable(z.array(z.nullable(z.string()))),
  chosen: z.object({ dateOrder: z.nullable(DateOrder), decimalMark: z.nullable(DecimalMark) }),
  found: z.object({ dateOrder: z.nullable(DateOrder), decimalMark: z.nullable(DecimalMark) }),
})
export type StoredMapping = z.infer<typeof StoredMapping>
export const noMapping: StoredMapping = {
  targets: null,
  chosen: { dateOrder: null, decimalMark: null },
  found: { dateOrder: null, decimalMark: null },
}

const StoredImport = z.object({
  ...z.pick(Import, {
    status: true,
    failure: true,
    encoding: true,
    separator: true,
    columns: true,
    preview: true,
    counts: true,
    issues: true,
    missing: true,
  }).shape,
  mapping: z.nullable(StoredMapping),
  saved_mapping: z.nullable(SavedMapping),
})

/** An import as the module sees it. */
export type ImportRow = Awaited<ReturnType<typeof findImport>>

/** The import, whosever it is: the caller asks whether it may be seen. */
export async function findImport(db: Db, importId: number) {
  const found = await db
    .selectFrom('imports as i')
    .innerJoin('files as f', (join) => join.onRef('f.customer_id', '=', 'i.customer_id').onRef('f.id', '=', 'i.file_id'))
    .innerJoin('scripts as s', (join) => join.onRef('s.customer_id', '=', 'i.customer_id').onRef('s.id', '=', 'i.script_id'))
    .select([
      'i.id',
      'i.customer_id',
      'i.script_id',
      'i.file_id',
      'i.rows_total',
      'i.rows_done',
      'i.batch_id',
      'i.batch_name',
      'i.start_later',
      'i.check_no',
      'i.created_by',
    ])
    .select([
      'i.status',
      'i.failure',
      'i.encoding',
      'i.separator',
      'i.columns',
      'i.preview',
      'i.counts',
      'i.issues',
      'i.missing',
      'i.mapping',
    ])
    .select(['f.name as file_name', 'f.bytes', 's.import_mapping as saved_mapping', 's.fields'])
    .where('i.id', '=', importId)
    .executeTakeFirst()
  if (!found) throw new AppError('import.notFound')
  const { status, failure, encoding, separator, columns, preview, counts, issues, missing, mapping, saved_mapping, fields, ...rest } = found
  return {
    ...rest,
    fields: fieldsOf(fields),
    ...StoredImport.parse({ status, failure, encoding, separator, columns, preview, counts, issues, missing, mapping, saved_mapping }),
  }
}

/** The import in the words of the contract. */
export function importOf(row: ImportRow): Import {
  const { dateOrder, decimalMark } = row.mapping?.found ?? noMapping.found
  return {
    importID: row.id,
    customerID: row.customer_id,
    scriptID: row.script_id,
    fileName: row.file_name,
    bytes: row.bytes,
    status: row.status,
    failure: row.failure,
    encoding: row.encoding,
    separator: row.separator,
    columns: row.columns,
    dateOrder,
    decimalMark,
    missing: row.missing,
    preview: row.preview,
    counts: row.counts,
    issues: row.issues,
    progress: { done: row.rows_done, total: row.rows_total },
    batchID: row.batch_id,
  }
}

/** The targets by place, from the list of the contract; a column that it leaves out is not imported. */
export function targetsOf(columns: readonly z.infer<typeof ColumnMapping>[], width: number) {
  return Array.from({ length: width }, (_, index) => columns.find((column) => column.index === index)?.target ?? null)
}
