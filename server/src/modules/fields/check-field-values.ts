import type { FieldDefinition } from '@regie/contract/fields.ts'
import type { FieldFault } from '@regie/contract/files.ts'
import { type FileFormats, readField } from './field-value.ts'

export type FieldFaultAt = { key: string; fault: FieldFault }
/** The filled values in our own notation, and what is wrong with the others. */
export type FieldValuesReading = { values: Record<string, string>; faults: FieldFaultAt[] }

// What a person types: day first and a comma before the cents, unless the value itself says otherwise. What is kept reads back the same.
const typed: FileFormats = { dateOrder: 'dmy', decimalMark: ',' }

/** Reads the fields of one case as staff give them, by the rules of an import. An empty value is none. */
export function readFieldValues(fields: readonly FieldDefinition[], given: Readonly<Record<string, string>>): FieldValuesReading {
  const known = new Set(fields.map((field) => field.key))
  const faults: FieldFaultAt[] = Object.keys(given).flatMap((key) => (known.has(key) ? [] : [{ key, fault: 'fieldUnknown' as const }]))
  const values: Record<string, string> = {}
  for (const field of fields) {
    const text = (given[field.key] ?? '').trim()
    if (text === '') {
      if (field.required) faults.push({ key: field.key, fault: field.type === 'amount' ? 'amountMissing' : 'required' })
      continue
    }
    const reading = readField(field, text, typed, given['land'] ?? '')
    if ('value' in reading) values[field.key] = reading.value
    else faults.push({ key: field.key, fault: reading.reason })
  }
  return { values, faults: [...faults, ...emptyGroups(fields, given)] }
}

/** What is wrong with the fields of one case: nothing is an empty list. */
export function checkFieldValues(fields: readonly FieldDefinition[], given: Readonly<Record<string, string>>): FieldFaultAt[] {
  return readFieldValues(fields, given).faults
}

// Refused at the first field of each group of which none is filled.
function emptyGroups(fields: readonly FieldDefinition[], given: Readonly<Record<string, string>>): FieldFaultAt[] {
  const groups = Map.groupBy(
    fields.filter((field) => field.group !== undefined),
    (field) => field.group,
  )
  return [...groups.values()].flatMap((members) => {
    const [first] = members
    if (!first || members.some(({ key }) => (given[key] ?? '').trim() !== '')) return []
    return [{ key: first.key, fault: 'oneOfMissing' as const }]
  })
}
