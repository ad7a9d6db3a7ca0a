import type { FieldDefinition } from '@regie/contract/fields.ts'
import { defaultFields, headingKey } from './default-fields.ts'

/** What makes a list of fields unusable, with its place: nothing is null. */
export type FieldsFault = { code: 'script.fieldInvalid'; field: string } | { code: 'script.fieldNeeded'; key: string }

const lengthMax = 2_000
const keyShape = /^[a-z][a-z0-9_]{0,59}$/
// Without these there is no case, nobody to reach, nothing to pay: the engine and every screen ask for them.
const needed = ['dossiernummer', 'achternaam', 'telefoon1', 'mobiel', 'email', 'taal', 'openstaand']
// What the database can look for, and what others know a case by.
const longest: Readonly<Record<string, number>> = { dossiernummer: 35, betalingskenmerk: 35, email: 254, factuurnummer: 250, postcode: 20 }
const typeOf = new Map(defaultFields.map((field) => [field.key, field.type]))

/** May a script have these fields? `used` are the fields that its steps and filters ask for, with the type by which filters compare. */
export function checkFields(
  fields: readonly FieldDefinition[],
  used: ReadonlyMap<string, FieldDefinition['type'] | null>,
): FieldsFault | null {
  const keys = fields.map(({ key }) => key)
  const missing = [...needed, ...used.keys()].find((key) => !keys.includes(key))
  if (missing !== undefined) return { code: 'script.fieldNeeded', key: missing }
  for (const [at, field] of fields.entries()) {
    const part = faultOf(field, keys.indexOf(field.key) < at)
    if (part !== null) return { code: 'script.fieldInvalid', field: `fields.${at}.${part}` }
    const asked = used.get(field.key)
    if (asked !== undefined && asked !== null && asked !== field.type) return { code: 'script.fieldNeeded', key: field.key }
  }
  return null
}

function faultOf(field: FieldDefinition, isTwice: boolean): string | null {
  const { key, label, type, maxLength, minLength, exactLength, choices = [], aliases } = field
  // A name that every object has of itself would be taken for a value.
  if (!keyShape.test(key) || key in Object.prototype || isTwice) return 'key'
  // Our own fields mean what they mean: an e-mail address is where a message goes.
  if ((typeOf.get(key) ?? type) !== type) return 'type'
  if (Object.values(label).some((text) => headingKey(text) === '' || text.length > 80)) return 'label'
  if (!isWhole(maxLength, 1) || maxLength > (longest[key] ?? lengthMax)) return 'maxLength'
  if (key === 'dossiernummer' && !field.required) return 'required'
  if (minLength !== undefined && (!isWhole(minLength, 0) || minLength > maxLength)) return 'minLength'
  if (exactLength !== undefined && (!isWhole(exactLength, 1) || exactLength > maxLength)) return 'exactLength'
  const isChoice = type === 'choice'
  if (isChoice && (choices.length === 0 || choices.length > 100 || choices.some((choice) => !/^[a-z0-9]{1,60}$/.test(choice))))
    return 'choices'
  if (aliases.length > 50 || aliases.some((alias) => alias.length > 100)) return 'aliases'
  return [field.group, field.exclude, field.example].some((text) => text !== undefined && text.length > 100) ? 'example' : null
}

const isWhole = (length: number, least: number) => Number.isSafeInteger(length) && length >= least && length <= lengthMax
