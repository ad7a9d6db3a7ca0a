import type { Import, ImportMapping } from '@regie/contract/files.ts'
import { type ColumnField, importColumns } from '@regie/contract/import-columns.ts'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import { AppError } from '../../../platform/app-error.ts'
import { type DecimalMark, decimalMarkOf, type MarkEvidence, markEvidence } from '../../fields/amount-format.ts'
import { type DateEvidence, type DateOrder, dateEvidence, dateOrderOf } from '../../fields/date-order.ts'
import { openThrottle, rowsPerTurn } from '../throttle.ts'
import type { RowPlan } from './row-plan.ts'
import { openCitizenNumberSearch } from './citizen-numbers.ts'
import type { Table } from './open-table.ts'
import { readConstants } from './read-constants.ts'
import { recogniseColumns, type SavedColumns } from './recognise-columns.ts'

/** What a person chose for this file, and the columns that the script's imports chose before. */
export type Choices = {
  columns: readonly (readonly ColumnField[])[] | null
  constants: ImportMapping['constants']
  dateOrder: DateOrder | null
  decimalMark: DecimalMark | null
  saved: SavedColumns | null
  today: string
}
export type Survey = { plan: RowPlan; columns: Import['columns']; missing: Import['missing']; rows: number }

const samplesMax = 3
const addressTypes = new Set<FieldDefinition['type']>(['phone', 'email'])

/** Walks the whole file once: which column is which field, in which order its dates and with which mark its amounts are written. */
export async function surveyFile(file: Table, fields: readonly FieldDefinition[], choices: Choices): Promise<Survey> {
  const chosen = choices.columns ?? recogniseColumns(file.headings, fields, choices.saved ?? {})
  const columns = file.headings.map((name, index) => ({ index, name, fields: [...(chosen[index] ?? [])], samples: [] as string[] }))
  const mapped = columns.flatMap(({ index, fields: filled }) =>
    filled.flatMap(({ field: key, transform }) =>
      fields.filter((field) => field.key === key).map((field) => ({ index, field, transform })),
    ),
  )
  const news = columns.flatMap(({ index, fields: filled }) =>
    filled.flatMap(({ field, transform }) =>
      importColumns.filter(({ key }) => key === field).map(({ key }) => ({ index, key, transform })),
    ),
  )
  const dates = new Set<DateEvidence>()
  const marks = new Set<MarkEvidence>()
  const dateColumns = [
    ...mapped.filter(({ field, transform }) => field.type === 'date' && transform === null),
    ...news.filter(({ key, transform }) => (key === 'start_op' || key === 'vervalt_op') && transform === null),
  ]
  const amountColumns = mapped.filter(({ field, transform }) => field.type === 'amount' && transform === null)
  const citizenNumbers = openCitizenNumberSearch(file.headings)
  const throttle = openThrottle()
  let rows = 0
  for (const { cells } of file.rows()) {
    rows += 1
    for (const { index } of dateColumns) dates.add(dateEvidence((cells[index] ?? '').trim()))
    for (const { index } of amountColumns) marks.add(markEvidence(cells[index] ?? ''))
    citizenNumbers.look(cells)
    if (rows <= 500) takeSamples(columns, cells)
    if (rows % rowsPerTurn === 0) await throttle()
  }
  if (rows === 0) throw new AppError('file.headerOnly')
  const heading = citizenNumbers.result()
  if (heading !== undefined) throw new AppError('import.citizenNumbers', { params: { heading } })

  const order = choices.dateOrder === null ? dateOrderOf(dates) : { order: choices.dateOrder, mustAsk: false }
  const mark = choices.decimalMark === null ? decimalMarkOf(marks) : { mark: choices.decimalMark, mustAsk: false }
  const constants = readConstants(fields, choices.constants)
  const has = (key: string) => mapped.some(({ field }) => field.key === key) || constants[key] !== undefined
  const missing: Survey['missing'] = []
  if (!has('dossiernummer')) missing.push('caseNumber')
  if (!has('openstaand')) missing.push('amount')
  if (order.mustAsk) missing.push('dateOrder')
  if (mark.mustAsk) missing.push('decimalMark')
  const formats = { dateOrder: order.order, decimalMark: mark.mark }
  const groups = groupsOf(fields, has)
  return {
    plan: { headings: file.headings, columns: mapped, news, constants, groups, formats, today: choices.today },
    columns,
    missing,
    rows,
  }
}

// A group that the file has nothing of cannot be asked of it, and who has no address is imported and counted as unreachable.
function groupsOf(fields: readonly FieldDefinition[], has: (key: string) => boolean): string[][] {
  const groups = Map.groupBy(
    fields.filter(({ group }) => group !== undefined),
    ({ group }) => group,
  )
  return [...groups.values()]
    .filter((members) => !members.every(({ type }) => addressTypes.has(type)) && members.some(({ key }) => has(key)))
    .map((members) => members.map(({ key }) => key))
}

function takeSamples(columns: readonly { index: number; samples: string[] }[], cells: readonly string[]) {
  for (const { index, samples } of columns) {
    const cell = (cells[index] ?? '').trim().slice(0, 60)
    if (samples.length < samplesMax && cell !== '' && !samples.includes(cell)) samples.push(cell)
  }
}
