import type { FieldDefinition } from '@regie/contract/fields.ts'

// What one writes down while somebody is on the telephone: who, how to reach them, what is owed and since when.
// Two beside each other belong together.
const firstKeys = ['dossiernummer', 'factuurnummer', 'achternaam', 'bedrijfsnaam', 'mobiel', 'email', 'openstaand', 'vervaldatum']
const firstCount = 8

export type NewCaseField = { field: FieldDefinition; isRequired: boolean; groupMembers: readonly FieldDefinition[] }

/** The fields of a new case: about eight first (those that must be filled, and what one needs most), the others behind "Meer". */
export function newCaseFields(fields: readonly FieldDefinition[]): { first: NewCaseField[]; more: NewCaseField[] } {
  const groups = [...new Set(fields.flatMap(({ group }) => group ?? []))]
  // Of each group one may be filled, so one of each is always in sight.
  const groupFirst = groups.flatMap((group) => {
    const members = fields.filter((field) => field.group === group)
    return members.find(({ key }) => firstKeys.includes(key)) ?? members[0] ?? []
  })
  const isNeeded = (field: FieldDefinition) => (field.required && field.group === undefined) || groupFirst.includes(field)
  const needed = fields.filter(isNeeded)
  const wanted = firstKeys.flatMap((key) => fields.find((field) => field.key === key && !isNeeded(field)) ?? [])
  const others = fields.filter((field) => !isNeeded(field) && !wanted.includes(field))
  const chosen = [...needed, ...[...wanted, ...others].slice(0, Math.max(0, firstCount - needed.length))]
  const place = ({ key }: FieldDefinition) => (firstKeys.includes(key) ? firstKeys.indexOf(key) : firstKeys.length)
  const described = (field: FieldDefinition): NewCaseField => ({
    field,
    isRequired: field.required && field.group === undefined,
    groupMembers: groupFirst.includes(field) ? fields.filter(({ group }) => group === field.group) : [],
  })
  return {
    first: chosen.sort((one, other) => place(one) - place(other)).map(described),
    more: fields.filter((field) => !chosen.includes(field)).map(described),
  }
}

/** What a field lacks when it is left, as the server would name it; it reads the value itself when the case is made. */
export function faultWhenLeft({ field, isRequired }: NewCaseField, value: string): string | null {
  const text = value.trim()
  if (text === '') return isRequired ? 'required' : null
  if (field.type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text)) return 'emailInvalid'
  if (field.type === 'phone' && (!/^\+?[\d\s().\-/]+$/.test(text) || text.replace(/\D/g, '').length < 9)) return 'phoneInvalid'
  if (field.type === 'integer' && !/^-?\d+$/.test(text)) return 'numberInvalid'
  if (field.exactLength !== undefined && text.length !== field.exactLength) return 'lengthWrong'
  if (field.minLength !== undefined && text.length < field.minLength) return 'tooShort'
  return null
}
