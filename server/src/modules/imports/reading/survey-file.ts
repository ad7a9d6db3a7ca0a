import type { Import } from '@regie/contract/files.ts'
import type { FieldDefinition } from '@regie/contract/fields.ts'
import { AppError } from '../../../platform/app-error.ts'
import { type DecimalMark, decimalMarkOf, type MarkEvidence, markEvidence } from '../../fields/amount-format.ts'
import { openBreath, rowsPerBreath } from '../breath.ts'
import type { RowPlan } from './check-row.ts'
import { type DateEvidence, type DateOrder, dateEvidence, dateOrderOf } from '../../fields/date-order.ts'
import { type Table, readRows } from './open-table.ts'
import { recogniseColumns, type SavedColumns } from './recognise-columns.ts'

/** What a person chose for this file, and the columns that the script's imports chose before. */
export type Choices = {
  targets: readonly (string | null)[] | null
  dateOrder: DateOrder | null
  decimalMark: DecimalMark | null
  saved: { columns: SavedColumns } | null
}
export type Survey = { plan: RowPlan; columns: Import['columns']; missing: Import['missing']; rows: number }

const samplesMax = 3

/** Walks the whole file once: which column is which field, in which order its dates and with which mark its amounts are written. */
export async function surveyFile(file: Table, fields: readonly FieldDefinition[], choices: Choices): Promise<Survey> {
  const targets = choices.targets ?? recogniseColumns(file.headings, fields, choices.saved?.columns)
  const columns = file.headings.map((name, index) => ({ index, name, target: targets[index] ?? null, samples: [] as string[] }))
  const mapped = columns.flatMap(({ index, target }) => fields.filter((field) => field.key === target).map((field) => ({ index, field })))
  const dates = new Set<DateEvidence>()
  const marks = new Set<MarkEvidence>()
  const proofs = mapped.flatMap(({ index, field }) => {
    if (field.type === 'date') return [(cell: string[]) => void dates.add(dateEvidence((cell[index] ?? '').trim()))]
    if (field.type === 'amount') return [(cell: string[]) => void marks.add(markEvidence(cell[index] ?? ''))]
    return []
  })
  const breathe = openBreath()
  let rows = 0
  for (const { cells } of readRows(file)) {
    rows += 1
    for (const prove of proofs) prove(cells)
    if (rows <= 500) takeSamples(columns, cells)
    if (rows % rowsPerBreath === 0) await breathe()
  }
  if (rows === 0) throw new AppError('file.headerOnly')

  const order = choices.dateOrder === null ? dateOrderOf(dates) : { order: choices.dateOrder, mustAsk: false }
  const mark = choices.decimalMark === null ? decimalMarkOf(marks) : { mark: choices.decimalMark, mustAsk: false }
  const has = (key: string) => mapped.some(({ field }) => field.key === key)
  const missing: Survey['missing'] = []
  if (!has('dossiernummer')) missing.push('caseNumber')
  if (!has('openstaand')) missing.push('amount')
  if (order.mustAsk) missing.push('dateOrder')
  if (mark.mustAsk) missing.push('decimalMark')
  return {
    plan: { headings: file.headings, columns: mapped, formats: { dateOrder: order.order, decimalMark: mark.mark } },
    columns,
    missing,
    rows,
  }
}

function takeSamples(columns: readonly { index: number; samples: string[] }[], cells: readonly string[]) {
  for (const { index, samples } of columns) {
    const cell = (cells[index] ?? '').trim().slice(0, 60)
    if (samples.length < samplesMax && cell !== '' && !samples.includes(cell)) samples.push(cell)
  }
}
