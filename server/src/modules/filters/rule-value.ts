import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { FilterRule } from '@regie/contract/filters.ts'
import { needsValue } from '@regie/contract/filter-operators.ts'
import { type FileFormats, readField } from '../fields/field-value.ts'
import { listOf } from './filter-match.ts'

type Asked = Pick<FieldDefinition, 'type' | 'choices'> & Partial<FieldDefinition>

const typed: FileFormats = { dateOrder: 'dmy', decimalMark: ',' }
const daysMax = 36_500
const label = { nl: '', eng: '', fr: '' }

/** The value of a condition in our own notation; null when the field cannot have it. */
export function readRuleValue(field: Asked, op: FilterRule['op'], value: string): string | null {
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
function oneValue(field: Asked, text: string): string | null {
  if (field.type === 'text' || field.type === 'email' || field.type === 'postcode') return text
  // An amount of a case is more than nothing; a filter may ask about nothing.
  const key = field.type === 'amount' ? '' : (field.key ?? '')
  const reading = readField({ label, required: false, maxLength: 1000, aliases: [], ...field, key }, text, typed, '')
  return 'value' in reading ? reading.value : null
}
