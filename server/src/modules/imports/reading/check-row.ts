import type { RowFault, RowReason } from '@regie/contract/files.ts'
import type { Locale } from '@regie/contract/locale.ts'
import { columnsOfFields } from '../../cases/case-from-fields.ts'
import { readField } from '../../fields/field-value.ts'
import { formatsOf, readCaseColumns } from './read-case-columns.ts'
import type { CaseNews, RowPlan } from './row-plan.ts'

/** A row that may become a case. `fields` holds every field that was filled. */
export type GoodRow = {
  row: number
  caseNumber: string
  name: string
  phone: string | null
  mobile: string | null
  email: string | null
  city: string | null
  postcode: string | null
  invoiceNumber: string | null
  locale: Locale
  outstandingCents: number | null
  fields: Record<string, string>
} & CaseNews
/** A row that may not, with every reason why; its case number where it has one, for that may be taken as well. */
export type BadRow = { row: number; faults: CellFault[]; caseNumber: string | null }
export type CellFault = Omit<RowFault, 'choices'>
export type CheckedRow = GoodRow | BadRow

const totals = /^((eind|sub)?totaal|totalen|(sub|grand )?total|totals|totaux|sum|som|somme)(\s*:)?$/i

/** Reads one row of the file by the plan. Pure: what exists already is asked elsewhere. */
export function checkRow(plan: RowPlan, row: number, cells: readonly string[]): CheckedRow {
  const faults: CellFault[] = []
  const refuse = (reason: RowReason, index: number | null, value: string | null) => {
    faults.push({ reason, column: index === null ? null : (plan.headings[index] ?? null), value: value === null ? null : cutCell(value) })
  }
  const width = plan.headings.length
  if (isTotals(plan, cells)) {
    refuse('totalsRow', null, cells.find((cell) => cell.trim() !== '') ?? null)
    return { row, faults, caseNumber: null }
  }
  // Separators at the end of a row, without anything between them, say nothing.
  if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== ''))
    refuse('tooManyColumns', null, cells.slice(width).join(' '))
  if (cells.length < width) refuse('tooFewColumns', null, null)
  const land = plan.columns.find(({ field }) => field.key === 'land')
  const fields: Record<string, string> = { ...plan.constants }
  const unread = new Set<string>()
  for (const { index, field, transform } of plan.columns) {
    const cell = cells[index] ?? ''
    if (cell.trim() === '') {
      if (field.required) refuse(field.type === 'amount' ? 'amountMissing' : 'required', index, null)
      continue
    }
    const text = transform === 'upper' ? cell.toUpperCase() : cell
    const formats = transform === null ? plan.formats : formatsOf(plan.formats, transform)
    const reading = readField(field, text, formats, land ? (cells[land.index] ?? '').trim() : (fields['land'] ?? ''))
    if ('reason' in reading) {
      refuse(reading.reason, index, cell)
      unread.add(field.key)
    } else fields[field.key] = reading.value
  }
  for (const group of plan.groups) {
    // A cell that is filled and wrong is told as wrong; it is not missing.
    if (group.some((key) => fields[key] !== undefined || unread.has(key))) continue
    refuse('oneOfMissing', plan.columns.find(({ field }) => group.includes(field.key))?.index ?? null, null)
  }
  const { refusals, ...news } = readCaseColumns(plan, cells)
  for (const { reason, index } of refusals) refuse(reason, index, cells[index] ?? null)
  if (faults.length > 0) return { row, faults, caseNumber: fields['dossiernummer'] ?? null }
  const { invoice_number: invoiceNumber, outstanding_cents: outstandingCents, ...columns } = columnsOfFields(fields)
  return { row, caseNumber: fields['dossiernummer'] ?? '', ...columns, invoiceNumber, outstandingCents, fields, ...news }
}

/** What is shown of a cell. It is kept as jsonb, which takes no zero byte and no half of a character. */
export const cutCell = (cell: string) => cell.replaceAll('\0', '').slice(0, 100).toWellFormed()

// A totals row has such a word in its first filled cell and no more than amounts after it, or an amount and nothing else.
function isTotals({ columns }: RowPlan, cells: readonly string[]) {
  const filled = cells.flatMap((cell, index) => (cell.trim() === '' ? [] : [index]))
  const [first] = filled
  if (first === undefined) return false
  const amounts = new Set(columns.flatMap(({ field, index }) => (field.type === 'amount' ? [index] : [])))
  if (totals.test((cells[first] ?? '').trim()))
    return filled.slice(1).every((index) => amounts.has(index) || /^[\d.,\s€-]+$/.test(cells[index] ?? ''))
  return columns.length > 2 && filled.every((index) => amounts.has(index))
}

/** Has nobody a way to reach this person? Such a case is imported and says so. */
export function isUnreachable({ phone, mobile, email }: Pick<GoodRow, 'phone' | 'mobile' | 'email'>) {
  return phone === null && mobile === null && email === null
}
