import { TrialWish } from '@regie/contract/batches.ts'
import { type ColumnMapping, ConstantField, DateOrder, DecimalMark, Import } from '@regie/contract/files.ts'
import { ColumnField, DuplicateRule, usualDuplicateRule } from '@regie/contract/import-columns.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { AppError } from '../../platform/app-error.ts'
import type { Db } from '../../platform/db/database.ts'
import { isoText } from '../../platform/db/prepared.ts'
import { fieldsOf } from '../fields/find-fields.ts'
import { SavedMapping } from '../fields/mapping-queries.ts'
import { withChoices } from './allowed-choices.ts'
import type { Repairs } from './reading/repaired-rows.ts'

/** What stands in imports.mapping: what a person chose (columns null when nobody did) and the formats that the file turned out to have. */
const StoredMapping = z.object({
  columns: z.nullable(z.array(z.array(ColumnField))),
  constants: z.array(ConstantField),
  duplicates: DuplicateRule,
  chosen: z.object({ dateOrder: z.nullable(DateOrder), decimalMark: z.nullable(DecimalMark) }),
  found: z.object({ dateOrder: z.nullable(DateOrder), decimalMark: z.nullable(DecimalMark) }),
})
export type StoredMapping = z.infer<typeof StoredMapping>
export const noMapping: StoredMapping = {
  columns: null,
  constants: [],
  duplicates: usualDuplicateRule,
  chosen: { dateOrder: null, decimalMark: null },
  found: { dateOrder: null, decimalMark: null },
}

/** What one file teaches of the next with the same headings; what its columns are is remembered by the script. */
export const LikeBefore = z.pick(StoredMapping, { constants: true, duplicates: true, chosen: true })

const StoredRepairs = z.record(z.string(), z.record(z.string(), z.string()))
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
    changes: true,
    format: true,
  }).shape,
  mapping: z.nullable(StoredMapping),
  saved_mapping: z.nullable(SavedMapping),
  trial: z.nullable(TrialWish),
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
      'i.trial',
      'i.check_no',
      'i.created_by',
      'i.asked_by',
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
      'i.changes',
      'i.format',
      'i.repaired',
    ])
    .select(['f.name as file_name', 'f.bytes', 'f.state as file_state', 'f.fault as file_fault'])
    .select(['s.import_mapping as saved_mapping', 's.fields'])
    .select(
      sql<Import['twin']>`(
        select json_build_object('uploadedAt', ${sql.raw(isoText('o.created_at'))}, 'by', coalesce(u.username, ''),
          'batchID', case when x.status = 'done' then x.batch_id end)
        from files o
        join imports x on x.customer_id = o.customer_id and x.file_id = o.id
        left join users u on u.id = o.uploaded_by
        where o.customer_id = f.customer_id and o.kind = 'batch' and o.sha256 = f.sha256 and o.id < f.id
          and x.status not in ('failed', 'cancelled')
        order by x.batch_id is null, o.id desc
        limit 1)`.as('twin'),
    )
    .where('i.id', '=', importId)
    .executeTakeFirst()
  if (!found) throw new AppError('import.notFound')
  // What is kept as JSON is read by its shape; the rest stands as it was found.
  return { ...found, fields: fieldsOf(found.fields), ...StoredImport.parse(found) }
}

/** The cells that stand in place of those of the file. They may be long, so only who lays them over it reads them. */
export async function findRepairs(db: Db, { customer_id: customerId, id }: Pick<ImportRow, 'customer_id' | 'id'>): Promise<Repairs> {
  const { repairs } = await db
    .selectFrom('imports')
    .select('repairs')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return StoredRepairs.parse(repairs)
}

/** The import in the words of the contract. */
export function importOf(row: ImportRow): Import {
  const { constants, duplicates, found } = row.mapping ?? noMapping
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
    dateOrder: found.dateOrder,
    decimalMark: found.decimalMark,
    constants,
    duplicates,
    format: row.format,
    changes: row.changes,
    missing: row.missing,
    preview: row.preview,
    counts: row.counts,
    issues: row.issues.map((issue) => ({ ...issue, faults: withChoices(row, issue.faults) })),
    progress: { done: row.rows_done, total: row.rows_total },
    checkNo: row.check_no,
    repaired: row.repaired,
    batchID: row.batch_id,
    scan: row.status !== 'reading' || row.file_state !== 'waiting' ? null : row.file_fault === null ? 'waiting' : 'away',
    twin: row.twin,
    begins: row.trial !== null ? 'trial' : row.start_later ? 'later' : 'now',
  }
}

/** What each column fills, from the list of the contract; a column that it leaves out is not imported. */
export function fieldsOfColumns(columns: readonly z.infer<typeof ColumnMapping>[], width: number) {
  return Array.from({ length: width }, (_, index) => columns.find((column) => column.index === index)?.fields ?? [])
}

/** What was chosen for this file, and what was remembered of others. */
export function choicesOf({ mapping, saved_mapping: saved }: Pick<ImportRow, 'mapping' | 'saved_mapping'>) {
  const { columns, constants, chosen } = mapping ?? noMapping
  return { columns, constants, ...chosen, saved: saved?.columns ?? null }
}
