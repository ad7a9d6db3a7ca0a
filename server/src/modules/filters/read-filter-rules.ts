import type { FieldDefinition } from '@regie/contract/fields.ts'
import { FilterRules, type FilterRule } from '@regie/contract/filters.ts'
import { needsValue, operatorsFor } from '@regie/contract/filter-operators.ts'
import { AppError } from '../../platform/app-error.ts'
import { type FileFormats, readField } from '../fields/field-value.ts'
import { listOf, type StoredRule } from './filter-match.ts'

const typed: FileFormats = { dateOrder: 'dmy', decimalMark: ',' }
const daysMax = 36_500

/** The conditions that an address carries as JSON. */
export function parseRules(text: string): FilterRule[] {
  try {
    return FilterRules.parse(JSON.parse(text))
  } catch {
    throw new AppError('script.filterInvalid', { field: 'rules' })
  }
}

/** The conditions of a filter as they are kept: values in our own notation. One that does not fit its field is refused with its place. */
export function readFilterRules(fields: readonly FieldDefinition[], rules: readonly FilterRule[]): StoredRule[] {
  return rules.map((rule, at) => {
    const field = fields.find(({ key }) => key === rule.field)
    if (!field) throw new AppError('script.filterInvalid', { field: `rules.${at}.field` })
    if (!operatorsFor(field.type).includes(rule.op)) throw new AppError('script.filterInvalid', { field: `rules.${at}.op` })
    const value = valueOf(field, rule)
    if (value === null) throw new AppError('script.filterInvalid', { field: `rules.${at}.value` })
    return { field: field.key, op: rule.op, value, type: field.type }
  })
}

function valueOf(field: FieldDefinition, { op, value }: FilterRule): string | null {
  const text = value.trim()
  if (!needsValue(op)) return ''
  if (text === '') return null
  if (op === 'contains') return text
  if (op === 'daysAgo') return /^\d{1,5}$/.test(text) && Number(text) <= daysMax ? String(Number(text)) : null
  if (op !== 'in') return oneValue(field, text)
  const list = listOf(text).map((one) => oneValue(field, one))
  return list.length === 0 || list.includes(null) ? null : list.join(', ')
}

// Of a text, any part may be looked for: only what has a notation of its own is read.
function oneValue(field: FieldDefinition, text: string): string | null {
  if (field.type === 'text' || field.type === 'email' || field.type === 'postcode') return text
  // An amount of a case is more than nothing; a filter may ask about nothing.
  const reading = readField(field.type === 'amount' ? { ...field, key: '' } : field, text, typed, '')
  return 'value' in reading ? reading.value : null
}
