import type { RowReason } from '@regie/contract/files.ts'
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
/** A row that may not, with the first reason found and where. */
export type BadRow = { row: number; reason: RowReason; column: string | null; value: string | null }
export type CheckedRow = GoodRow | BadRow

const totals = /^((eind|sub)?totaal|totalen|(sub|grand )?total|totals|totaux|sum|som|somme)(\s*:)?$/i

/** Reads one row of the file by the plan. Pure: what exists already is asked elsewhere. */
export function checkRow(plan: RowPlan, row: number, cells: readonly string[]): CheckedRow {
  const bad = (reason: RowReason, index: number | null, value: string | null): BadRow => ({
    row,
    reason,
    column: index === null ? null : (plan.headings[index] ?? null),
    value: value === null ? null : value.slice(0, 100),
  })
  const width = plan.headings.length
  if (isTotals(plan, cells)) return bad('totalsRow', null, cells.find((cell) => cell.trim() !== '') ?? null)
  // Separators at the end of a row, without anything between them, say nothing.
  if (cells.length > width && cells.slice(width).some((cell) => cell.trim() !== ''))
    return bad('tooManyColumns', null, cells.slice(width).join(' '))
  if (cells.length < width) return bad('tooFewColumns', null, null)
  const land = plan.columns.find(({ field }) => field.key === 'land')
  const fields: Record<string, string> = { ...plan.constants }
  for (const { index, field, transform } of plan.columns) {
    const cell = cells[index] ?? ''
    if (cell.trim() === '') {
      if (field.required) return bad(field.type === 'amount' ? 'amountMissing' : 'required', index, null)
      continue
    }
    const text = transform === 'upper' ? cell.toUpperCase() : cell
    const formats = transform === null ? plan.formats : formatsOf(plan.formats, transform)
    const reading = readField(field, text, formats, land ? (cells[land.index] ?? '').trim() : (fields['land'] ?? ''))
    if ('reason' in reading) return bad(reading.reason, index, cell)
    fields[field.key] = reading.value
  }
  for (const group of plan.groups) {
    if (group.some((key) => fields[key] !== undefined)) continue
    return bad('oneOfMissing', plan.columns.find(({ field }) => group.includes(field.key))?.index ?? null, null)
  }
  const news = readCaseColumns(plan, cells)
  if ('reason' in news) return bad(news.reason, news.index, cells[news.index] ?? null)
  const { invoice_number: invoiceNumber, outstanding_cents: outstandingCents, ...columns } = columnsOfFields(fields)
  return { row, caseNumber: fields['dossiernummer'] ?? '', ...columns, invoiceNumber, outstandingCents, fields, ...news }
}

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
